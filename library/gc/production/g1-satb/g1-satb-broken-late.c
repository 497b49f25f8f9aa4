/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the barrier looks at the field after the store, and finds what was stored. Fails under every model.
 */

#define BROKEN_LATE
#define TURNS 2
#include "g1-satb.c"
