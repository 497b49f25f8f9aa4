/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Clover that skips a field which holds alpha, with alpha=2. Row "Clover (fix, alpha=2)" of Table 2: right under SC,
 * TSO and where a CAS is a fence; both scenarios fail under pso-no and rmo-no. Must be reached: as clover.c says.
 */

#define CLOVER_FIXED
#include "clover.c"
