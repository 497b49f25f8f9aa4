/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the world is started again by a plain store. A goroutine goes on and finds the write barrier still off: it stores a
 * reference into an object that was scanned, unseen, and forgets it. Fails where two stores to different cells may change
 * places: under armv8 and riscv.
 */

#define RESUME_ORDER set
#define ON_STACK_ALONE
#define TURNS 2
#define TURN_1 STORE
#define TURN_2 FORGET
#include "go-hybrid.c"
