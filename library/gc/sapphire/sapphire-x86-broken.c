/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no fence before the collector's second look at the original, which so may come before its store to the copy
 * is visible. Right under SC; fails under TSO and weaker in WR.
 */

#define SAPPHIRE_X86
#define FENCE_AFTER_COLLECTOR_COPY ((void)0)
#include "sapphire.c"
