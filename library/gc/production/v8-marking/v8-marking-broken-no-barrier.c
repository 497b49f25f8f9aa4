/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no barrier. The main thread stores the only reference to an object into one that was visited, and forgets it. Fails under
 * every model.
 */

#define BROKEN_NO_BARRIER
#define TURNS 2
#define TURN_1 STORE
#define TURN_2 FORGET
#include "v8-marking.c"
