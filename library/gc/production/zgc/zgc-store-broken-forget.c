/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a field that was scanned is not remembered for the next cycle. It is good for stores, so that no store remembers it either.
 * Fails under every model, in the second cycle.
 */

#define BROKEN_FORGET
#define ONE_FIELD
#include "zgc-store.c"
