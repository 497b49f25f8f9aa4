/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Schism: an array is a sentinel, a spine and fragments. What mutators write is in fragments, which never move; only
 * the spine, which nobody writes, is copied. The sentinel says which spine is in use.
 *
 * Row "Schism" of Table 2; README.md tells the protocol. The model goes on to the point where the old spine's memory
 * is used for something else, so that a mutator which still goes by it is found out.
 *
 * Must be reached: every mark, in every scenario.
 */

/* A mutator that answers has nothing pending that goes by the old spine. */
#ifndef YIELDPOINT_FENCE
#define YIELDPOINT_FENCE fence()
#endif

#include "../framework/heap.h"
#include "../framework/handshake.h"

/* Between filling the new spine and putting it into use. */
#ifndef FENCE_AFTER_SPINE_COPY
#define FENCE_AFTER_SPINE_COPY fence()
#endif

enum spine { OLD, NEW };

/* What a word of a spine holds. There is one fragment for each mutator's field, and it is always at the same place. */
enum spine_word { NOTHING, FRAGMENT };

static int sentinel = OLD;
static int old_spine[FIELDS] = ALL_FIELDS(FRAGMENT);
static int new_spine[FIELDS] = ALL_FIELDS(NOTHING);
static int fragment[FIELDS] = ALL_FIELDS(INITIAL_VALUE);

static inline void copy_spine_word(int index)
{
    new_spine[index] = old_spine[index];
}

static inline void free_spine_word(int index)
{
    old_spine[index] = NOTHING;
}

static void *collector(void *unused)
{
    (void)unused;
    FOR_EACH_FIELD(copy_spine_word);
    FENCE_AFTER_SPINE_COPY;
    sentinel = NEW;
#ifndef BROKEN_NO_HANDSHAKE
    fence();
    soft_handshake();
#endif
    FOR_EACH_FIELD(free_spine_word);
    reachable("old spine freed");
    return NULL;
}

/* By way of the spine to a fragment. */
static inline void find_fragment(int self)
{
    if (sentinel == OLD) {
        reachable("access by the old spine");
        assert(old_spine[FIELD(self)] == FRAGMENT);
    } else {
        reachable("access by the new spine");
        assert(new_spine[FIELD(self)] == FRAGMENT);
    }
}

static inline int read_barrier(int self)
{
    find_fragment(self);
    return fragment[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    find_fragment(self);
    fragment[FIELD(self)] = value;
}

#include "../framework/mutators.h"
