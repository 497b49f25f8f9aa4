/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the pause that starts marking ends by a plain store. The main thread goes on and finds marking still off: it stores a
 * reference into an object that was visited, without the barrier, and forgets it. Fails where two stores to different cells may
 * change places: under armv8 and riscv.
 */

#define RESUME_ORDER set
#define TURNS 2
#define TURN_1 STORE
#define TURN_2 FORGET
#include "v8-marking.c"
