/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the region is recycled before all references to it are updated. A reference that no mutator has loaded still leads there.
 * Fails under every model.
 */

#define BROKEN_NO_UPDATE
#define CYCLES 1
#define TURNS 1
#include "shenandoah-cycle.c"
