/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: Staccato with no fence at all in the yieldpoint, as on a machine that keeps the order of its stores. Fails
 * as staccato.c does, under PSO and RMO in WR.
 */

#define YIELDPOINT_FENCE ((void)0)
#include "staccato.c"
