/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pauseless over a heap of structs, with references that are pointers. Each object is on a page of its own.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/safepoint.h"

struct object {
    int page_protected;
    struct object *forward;
    int field[FIELDS];
};

static struct object heap[2] = {
    {0, &heap[0], ALL_FIELDS(INITIAL_VALUE)},
    {0, &heap[1], ALL_FIELDS(UNINITIALISED)},
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
    int on_stack = choose(2);

    __VERIFIER_atomic_begin();
    ASSUME_ALL_STOPPED;
    ORIGINAL->page_protected = 1;
    FOR_EACH_FIELD(copy_field);
    ORIGINAL->forward = COPY;
    if (on_stack)
        FOR_EACH_ROOT(flip);
    __VERIFIER_atomic_end();
    reachable("relocated");
    return NULL;
}

/* The load barrier on the root: a reference that may be used. */
static inline struct object *load_root(int self)
{
    struct object *object = root[self];
    if (object->page_protected) {
        reachable("trap");
        object = object->forward;
        root[self] = object;
    }
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
