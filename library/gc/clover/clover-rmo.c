/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The repaired Clover with a fence between filling a field of the copy and saying so, with alpha=2. Row "Clover (for
 * RMO, alpha=2)" of Table 2: right under all six models. Must be reached: as clover.c says.
 */

#define CLOVER_FIXED
#define FENCE_AFTER_FIELD_COPY fence()
#include "clover.c"
