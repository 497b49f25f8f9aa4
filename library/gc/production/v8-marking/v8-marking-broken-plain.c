/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: mark bits are set by a plain load and store. Marker and main thread set bits of one word, and one of them is lost; that
 * object is freed. Fails under every model.
 */

#define BROKEN_PLAIN_MARK
#define TURNS 2
#define TURN_1 STORE
#define TURN_2 FORGET
#include "v8-marking.c"
