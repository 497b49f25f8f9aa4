/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a mutator that assists takes a grey object and does not scan it. What only that object refers to is swept. Fails under every
 * model.
 */

#define BROKEN_UNFINISHED_ASSIST
#define TURNS 1
#include "go-cycle.c"
