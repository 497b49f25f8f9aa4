/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: references are healed by a plain store. Marking has loaded a reference, the mutator clears it, and marking puts it back.
 * Fails under every model.
 */

#define BROKEN_PLAIN_HEAL
#define TURNS 1
#include "zgc.c"
