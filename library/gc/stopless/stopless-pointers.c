/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stopless over a heap of structs, with references that are pointers: where stopless.c branches on a reference to
 * pick a variable, this one goes to an address. A forwarding word that is followed before it was set is a bad
 * address.
 *
 * Must be reached: in RW every mark, in WR every mark but the read of the original behind the wide version.
 */

#include "../framework/heap.h"
#include "../framework/no_handshake.h"

#ifdef STOPLESS_FOR_RMO
#define FENCE_AFTER_WIDE_FORWARD fence()
#define FENCE_AFTER_FIELD_COPY fence()
#define FENCE_BEFORE_FLIP fence()
#else
#define FENCE_AFTER_WIDE_FORWARD ((void)0)
#define FENCE_AFTER_FIELD_COPY ((void)0)
#define FENCE_BEFORE_FLIP ((void)0)
#endif

/* Where the current value of a field is. */
enum status { IN_ORIGINAL, IN_WIDE, IN_COPY };

/* A field of the wide version is value and status in one word, so that one CAS changes both. */
#define WIDE_FIELD(value, status) ((status) << VALUE_BITS | (value))
#define WIDE_VALUE(field) ((field) & ((1 << VALUE_BITS) - 1))
#define WIDE_STATUS(field) ((field) >> VALUE_BITS)

/* The forwarding word: a reference, and in its low bit whether that is to a wide version. */
#define IS_WIDE ((uintptr_t)1)

struct object {
    uintptr_t forward;
    int field[FIELDS];
};

static struct object heap[3] = {
    {(uintptr_t)&heap[0], ALL_FIELDS(INITIAL_VALUE)},
    {0, ALL_FIELDS(WIDE_FIELD(UNINITIALISED, IN_ORIGINAL))},
    {0, ALL_FIELDS(UNINITIALISED)},
};

#define ORIGINAL (&heap[0])
#define WIDE (&heap[1])
#define COPY (&heap[2])

static struct object *root[MUTATORS] = ALL_ROOTS(&heap[0]);

/* From the original to the wide version; loses on purpose to a mutator that has written there already. */
static inline void widen_field(int field)
{
    int unwritten = WIDE_FIELD(WIDE_VALUE(WIDE->field[field]), IN_ORIGINAL);
    cas(&WIDE->field[field], unwritten, WIDE_FIELD(ORIGINAL->field[field], IN_WIDE));
}

/* From the wide version to the copy; again if the mutator has written meanwhile. */
static inline void narrow_field(int field)
{
    for (;;) {
        int seen = WIDE->field[field];
        COPY->field[field] = WIDE_VALUE(seen);
        FENCE_AFTER_FIELD_COPY;
        if (cas(&WIDE->field[field], seen, WIDE_FIELD(WIDE_VALUE(seen), IN_COPY)))
            break;
        reachable("field copied again");
    }
}

static inline void flip(int mutator)
{
    root[mutator] = (struct object *)ORIGINAL->forward;
}

static void *collector(void *unused)
{
    (void)unused;
    cas(&ORIGINAL->forward, (uintptr_t)ORIGINAL, (uintptr_t)WIDE | IS_WIDE);
    FOR_EACH_FIELD(widen_field);

    WIDE->forward = (uintptr_t)COPY;
    FENCE_AFTER_WIDE_FORWARD;
    COPY->forward = (uintptr_t)COPY;
    FOR_EACH_FIELD(narrow_field);

    ORIGINAL->forward = (uintptr_t)COPY;
    FENCE_BEFORE_FLIP;
    FOR_EACH_ROOT(flip);
    reachable("flipped");
    return NULL;
}

static inline int read_barrier(int self)
{
    struct object *object = root[self];
    uintptr_t forward = object->forward;
    if (forward & IS_WIDE) {
        struct object *wide = (struct object *)(forward & ~IS_WIDE);
        int field = wide->field[FIELD(self)];
        if (WIDE_STATUS(field) == IN_ORIGINAL) {
            reachable("read of the original behind the wide version");
            return object->field[FIELD(self)];
        }
        if (WIDE_STATUS(field) == IN_WIDE) {
            reachable("read of the wide version");
            return WIDE_VALUE(field);
        }
        reachable("read of the copy behind the wide version");
        return ((struct object *)wide->forward)->field[FIELD(self)];
    }
    reachable("read of the object itself or its copy");
    return ((struct object *)forward)->field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    struct object *object = root[self];
    if (object == ORIGINAL)
        cas(&object->forward, (uintptr_t)object, (uintptr_t)WIDE | IS_WIDE);
    uintptr_t forward = object->forward;
    if (forward & IS_WIDE) {
        struct object *wide = (struct object *)(forward & ~IS_WIDE);
        for (;;) {
            int seen = wide->field[FIELD(self)];
            if (WIDE_STATUS(seen) == IN_COPY) {
                ((struct object *)wide->forward)->field[FIELD(self)] = value;
                reachable("write to the copy behind the wide version");
                break;
            }
            if (cas(&wide->field[FIELD(self)], seen, WIDE_FIELD(value, IN_WIDE))) {
                reachable("write to the wide version");
                break;
            }
        }
    } else {
        ((struct object *)forward)->field[FIELD(self)] = value;
        reachable("write to the copy");
    }
}

#include "../framework/mutators.h"
