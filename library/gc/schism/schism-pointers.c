/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Schism over a heap of structs, with references that are pointers. A spine that is followed before it was filled, or
 * after it was freed, gives a bad address.
 *
 * Must be reached: every mark, in every scenario.
 */

#define YIELDPOINT_FENCE fence()

#include "../framework/heap.h"
#include "../framework/handshake.h"

/* Between filling the new spine and putting it into use. */
#ifndef FENCE_AFTER_SPINE_COPY
#define FENCE_AFTER_SPINE_COPY fence()
#endif

struct fragment {
    int value;
};

struct spine {
    struct fragment *fragment[FIELDS];
};

static struct fragment fragments[FIELDS] = ALL_FIELDS({INITIAL_VALUE});
static struct spine old_spine = {ALL_ADDRESSES(fragments)};
static struct spine new_spine = {ALL_FIELDS(NULL)};
static struct spine *sentinel = &old_spine;

static inline void copy_spine_word(int index)
{
    new_spine.fragment[index] = old_spine.fragment[index];
}

static inline void free_spine_word(int index)
{
    old_spine.fragment[index] = NULL;
}

static void *collector(void *unused)
{
    (void)unused;
    FOR_EACH_FIELD(copy_spine_word);
    FENCE_AFTER_SPINE_COPY;
    sentinel = &new_spine;
    fence();
    soft_handshake();
    FOR_EACH_FIELD(free_spine_word);
    reachable("old spine freed");
    return NULL;
}

static inline int read_barrier(int self)
{
    return sentinel->fragment[FIELD(self)]->value;
}

static inline void write_barrier(int self, int value)
{
    sentinel->fragment[FIELD(self)]->value = value;
}

#include "../framework/mutators.h"
