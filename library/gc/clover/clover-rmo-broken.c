/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: an acquire fence, which does not hold stores back, between filling a field of the copy and putting alpha
 * into the original, so alpha may be seen before the value that it stands for. Fails under PSO and RMO where a CAS is
 * no fence.
 */

#define CLOVER_FIXED
#define FENCE_AFTER_FIELD_COPY fence_acquire()
#include "clover.c"
