/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Chicken over a heap of structs, with references that are pointers and the flag COPYING in the low bit of the
 * forwarding word. A copy's forwarding word that is followed before it was set is a bad address.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/handshake.h"

#define COPYING ((uintptr_t)1)

struct object {
    uintptr_t forward;
    int field[FIELDS];
};

static struct object heap[2] = {
    {(uintptr_t)&heap[0], ALL_FIELDS(INITIAL_VALUE)},
    {0, ALL_FIELDS(UNINITIALISED)},
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
    ORIGINAL->forward = (uintptr_t)ORIGINAL | COPYING;
    soft_handshake();

    FOR_EACH_FIELD(copy_field);
    COPY->forward = (uintptr_t)COPY;

    if (cas(&ORIGINAL->forward, (uintptr_t)ORIGINAL | COPYING, (uintptr_t)COPY)) {
        reachable("copy committed");
        FOR_EACH_ROOT(flip);
    } else {
        reachable("copy given up");
    }
    return NULL;
}

static inline struct object *current_version(struct object *object)
{
    return (struct object *)(object->forward & ~COPYING);
}

static inline int read_barrier(int self)
{
    return current_version(root[self])->field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    struct object *object = root[self];
    if (object->forward & COPYING) {
        if (cas(&object->forward, (uintptr_t)object | COPYING, (uintptr_t)object))
            reachable("copy aborted by a write");
    }
    current_version(object)->field[FIELD(self)] = value;
}

#include "../framework/mutators.h"
