/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no fence between filling the copy and the second handshake, so the commit may be seen before the copy. Fails
 * under PSO and RMO where a CAS is no fence (pso-no, rmo-no).
 */

#define YIELDPOINT_FENCE fence()
#define WRITE_SYNC ((void)0)
#include "staccato.c"
