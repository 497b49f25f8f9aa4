/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: one handshake switches the barrier on and scans the stack. The first mutator is scanned and loads a reference; the
 * second has not answered yet and clears the field without logging it. Fails under every model, with two mutators.
 */

#define HANDSHAKES
#define BROKEN_ONE_HANDSHAKE
#ifndef MUTATORS
#define MUTATORS 2
#endif
#define TURNS 1
#define TURN_1 (self == 0 ? LOAD : CLEAR)
#include "g1-satb.c"
