/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The mutators with -D RACING: all of them read and write the one field, each through its root.
 *
 * "The value written last" means nothing to mutators that race. What they may still ask for is per-cell coherence: there
 * is one order of all writes to the field, with the initial value first, such that no mutator observes a value and after
 * it, in the order of its program, one that was written before. What a mutator writes it also observes.
 *
 * Written as a property: every write has a value of its own, so a value tells its write. Where some mutator observes
 * one value directly after another, the former is newer. The field is coherent if this relation has no cycle:
 * some order of the writes fits it then, and else none. A value that no mutator writes, or a mutator's own value before
 * it wrote that, comes from nowhere, and is wrong too.
 *
 * The relation is kept in ghost cells, outside the memory model, so to keep it orders nothing. But an entry waits for the
 * value that was read. WR, RW and EITHER, where a mutator reads once, make their entry at the end: nothing is held up.
 * In LOOP a mutator looks at each value that it reads before it goes on. This is what the order of reads in sc, tso and
 * pso does anyway; under rmo two reads of one cell may else be taken in either order, and no collector can mend that.
 */

#ifndef FENCEPOST_GC_RACING_H
#define FENCEPOST_GC_RACING_H

#include "heap.h"

/* The value of a mutator's write, which are numbered from 0 to WRITES - 1. */
#define OWN_VALUE(self, number) (1 + (self) * WRITES + (number))

/* newer[a] has the bit b if value b was observed after a, or after one that is newer than a. All are newer than the first. */
FENCEPOST_GHOST static int newer[VALUES + 1] = {(2 << VALUES) - 2};

/* A mutator observed two values, one after the other. */
static inline void observe(int earlier, int later)
{
    if (earlier == later)
        return;
    strong_begin();
    _Bool coherent = !(newer[later] >> earlier & 1);
    int added = 1 << later | newer[later];
    for (int value = 1; value <= VALUES; value++) {
        if (value == earlier || newer[value] >> earlier & 1)
            newer[value] |= added;
    }
    strong_end();
    assert(coherent);
}

/* Looks at a value that was read by a mutator which has written so many of its own: it must have been written. */
static inline void look_at(int value, int self, int written)
{
    assert(value <= VALUES);
    if (value < OWN_VALUE(self, 0) || value >= OWN_VALUE(self, WRITES)) {
        if (value != INITIAL_VALUE)
            reachable("value of another mutator read");
    } else {
        assert(value < OWN_VALUE(self, written));
    }
}

#if SCENARIO == WR || SCENARIO == RW || SCENARIO == EITHER

static inline void write_then_read(int self)
{
    yieldpoint(self);
    yieldpoint(self);
    write_barrier(self, OWN_VALUE(self, 0));
    yieldpoint(self);
    yieldpoint(self);
    int value = read_barrier(self);
    look_at(value, self, 1);
    observe(OWN_VALUE(self, 0), value);
}

static inline void read_then_write(int self)
{
    yieldpoint(self);
    yieldpoint(self);
    int value = read_barrier(self);
    yieldpoint(self);
    yieldpoint(self);
    write_barrier(self, OWN_VALUE(self, 0));
    look_at(value, self, 0);
    observe(value, OWN_VALUE(self, 0));
}

#elif SCENARIO == LOOP

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    int written = 0;
    int last = INITIAL_VALUE;

    for (;;) {
        yieldpoint(self);
        int turn = choose(TURNS);
        if (turn == 1) {
            if (written < WRITES) {
                int value = OWN_VALUE(self, written);
                written++;
                write_barrier(self, value);
                observe(last, value);
                last = value;
            }
        } else if (turn == 0) {
            int value = read_barrier(self);
            look_at(value, self, written);
            observe(last, value);
            last = value;
        }
    }
    return NULL;
}

#else
#error "with RACING, SCENARIO must be WR, RW, EITHER or LOOP"
#endif

#endif
