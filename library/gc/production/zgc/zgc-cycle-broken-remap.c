/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the next marking does not remap. A reference that nobody has loaded since still leads to the page that was freed. Fails
 * under every model, in the second cycle.
 */

#define BROKEN_NO_REMAP
#define TURNS 1
#define TURN_1 MOVE
#include "zgc-cycle.c"
