/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector hands a field over to the copy with a plain store in place of the CAS, so a write to the wide
 * version between its read and that store is lost. Fails under SC, and so under every model, in WR.
 */

#define BROKEN_BLIND_COMMIT
#include "stopless.c"
