/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Marking with a worklist that collector and mutators share: a stack of grey objects, linked through the objects. Each object is
 * pushed at most once in an epoch, by the thread that has marked it. Objects are those of pool.h.
 */

#ifndef FENCEPOST_GC_WORKLIST_H
#define FENCEPOST_GC_WORKLIST_H

#include "objects.h"

/* The object on top, and the one below each. */
static _Atomic int grey;
ALIKE static _Atomic int below[CELLS];

static inline void push_grey(int object)
{
    int top = get(&grey);
    set(&below[object], top);
    while (!cas_acq_rel(&grey, top, object)) {
        top = get(&grey);
        set(&below[object], top);
    }
}

/* NONE if there is no grey object. */
static inline int pop_grey(void)
{
    int top = get_acquire(&grey);
    while (top != NONE && !cas_acq_rel(&grey, top, get(&below[top])))
        top = get_acquire(&grey);
    return top;
}

/* Marks an object and has it scanned later. */
static inline void shade(int object, int epoch)
{
    if (object != NONE && try_mark(object, epoch))
        push_grey(object);
}

/* Takes a grey object, if there is one, and shades what it refers to. True if there was one. */
static inline _Bool scan_one(int epoch)
{
    int object = pop_grey();
    if (object == NONE)
        return 0;
    shade(get(&field[object]), epoch);
    return 1;
}

/* Until no object is grey. */
static inline void scan_all(int epoch)
{
    while (scan_one(epoch))
        ;
}

#endif
