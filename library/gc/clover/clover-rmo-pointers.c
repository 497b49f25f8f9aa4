/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Clover with the fence of clover-rmo.c, over a heap of structs. Must be reached: as clover-pointers.c says.
 */

#define FENCE_AFTER_FIELD_COPY fence()
#include "clover-pointers.c"
