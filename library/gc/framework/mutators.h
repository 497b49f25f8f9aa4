/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The mutators. A collector's file includes this last, after it has defined
 *
 *     static void *collector(void *number);               copies the object and flips the roots; number 0, unless there
 *                                                         are two collectors
 *     static inline int read_barrier(int self);           field `self` of the object that root `self` refers to
 *     static inline void write_barrier(int self, int value);
 *     static inline void yieldpoint(int self);
 *
 * What is checked: a read gives what this mutator wrote last to its field, or the initial value if it wrote nothing.
 *
 * -D SCENARIO=WR    writes 1, then reads (the default)
 * -D SCENARIO=RW    reads, then writes 1
 * -D SCENARIO=EITHER
 *                   each mutator chooses WR or RW
 * -D SCENARIO=LOOP  takes turns: passes a yieldpoint, then reads, or writes the other value than the last, or does
 *                   neither; -D LOOPS=n turns, or for ever (0, the default). With -D ANY_VALUE it may write the same
 *                   value again, which takes more states.
 *
 * -D SCENARIO=PROGRESS
 *                   a write and a read in either order, then yieldpoints for ever; with temporal properties: accesses_end,
 *                   collector_ends
 * -D SCENARIO=CONTEND
 *                   two mutators that access the first field through the first root for ever, with a full fence after
 *                   each access; with temporal properties: accesses_end, some_access_ends
 *
 * -D RACING         all mutators use one field; racing.h has what is checked then, and what LOOP does
 *
 * Two yieldpoints before each access of WR, RW and EITHER: no collector here asks for more than two handshakes a copy.
 * In LOOP the turns without an access see to that: a collector whose copy any access calls off would never finish one
 * else.
 */

#ifndef FENCEPOST_GC_MUTATORS_H
#define FENCEPOST_GC_MUTATORS_H

#include "heap.h"

#define WR 1
#define RW 2
#define LOOP 3
#define EITHER 4
#define PROGRESS 5
#define CONTEND 6

#ifndef SCENARIO
#define SCENARIO WR
#endif

#ifndef LOOPS
#define LOOPS 0
#endif

/* To go on without an access is something to do only where that passes a yieldpoint. */
#ifdef NO_YIELDPOINT
#define TURNS 2
#else
#define TURNS 3
#endif

#ifdef RACING
#include "racing.h"
#endif

#if SCENARIO == WR || SCENARIO == RW || SCENARIO == EITHER

#ifndef RACING

static inline void write_then_read(int self)
{
    yieldpoint(self);
    yieldpoint(self);
    write_barrier(self, 1);
    yieldpoint(self);
    yieldpoint(self);
    int value = read_barrier(self);
    assert(value == 1);
}

static inline void read_then_write(int self)
{
    yieldpoint(self);
    yieldpoint(self);
    int value = read_barrier(self);
    assert(value == INITIAL_VALUE);
    yieldpoint(self);
    yieldpoint(self);
    write_barrier(self, 1);
}

#endif

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;

#if SCENARIO == WR
    write_then_read(self);
#elif SCENARIO == RW
    read_then_write(self);
#else
    if (choose(2))
        write_then_read(self);
    else
        read_then_write(self);
#endif
    return NULL;
}

#elif SCENARIO == LOOP && !defined(RACING)

/* One turn. Gives what the field must hold after it. */
static inline int take_turn(int self, int last_written)
{
    yieldpoint(self);
    int turn = choose(TURNS);
    if (turn == 1) {
#ifdef ANY_VALUE
        last_written = choose(2);
#else
        last_written = 1 - last_written;
#endif
        write_barrier(self, last_written);
    } else if (turn == 0) {
        int value = read_barrier(self);
        assert(value == last_written);
    }
    return last_written;
}

#define TURNS_AHEAD 4
#include "turns.h"

#elif SCENARIO == PROGRESS

/* Who is in an access, what it read last, and whether the collector has ended: instrumentation. */
FENCEPOST_GHOST static _Bool in_access[MUTATORS];
FENCEPOST_GHOST static int has_read[MUTATORS];
FENCEPOST_GHOST static _Bool collected;

FENCEPOST_LTL(accesses_end, "[] (in_access[0] -> <> !in_access[0])")
FENCEPOST_LTL(collector_ends, "<> collected")

static inline void write_once(int self)
{
    yieldpoint(self);
    in_access[self] = 1;
    write_barrier(self, 1);
    in_access[self] = 0;
}

static inline void read_once(int self)
{
    yieldpoint(self);
    in_access[self] = 1;
    has_read[self] = read_barrier(self);
    in_access[self] = 0;
}

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    if (choose(2)) {
        write_once(self);
        read_once(self);
    } else {
        read_once(self);
        write_once(self);
    }
    reachable("both accesses ended");
#ifndef NO_YIELDPOINT
    for (;;)
        yieldpoint(self);
#endif
    return NULL;
}

static void *measured_collector(void *unused)
{
    collector(unused);
    collected = 1;
    return NULL;
}

#define collector measured_collector

#elif SCENARIO == CONTEND

#if MUTATORS != 2
#error "SCENARIO=CONTEND is for two mutators: -D MUTATORS=2"
#endif

/* Who is in an access: instrumentation. */
FENCEPOST_GHOST static _Bool in_access[MUTATORS];

FENCEPOST_LTL(accesses_end, "[] (in_access[0] -> <> !in_access[0])")
FENCEPOST_LTL(some_access_ends, "([] <> in_access[0] && [] <> !in_access[0])"
                                " || ([] <> in_access[1] && [] <> !in_access[1])")

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    int value = 0;
    for (;;) {
        yieldpoint(self);
        in_access[self] = 1;
        if (choose(2)) {
            value = 1 - value;
            write_barrier(0, value);
            in_access[self] = 0;
        } else {
            int seen = read_barrier(0);
            in_access[self] = seen ^ seen; /* 0, once it is known what was read */
        }
        fence();
    }
    return NULL;
}

#elif !defined(RACING)
#error "SCENARIO must be WR, RW, EITHER, LOOP, PROGRESS or CONTEND"
#endif

#include "threads.h"

#endif
