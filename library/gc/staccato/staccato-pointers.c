/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato over a heap of structs, with references that are pointers and the flag COPYING in the low bit of the
 * forwarding word. A copy's forwarding word that is followed before it was set is a bad address.
 *
 * Must be reached: every mark, in every scenario.
 */

#ifndef YIELDPOINT_FENCE
#define YIELDPOINT_FENCE fence_acquire()
#endif

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
    /* By CAS, as there may be other collectors. The test of its outcome also keeps what follows behind it. */
    if (!cas(&ORIGINAL->forward, (uintptr_t)ORIGINAL, (uintptr_t)ORIGINAL | COPYING))
        return NULL;
    soft_handshake();
    fence_acquire();

    FOR_EACH_FIELD(copy_field);
    COPY->forward = (uintptr_t)COPY;
    fence_release();
    soft_handshake();

    if (cas(&ORIGINAL->forward, (uintptr_t)ORIGINAL | COPYING, (uintptr_t)COPY)) {
        reachable("copy committed");
        FOR_EACH_ROOT(flip);
    } else {
        reachable("copy given up");
    }
    return NULL;
}

/* The version of the object that is current: the access is to go there. Ends a copy that is under way. */
static inline struct object *current_version(struct object *object)
{
    uintptr_t forward = object->forward;
    if (!(forward & COPYING))
        return (struct object *)forward;
    if (cas(&object->forward, forward, (uintptr_t)object)) {
        reachable("copy aborted");
        return object;
    }
    /* An atomic read: it cannot give what the CAS did not find, as the branch on that CAS stands before it. */
    reachable("access that lost to the commit");
    return (struct object *)object->forward;
}

static inline int read_barrier(int self)
{
    return current_version(root[self])->field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    current_version(root[self])->field[FIELD(self)] = value;
}

#include "../framework/mutators.h"
