/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a store does not look at what it overwrites. The mutator loads a reference and clears the field before marking comes there; the
 * object is freed while the mutator holds it. Fails under every model.
 */

#define BROKEN_NO_STORE_BARRIER
#define CYCLES 1
#define TURNS 2
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "zgc-cycle.c"
