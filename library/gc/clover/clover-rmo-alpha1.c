/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The repaired Clover with a fence between filling a field of the copy and saying so, with alpha=1. Row "Clover (for
 * RMO, alpha=1)" of Table 2: right under all six models. Must be reached: as clover.c says.
 */

#define CLOVER_FIXED
#define FENCE_AFTER_FIELD_COPY fence()
#define ALPHA 1
#include "clover.c"
