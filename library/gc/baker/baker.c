/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Baker's collector in its concurrent form, the flip: with the mutators stopped, what the roots refer to is copied and
 * the roots are set to the copies, so that a mutator never holds a reference to an original.
 *
 * Row "Baker" of Table 2. Our one object hangs on the roots, so this is all there is to copy. README.md tells the
 * rest.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/safepoint.h"

enum reference { FROM, TO };

static enum reference from_forward = FROM;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference to_forward = FROM;
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
    __VERIFIER_atomic_begin();
#ifndef BROKEN_NO_STOP
    ASSUME_ALL_STOPPED;
#endif
    FOR_EACH_FIELD(copy_field);
    to_forward = TO;
    from_forward = TO;
    FOR_EACH_ROOT(flip);
    __VERIFIER_atomic_end();
    reachable("flipped");
    return NULL;
}

/* The to-space invariant, as each barrier finds it: what a root refers to has not been forwarded elsewhere. */

static inline int read_barrier(int self)
{
    if (root[self] == FROM) {
        assert(from_forward == FROM);
        reachable("access to the original");
        return from_field[FIELD(self)];
    }
    assert(to_forward == TO);
    reachable("access to the copy");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
        assert(from_forward == FROM);
        reachable("access to the original");
        from_field[FIELD(self)] = value;
    } else {
        assert(to_forward == TO);
        reachable("access to the copy");
        to_field[FIELD(self)] = value;
    }
}

#include "../framework/mutators.h"
