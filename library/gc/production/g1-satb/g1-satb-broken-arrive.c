/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a mutator says by a plain store that it has stopped. Its stack, its queue and what it wrote to the heap may come later.
 * Fails where two stores to different cells may change places: under armv8 and riscv.
 */

#define ARRIVE_ORDER set
#define TURNS 2
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "g1-satb.c"
