/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sapphire, the copy phase: mutators write to both versions, the original first, and the collector copies a field
 * until it sees that nothing has changed under its hands.
 *
 * Row "Sapphire (iteration part)" of Table 2. SAPPHIRE_LL_SC gives "Sapphire (LL/SC part)", the fallback that copies
 * a field by load-linked and store-conditional; SAPPHIRE_X86 gives "x86-Sapphire", which leaves the order of the
 * mutator's two stores to TSO. README.md tells the protocol.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/no_handshake.h"

/*
 * FENCE_AFTER_COLLECTOR_READ  between the collector's read of the original and its store to the copy
 * FENCE_AFTER_COLLECTOR_COPY  between that store and its second look at the original
 * FENCE_AFTER_WRITE           after each of the mutator's two stores
 */
#ifdef SAPPHIRE_X86
#define FENCE_AFTER_COLLECTOR_READ ((void)0)
#define FENCE_AFTER_WRITE ((void)0)
#else
#define FENCE_AFTER_COLLECTOR_READ fence()
#define FENCE_AFTER_WRITE fence()
#endif
#ifndef FENCE_AFTER_COLLECTOR_COPY
#define FENCE_AFTER_COLLECTOR_COPY fence()
#endif

enum reference { FROM, TO };

static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

#ifdef SAPPHIRE_LL_SC

static inline void copy_field(int field)
{
    load_linked(&to_field[field]);
    fence();
    int value = from_field[field];
    fence();
#ifdef BROKEN_PLAIN_STORE
    to_field[field] = value;
#else
    /* If it fails the mutator has written to the copy, and what it wrote is at least as new. */
    if (!store_conditional(&to_field[field], value))
        reachable("store-conditional lost to a mutator");
#endif
}

#else

static inline void copy_field(int field)
{
    for (;;) {
        int copied = from_field[field];
        FENCE_AFTER_COLLECTOR_READ;
        to_field[field] = copied;
        FENCE_AFTER_COLLECTOR_COPY;
        if (from_field[field] == copied)
            break;
        reachable("field copied again");
    }
}

#endif

static inline void flip(int mutator)
{
    root[mutator] = TO;
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
    if (root[self] == FROM)
        return from_field[FIELD(self)];
    reachable("access through the root to the copy");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
#ifdef BROKEN_COPY_FIRST
        to_field[FIELD(self)] = value;
        FENCE_AFTER_WRITE;
        from_field[FIELD(self)] = value;
#else
        from_field[FIELD(self)] = value;
        FENCE_AFTER_WRITE;
        to_field[FIELD(self)] = value;
#endif
        FENCE_AFTER_WRITE;
        reachable("written to both versions");
    } else {
        to_field[FIELD(self)] = value;
        FENCE_AFTER_WRITE;
        reachable("access through the root to the copy");
    }
}

#include "../framework/mutators.h"
