/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Mutators that move references as they like. A mutator has two registers, x and y, and begins with a reference to object 1 in
 * x. In each turn it passes a poll and then loads the reference in x's object into y, or stores y there, or clears it, or puts y
 * into x. With -D ALLOCATION it may also clear y, or put a new object there. It takes TURNS turns, 1 to 4. A model may say what it
 * does in one: TURN_1 to TURN_4 are LOAD, STORE, CLEAR, MOVE, FORGET or ALLOCATE.
 *
 * Who includes this has defined
 *
 *     static inline int read_reference(int self, int object);
 *     static inline void write_reference(int self, int object, int value);
 *     static inline int allocate(int self);                   with ALLOCATION; NONE if there is no room
 *
 * and has included stops.h.
 */

#ifndef FENCEPOST_GC_REFERENCES_H
#define FENCEPOST_GC_REFERENCES_H

#include "progress.h"
#include "stops.h"

#ifndef TURNS
#define TURNS 3
#endif

/* Where objects move, a mutator that has stopped takes its registers out of its stack again. */
#ifdef MOVING
#define POLL(self, x, y)              \
    if (stop_if_asked(self, x, y)) {  \
        x = get(&stack[self][0]);     \
        y = get(&stack[self][1]);     \
    }                                 \
    answer_if_asked(self, x, y);
#else
#define POLL(self, x, y) poll(self, x, y);
#endif

#if TURNS < 1 || TURNS > 4
#error "TURNS must be 1 to 4"
#endif

/* What a mutator has in y at the start. */
#ifndef FIRST_Y
#define FIRST_Y NONE
#endif

enum turn { LOAD, STORE, CLEAR, MOVE, FORGET, ALLOCATE };

/* How many of them a mutator chooses from. */
#ifdef ALLOCATION
#define ALL_TURNS 6
#define ALLOCATED(self) allocate(self)
#else
#define ALLOCATED(self) NONE
#endif
#ifndef ALL_TURNS
#define ALL_TURNS 4
#endif

#ifndef TURN_1
#define TURN_1 choose(ALL_TURNS)
#endif
#ifndef TURN_2
#define TURN_2 choose(ALL_TURNS)
#endif
#ifndef TURN_3
#define TURN_3 choose(ALL_TURNS)
#endif
#ifndef TURN_4
#define TURN_4 choose(ALL_TURNS)
#endif

/* Turns are written out and not a loop, so that their windows need no bound. */
#define TAKE_TURN(turn)                      \
    POLL(self, x, y)                         \
    switch (turn) {                          \
    case LOAD:                               \
        use(x);                              \
        BEGIN_ACCESS(self);                  \
        y = read_reference(self, x);         \
        END_ACCESS(self, y);                 \
        break;                               \
    case STORE:                              \
        use(x);                              \
        BEGIN_ACCESS(self);                  \
        write_reference(self, x, y);         \
        END_ACCESS(self, 0);                 \
        break;                               \
    case CLEAR:                              \
        use(x);                              \
        BEGIN_ACCESS(self);                  \
        write_reference(self, x, NONE);      \
        END_ACCESS(self, 0);                 \
        break;                               \
    case MOVE:                               \
        if (y != NONE)                       \
            x = y;                           \
        break;                               \
    case FORGET:                             \
        y = NONE;                            \
        break;                               \
    default:                                 \
        y = ALLOCATED(self);                 \
    }

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    int x = 1;
    int y = FIRST_Y;
    TAKE_TURN(TURN_1)
#if TURNS >= 2
    TAKE_TURN(TURN_2)
#endif
#if TURNS >= 3
    TAKE_TURN(TURN_3)
#endif
#if TURNS >= 4
    TAKE_TURN(TURN_4)
#endif
    leave(self, x, y);
    return NULL;
}

#endif
