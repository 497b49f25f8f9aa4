/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: Staccato with its fences but no first handshake. Fails under SC with two iterations of the mutator.
 */

#define FENCE_AFTER_FLAG fence()
#define FENCE_AFTER_HANDSHAKE fence()
#define FENCE_AFTER_COPY fence()
#define FENCE_BEFORE_ANSWER fence()
#define FENCE_AFTER_ANSWER fence()
#define SECOND_HANDSHAKE
#define BROKEN_NO_HANDSHAKE
#include "optimistic.h"
