/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: only what is overwritten is shaded. The goroutine has the only reference to an object in its stack, which was not scanned
 * yet; it stores it into an object that was, and forgets it. Fails under every model.
 */

#define BROKEN_YUASA
#define ON_STACK_ALONE
#define TURNS 2
#define TURN_1 STORE
#define TURN_2 FORGET
#include "go-hybrid.c"
