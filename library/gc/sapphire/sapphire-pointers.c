/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sapphire (iteration part) over a heap of structs, with references that are pointers. A copy forwards to itself, so
 * that the write barrier need not ask which version it has.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/no_handshake.h"

#ifdef SAPPHIRE_X86
#define FENCE_AFTER_COLLECTOR_READ ((void)0)
#define FENCE_AFTER_WRITE ((void)0)
#else
#define FENCE_AFTER_COLLECTOR_READ fence()
#define FENCE_AFTER_WRITE fence()
#endif

struct object {
    struct object *forward;
    int field[FIELDS];
};

/* The copy was allocated and the forwarding words set in an earlier phase. */
static struct object heap[2] = {
    {&heap[1], ALL_FIELDS(INITIAL_VALUE)},
    {&heap[1], ALL_FIELDS(UNINITIALISED)},
};

#define ORIGINAL (&heap[0])
#define COPY (&heap[1])

static struct object *root[MUTATORS] = ALL_ROOTS(&heap[0]);

static inline void copy_field(int field)
{
    for (;;) {
        int copied = ORIGINAL->field[field];
        FENCE_AFTER_COLLECTOR_READ;
        COPY->field[field] = copied;
        fence();
        if (ORIGINAL->field[field] == copied)
            break;
        reachable("field copied again");
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
    reachable("flipped");
    return NULL;
}

static inline int read_barrier(int self)
{
    return root[self]->field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    struct object *object = root[self];
    object->field[FIELD(self)] = value;
    FENCE_AFTER_WRITE;
    object->forward->field[FIELD(self)] = value;
    FENCE_AFTER_WRITE;
}

#include "../framework/mutators.h"
