/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: only what is written is shaded. A goroutine whose stack was scanned loads a reference and clears the field; the stack is
 * not scanned again. Fails under every model.
 */

#define BROKEN_DIJKSTRA
#define TURNS 2
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "go-hybrid.c"
