/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector hands a field over to the copy with a plain store of the status in place of the CAS. Fails
 * under SC with two iterations of the mutator.
 */

#define BROKEN_BLIND_COMMIT
#include "stopless.c"
