/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato without the two fences that PSO does not need: after the first handshake, and after answering one. Table 2
 * of setta16: right under TSO and pso-no.
 *
 * Must be reached: every mark, with two iterations.
 */

#define FENCE_AFTER_FLAG fence()
#define FENCE_AFTER_HANDSHAKE ((void)0)
#define FENCE_AFTER_COPY fence()
#define FENCE_BEFORE_ANSWER fence()
#define FENCE_AFTER_ANSWER ((void)0)
#define SECOND_HANDSHAKE
#include "optimistic.h"
