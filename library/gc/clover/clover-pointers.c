/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The repaired Clover over a heap of structs, with references that are pointers. The barriers do not ask which version
 * they have: a copy forwards to itself.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/handshake.h"

#ifndef ALPHA
#define ALPHA UNINITIALISED
#endif

#ifndef FENCE_AFTER_FIELD_COPY
#define FENCE_AFTER_FIELD_COPY ((void)0)
#endif

enum phase { COPYING, IDLE };

struct object {
    struct object *forward;
    int field[FIELDS];
};

/* The copy was allocated, its fields set to alpha and the forwarding words set before the phase begins. */
static struct object heap[2] = {
    {&heap[1], ALL_FIELDS(INITIAL_VALUE)},
    {&heap[1], ALL_FIELDS(ALPHA)},
};

#define ORIGINAL (&heap[0])
#define COPY (&heap[1])

static int phase = COPYING;
static struct object *root[MUTATORS] = ALL_ROOTS(&heap[0]);

static inline void copy_field(int field)
{
    for (;;) {
        int value = ORIGINAL->field[field];
        if (value == ALPHA)
            break;
        COPY->field[field] = value;
        FENCE_AFTER_FIELD_COPY;
        if (cas(&ORIGINAL->field[field], value, ALPHA)) {
            reachable("field copied");
            break;
        }
    }
}

static inline void flip(int mutator)
{
    root[mutator] = COPY;
}

static void *collector(void *unused)
{
    (void)unused;
    FOR_EACH_FIELD(copy_field);
    FOR_EACH_ROOT(flip);
    phase = IDLE;
    soft_handshake();
    return NULL;
}

static inline int read_barrier(int self)
{
    struct object *object = root[self];
    int value = object->field[FIELD(self)];
    if (value != ALPHA)
        return value;
    reachable("read of the copy of a field that has moved");
    return object->forward->field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (value == ALPHA) {
        while (phase != IDLE)
            yieldpoint(self);
    }
    struct object *object = root[self];
    for (;;) {
        int seen = object->field[FIELD(self)];
        if (seen == ALPHA) {
            object->forward->field[FIELD(self)] = value;
            reachable("write to the copy of a field that has moved");
            break;
        }
        if (cas(&object->field[FIELD(self)], seen, value)) {
            reachable("write to the object itself");
            break;
        }
    }
}

#include "../framework/mutators.h"
