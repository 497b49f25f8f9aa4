/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stopless with three more fences in the collector: row "Stopless (for RMO)" of Table 2, right under all six models,
 * also where a CAS is no fence. Must be reached: as in stopless.c.
 */

#define STOPLESS_FOR_RMO
#include "stopless.c"
