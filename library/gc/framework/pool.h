/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A pool of interchangeable objects, from which mutators allocate and which a collector marks and sweeps. objects.h includes it
 * where POOL is defined.
 *
 * The mark of an object is the number of the epoch in which it was last marked, or allocated; epoch 1 is before the first cycle. A sweep
 * says up to which epoch it went, and what was not marked in that one is free. So no step of a sweep names an object, and those that are
 * free are interchangeable. Who marks does it in one step, outside the memory model: an atomic read-modify-write without any order.
 */

#ifndef FENCEPOST_GC_POOL_H
#define FENCEPOST_GC_POOL_H

/* The epoch of a cycle; what a model has allocated at the start. */
#define EPOCH(cycle) (1 + (cycle))
#ifndef MARKED_AT_START
#define MARKED_AT_START {0, 1, 1}
#endif

ALIKE FENCEPOST_GHOST static int mark[CELLS] = MARKED_AT_START;
FENCEPOST_GHOST static int swept = 1;

static inline _Bool is_free(int object)
{
    return mark[object] < swept;
}

/* True if the object was not marked in this epoch before. */
static inline _Bool try_mark(int object, int epoch)
{
    strong_begin();
    _Bool first = mark[object] != epoch;
    mark[object] = epoch;
    strong_end();
    return first;
}

/* Any object that is free, with a mark of this epoch, or of the last sweep if that is 0. Where none is free, this is no run. */
static inline int take_from_pool(int epoch)
{
    int object = choose(CELLS);
    assume(object != NONE);
    strong_begin();
    _Bool possible = is_free(object);
    if (possible)
        mark[object] = epoch == 0 ? swept : epoch;
    strong_end();
    assume(possible);
    set(&field[object], NONE);
    return object;
}

/* Frees what was not marked in this epoch. */
static inline void sweep_pool(int epoch)
{
    swept = epoch;
}

#endif
