/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no handshake between raising the flag and copying. Fails under SC with two iterations of the mutator.
 */

#define FENCE_AFTER_FLAG ((void)0)
#define FENCE_AFTER_HANDSHAKE ((void)0)
#define FENCE_AFTER_COPY ((void)0)
#define FENCE_BEFORE_ANSWER ((void)0)
#define FENCE_AFTER_ANSWER ((void)0)
#define BROKEN_NO_HANDSHAKE
#include "optimistic.h"
