/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a mutator passes the checkpoint without a fence, its store to the original still pending. Right under SC and
 * TSO; fails under PSO and RMO in WR.
 */

#define FENCE_AT_STOP ((void)0)
#include "pauseless.c"
