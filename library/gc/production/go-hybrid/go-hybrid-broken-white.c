/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: objects are allocated unmarked. The stack that holds one was scanned before. Fails under every model.
 */

#define BROKEN_WHITE
#define TURNS 1
#define TURN_1 ALLOCATE
#include "go-hybrid.c"
