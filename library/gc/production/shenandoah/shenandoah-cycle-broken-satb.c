/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: nothing is logged while marking is on. The mutator loads a reference and clears the field before marking comes there; the
 * object's region is free while the mutator holds it. Fails under every model.
 */

#define BROKEN_NO_SATB
#define CYCLES 1
#define TURNS 2
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "shenandoah-cycle.c"
