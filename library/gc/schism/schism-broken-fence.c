/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no fence between filling the new spine and putting it into use. Right under SC and TSO; fails under PSO and
 * RMO in both scenarios.
 */

#define FENCE_AFTER_SPINE_COPY ((void)0)
#include "schism.c"
