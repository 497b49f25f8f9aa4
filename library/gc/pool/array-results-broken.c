/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a worker counts down though what the packet did may still be on its way. All the others find no work left, and do not
 * see a mark that was set. Fails where the atomic that counts lets stores pass: pso-no, rmo-no and mmtk-relaxed.
 */

#define BROKEN_NO_RESULTS
#include "array.c"
