/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a buffer is handed over by a relaxed compare-and-swap. The marker gets the buffer and does not see the entry in it. Fails
 * where two stores to different cells may change places: under armv8 and riscv. The mutator's accesses are fixed: two of them
 * have to log something, so that the first buffer goes to the marker.
 */

#define BROKEN_UNFENCED_BUFFER
#define TURNS 4
#define TURN_1 LOAD
#define TURN_2 CLEAR
#define TURN_3 MOVE
#define TURN_4 CLEAR
#include "g1-satb.c"
