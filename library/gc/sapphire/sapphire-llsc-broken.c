/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a plain store in place of the store-conditional, so the collector undoes what the mutator wrote to the copy
 * after the collector's read. Fails under SC, and so under every model, in WR.
 */

#define SAPPHIRE_LL_SC
#define BROKEN_PLAIN_STORE
#include "sapphire.c"
