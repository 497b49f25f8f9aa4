/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a mutator stops without a fence, so its store to the original may still be pending while the collector
 * copies. Right under SC and TSO, where the store that says "stopped" waits for it; fails under PSO in WR and under
 * RMO in both scenarios.
 */

#define FENCE_AT_STOP ((void)0)
#include "baker.c"
