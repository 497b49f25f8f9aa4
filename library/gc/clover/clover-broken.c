/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector puts alpha into the original with a plain store, so a write between its read and that store is
 * lost. Fails under SC, and so under every model, in WR.
 */

#define CLOVER_FIXED
#define BROKEN_BLIND_COMMIT
#include "clover.c"
