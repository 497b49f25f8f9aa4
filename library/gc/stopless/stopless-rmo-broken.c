/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: Stopless for RMO without the fence between filling a field of the copy and saying that it is there. The
 * filling store may arrive after the mutator's own and undo it. Fails under PSO and RMO where a CAS is no fence
 * (pso-no, rmo-no).
 */

#define STOPLESS_FOR_RMO
#define FENCE_AFTER_FIELD_COPY ((void)0)
#include "stopless.c"
