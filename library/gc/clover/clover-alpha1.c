/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Clover with alpha=1. Row "Clover (alpha=1)" of Table 2: right under SC, TSO and where a CAS is a fence; both
 * scenarios fail under pso-no and rmo-no. Must be reached: as clover.c says.
 */

#define ALPHA 1
#include "clover.c"
