/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no fence between filling the new spine and putting it into use, over a heap of structs. Right under SC and
 * TSO; under PSO and RMO a bad address.
 */

#define FENCE_AFTER_SPINE_COPY ((void)0)
#include "schism-pointers.c"
