/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a push is relaxed. Who pops finds the cell, and not what is behind it. Fails where two stores to different cells may
 * change places: under armv8 and riscv.
 */

#define BROKEN_RELAXED_PUSH
#include "free-list.c"
