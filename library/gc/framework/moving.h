/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * An object that moves, and mutators that use it. Each mutator has a field of its own in the object, and a read must give what
 * it wrote there last. Two mutators use the object through one reference.
 *
 * The object and its copies are numbered: FROM is the original, COLLECTOR_COPY what the collector makes, OWN_COPY(self) what a mutator
 * makes. A reference is such a number, or NONE. It is loaded and used as an index, so that what is read through it depends on it
 * as through a pointer. cell[0] is the reference that all mutators use; cell[1 + self] is another one, for this mutator
 * alone. When the collector has recycled the original, nobody may use it.
 */

#ifndef FENCEPOST_GC_MOVING_H
#define FENCEPOST_GC_MOVING_H

#include "atomics.h"
#include "heap.h"

#define NONE 0
#define FROM 1
#define COLLECTOR_COPY 2
#define OWN_COPY(self) (3 + (self))

/* The field of each mutator in each version, and the references. */
#if MUTATORS == 1
static _Atomic int value[4][1] = {{0}, {INITIAL_VALUE}, {UNINITIALISED}, {UNINITIALISED}};
static _Atomic int cell[2] = {FROM, FROM};
#elif MUTATORS == 2
static _Atomic int value[5][2] = {
    {0}, {INITIAL_VALUE, INITIAL_VALUE}, {UNINITIALISED, UNINITIALISED}, {UNINITIALISED, UNINITIALISED},
    {UNINITIALISED, UNINITIALISED}};
static _Atomic int cell[3] = {FROM, FROM, FROM};
#else
#error "MUTATORS must be 1 or 2"
#endif

/* Whether the original is gone: instrumentation. */
FENCEPOST_GHOST static _Bool recycled;

#define COPY_VALUE(mutator) set(&value[copy][mutator], get(&value[FROM][mutator]))

/* Copies the object, which must be there. */
static inline void copy_object(int copy)
{
    assert(!recycled);
    FOR_EACH_MUTATOR(COPY_VALUE);
}

static inline void recycle_original(void)
{
    recycled = 1;
    reachable("the original is recycled");
}

#endif
