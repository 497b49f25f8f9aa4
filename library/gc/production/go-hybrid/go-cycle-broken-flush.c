/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: marking ends when the worklist is empty; nobody looks into the write barrier buffers. A goroutine whose stack was scanned has
 * loaded a reference and cleared the field, and the shade is still in its buffer. Fails under every model.
 */

#define BROKEN_NO_FLUSH
#define TURNS 2
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "go-cycle.c"
