/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Chicken, the copy phase: the collector copies optimistically, and a mutator that writes meanwhile calls the copy
 * off.
 *
 * Row "Chicken" of Table 2; README.md tells the protocol.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/handshake.h"

/* The forwarding word holds a reference, and with it the flag COPYING while a copy is under way. */
enum reference { FROM, TO };
#define COPYING 2

static enum reference from_forward = FROM;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference to_forward = FROM;
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static void *collector(void *unused)
{
    (void)unused;
    from_forward = FROM | COPYING;
#ifndef BROKEN_NO_HANDSHAKE
    /* After this no mutator is still about to write on the strength of having seen no flag. */
    soft_handshake();
#endif

    FOR_EACH_FIELD(copy_field);
    to_forward = TO;

    if (cas(&from_forward, FROM | COPYING, TO)) {
        reachable("copy committed");
        FOR_EACH_ROOT(flip);
    } else {
        reachable("copy given up");
    }
    return NULL;
}

static inline int read_barrier(int self)
{
    if (root[self] == FROM) {
        if ((from_forward & ~COPYING) == FROM)
            return from_field[FIELD(self)];
        reachable("access through the forwarding word to the copy");
        return to_field[FIELD(self)];
    }
    assert(to_forward == TO);
    reachable("access through the root to the copy");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
        if (from_forward & COPYING) {
            if (cas(&from_forward, FROM | COPYING, FROM))
                reachable("copy aborted by a write");
        }
        if ((from_forward & ~COPYING) == FROM) {
            from_field[FIELD(self)] = value;
        } else {
            reachable("access through the forwarding word to the copy");
            to_field[FIELD(self)] = value;
        }
    } else {
        assert(to_forward == TO);
        reachable("access through the root to the copy");
        to_field[FIELD(self)] = value;
    }
}

#include "../framework/mutators.h"
