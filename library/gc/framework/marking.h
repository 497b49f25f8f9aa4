/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Marking by one collector thread, and sweeping. No other thread reads the marks, so that they are in ghost cells. An object is
 * marked in a cycle if its mark has the cycle's number, from 1: no mark has to be cleared.
 */

#ifndef FENCEPOST_GC_MARKING_H
#define FENCEPOST_GC_MARKING_H

#include "objects.h"

FENCEPOST_GHOST static int marked[CELLS];

/* Marks an object and gives what it refers to; nothing if it was marked before. */
static inline int mark(int object, int cycle)
{
    if (object == NONE || marked[object] == cycle)
        return NONE;
    marked[object] = cycle;
    return get(&field[object]);
}

/* Marks what is reachable from a reference. Written out: a path has at most OBJECTS objects. */
static inline void mark_from(int object, int cycle)
{
    object = mark(object, cycle);
    object = mark(object, cycle);
#if OBJECTS >= 3
    object = mark(object, cycle);
#endif
#if OBJECTS >= 4
    object = mark(object, cycle);
#endif
#if OBJECTS >= 5
    object = mark(object, cycle);
#endif
}

static inline void sweep_object(int object, int cycle)
{
    if (marked[object] != cycle && !freed[object])
        free_object(object);
}

#define SWEEP_OBJECT(object) sweep_object(object, cycle)

/* Frees what was not marked in this cycle. */
static inline void sweep(int cycle)
{
    FOR_EACH_OBJECT(SWEEP_OBJECT);
}

#endif
