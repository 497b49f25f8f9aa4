/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pauseless: at a checkpoint the page of the originals is protected, the objects of the roots are relocated and the
 * roots of the stacks are set; a stale reference that is loaded later traps, is followed and is healed where it came
 * from.
 *
 * Row "Pauseless" of Table 2; README.md tells the protocol. Whether a root is on a stack, or a slot of the heap that
 * only the load barrier will set, is chosen freely.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/safepoint.h"

enum reference { FROM, TO };

static int from_page_protected = 0;
static enum reference from_forward = FROM;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static void *collector(void *unused)
{
    (void)unused;
    int on_stack = choose(2);

    __VERIFIER_atomic_begin();
#ifndef BROKEN_NO_STOP
    ASSUME_ALL_STOPPED;
#endif
    from_page_protected = 1;
    FOR_EACH_FIELD(copy_field);
    from_forward = TO;
    if (on_stack)
        FOR_EACH_ROOT(flip);
    __VERIFIER_atomic_end();
    reachable("relocated");
    return NULL;
}

/* The load barrier on the root: a reference that may be used. */
static inline int load_root(int self)
{
    int object = root[self];
    if (object == FROM) {
        if (from_page_protected) {
            reachable("trap");
            object = from_forward;
            root[self] = object;
        }
    }
    return object;
}

static inline int read_barrier(int self)
{
    if (load_root(self) == FROM) {
        reachable("access to the original");
        return from_field[FIELD(self)];
    }
    reachable("access to the copy");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (load_root(self) == FROM) {
        reachable("access to the original");
        from_field[FIELD(self)] = value;
    } else {
        reachable("access to the copy");
        to_field[FIELD(self)] = value;
    }
}

#include "../framework/mutators.h"
