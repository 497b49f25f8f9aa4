/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Clover with alpha=0. Row "Clover (alpha=0)" of Table 2: WR fails under every model, as a field that holds alpha by
 * chance is copied over what the mutator wrote to the copy. Must be reached: as clover.c says.
 */

#define ALPHA 0
#include "clover.c"
