/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Clover that skips a field which holds alpha, with alpha=0. Row "Clover (fix, alpha=0)" of Table 2: right under all
 * six models, but only by chance: the field holds alpha and is skipped. Must be reached: as clover.c says.
 */

#define CLOVER_FIXED
#define ALPHA 0
#include "clover.c"
