/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A collector that does CYCLES cycles, 1 to 3: it calls collect(cycle) with the numbers 1, 2 and 3.
 */

#ifndef FENCEPOST_GC_CYCLES_H
#define FENCEPOST_GC_CYCLES_H

#include "progress.h"

#ifndef CYCLES
#define CYCLES 1
#endif

#if CYCLES < 1 || CYCLES > 3
#error "CYCLES must be 1 to 3"
#endif

static void *collector(void *unused)
{
    (void)unused;
    collect(1);
#if CYCLES >= 2
    collect(2);
#endif
#if CYCLES >= 3
    collect(3);
#endif
    COLLECTED;
    return NULL;
}

#endif
