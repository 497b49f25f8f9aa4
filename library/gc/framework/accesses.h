/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The mutators of a collector that moves (moving.h). In each turn a mutator passes a poll and then reads its field, or writes the
 * other value than the last, through cell[0], or does something that the model adds. It takes TURNS turns, 1 to 3. A model may
 * say what it does in one: TURN_1 to TURN_3 are READ, WRITE or OTHER.
 *
 * Who includes this has defined
 *
 *     static inline int load_reference(int self, _Atomic int *from);   the load barrier
 *     static inline void other_access(int self);
 *
 * and has included stops.h.
 */

#ifndef FENCEPOST_GC_ACCESSES_H
#define FENCEPOST_GC_ACCESSES_H

#include "moving.h"
#include "progress.h"
#include "stops.h"

#ifndef TURNS
#define TURNS 2
#endif

#if TURNS < 1 || TURNS > 3
#error "TURNS must be 1 to 3"
#endif

enum turn { READ, WRITE, OTHER };

#ifndef TURN_1
#define TURN_1 choose(3)
#endif
#ifndef TURN_2
#define TURN_2 choose(3)
#endif
#ifndef TURN_3
#define TURN_3 choose(3)
#endif

/* Gives what the mutator's field must hold then. */
static inline int take_turn(int self, int turn, int written)
{
    poll(self, 0, 0);
    BEGIN_ACCESS(self);
    if (turn == OTHER) {
        other_access(self);
        END_ACCESS(self, 0);
        return written;
    }
    int object = load_reference(self, &cell[0]);
    END_ACCESS(self, object);
    assert(object != FROM || !recycled);
    if (turn == WRITE) {
        set(&value[object][self], 1 - written);
        return 1 - written;
    }
    int seen = get(&value[object][self]);
    assert(seen == written);
    return written;
}

/* Turns are written out and not a loop, so that their windows need no bound. */
static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    int written = INITIAL_VALUE;
    written = take_turn(self, TURN_1, written);
#if TURNS >= 2
    written = take_turn(self, TURN_2, written);
#endif
#if TURNS >= 3
    written = take_turn(self, TURN_3, written);
#endif
    (void)written;
    leave(self, 0, 0);
    return NULL;
}

#endif
