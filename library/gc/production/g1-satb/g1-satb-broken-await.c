/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector waits for the mutators by plain loads. When the last one has answered, the loop ends by a branch, and a
 * branch does not hold back later loads: those of the stacks and of the queues run ahead of it, and find what was there before
 * the mutator stopped. Fails where loads may pass loads: under armv8 and riscv.
 */

#define AWAIT_ORDER get
#define TURNS 2
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "g1-satb.c"
