/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sapphire for x86: no fence between the mutator's two stores, and one in the collector, before its second look at the
 * original. Row "x86-Sapphire" of Table 2: right under SC and TSO; under PSO and RMO a write is lost in WR. Must be
 * reached: as sapphire.c says.
 */

#define SAPPHIRE_X86
#include "sapphire.c"
