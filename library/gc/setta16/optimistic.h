/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What Chicken and Staccato have in common in the SETTA'16 form: reference and flag are two words that change
 * together by a two-word CAS; only writes call a copy off; the copy's forwarding word is a constant that nobody looks
 * at; the copy starts out with the initial value.
 *
 * The including file defines the fences:
 *     FENCE_AFTER_FLAG        after the collector raised the flag
 *     FENCE_AFTER_HANDSHAKE   before it reads the original
 *     FENCE_AFTER_COPY        after it filled the copy
 *     FENCE_BEFORE_ANSWER     at the head of a yieldpoint
 *     FENCE_AFTER_ANSWER      at its end
 * and SECOND_HANDSHAKE, where the protocol has one before the commit.
 */

#include "../framework/heap.h"

enum reference { FROM, TO };

static enum reference from_forward = FROM;
static int from_copying = 0;
static int from_field[MUTATORS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[MUTATORS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference root[MUTATORS] = ALL_FIELDS(FROM);

/* Set by the collector, reset by the mutator. */
static int handshake_request[MUTATORS];

#define HAS_YIELDPOINT

static inline void yieldpoint(int self)
{
    FENCE_BEFORE_ANSWER;
    if (handshake_request[self]) {
        handshake_request[self] = 0;
        reachable("handshake answered");
    }
    FENCE_AFTER_ANSWER;
}

static inline void request_handshake(int mutator)
{
    handshake_request[mutator] = 1;
}

static inline void await_handshake(int mutator)
{
    while (handshake_request[mutator])
        ;
}

static inline void soft_handshake(void)
{
    FOR_EACH_MUTATOR(request_handshake);
    FOR_EACH_MUTATOR(await_handshake);
}

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

static inline void flip(int mutator)
{
    root[mutator] = from_forward;
}

/* One try. A collector that loses would try again, but its loop is bounded to one round. */
static void *collector(void *unused)
{
    (void)unused;
    from_copying = 1;
    FENCE_AFTER_FLAG;
#ifndef BROKEN_NO_HANDSHAKE
    soft_handshake();
#endif
    FENCE_AFTER_HANDSHAKE;

    FOR_EACH_FIELD(copy_field);
    FENCE_AFTER_COPY;
#ifdef SECOND_HANDSHAKE
    soft_handshake();
#endif

    if (cas2(&from_forward, &from_copying, FROM, 1, TO, 0)) {
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
        if (from_forward == FROM)
            return from_field[self];
        reachable("access through the forwarding word to the copy");
        return to_field[self];
    }
    reachable("access through the root to the copy");
    return to_field[self];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
        if (from_copying) {
            if (cas2(&from_forward, &from_copying, FROM, 1, FROM, 0))
                reachable("copy aborted by a write");
        }
        if (from_forward == FROM) {
            from_field[self] = value;
        } else {
            reachable("access through the forwarding word to the copy");
            to_field[self] = value;
        }
    } else {
        reachable("access through the root to the copy");
        to_field[self] = value;
    }
}

#include "mutator.h"
