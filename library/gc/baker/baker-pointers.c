/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Baker's flip over a heap of structs, with references that are pointers.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/safepoint.h"

struct object {
    struct object *forward;
    int field[FIELDS];
};

static struct object heap[2] = {
    {&heap[0], ALL_FIELDS(INITIAL_VALUE)},
    {NULL, ALL_FIELDS(UNINITIALISED)},
};

#define ORIGINAL (&heap[0])
#define COPY (&heap[1])

static struct object *root[MUTATORS] = ALL_ROOTS(&heap[0]);

static inline void copy_field(int field)
{
    COPY->field[field] = ORIGINAL->field[field];
}

static inline void flip(int mutator)
{
    root[mutator] = COPY;
}

static void *collector(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    ASSUME_ALL_STOPPED;
    FOR_EACH_FIELD(copy_field);
    COPY->forward = COPY;
    ORIGINAL->forward = COPY;
    FOR_EACH_ROOT(flip);
    __VERIFIER_atomic_end();
    reachable("flipped");
    return NULL;
}

/* The to-space invariant: what a root refers to has not been forwarded elsewhere. */
static inline struct object *load_root(int self)
{
    struct object *object = root[self];
    assert(object->forward == object);
    return object;
}

static inline int read_barrier(int self)
{
    return load_root(self)->field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    load_root(self)->field[FIELD(self)] = value;
}

#include "../framework/mutators.h"
