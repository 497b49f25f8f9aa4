/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: nothing keeps the header and the field before the reference. Another mutator finds an object that is not there yet. Fails
 * where two stores to different cells may change places: under armv8 and riscv.
 */

#define BROKEN_NO_RELEASE
#include "publication.c"
