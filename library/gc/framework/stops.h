/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Safepoints and handshakes of a virtual machine, with C11's orders.
 *
 * stop_mutators(n) and resume_mutators(n) surround a pause: the collector sets a counter to the odd number n, and each mutator
 * that finds it odd at its poll puts its registers into its stack, publishes the number and waits. Pauses have the numbers 1, 3,
 * and so on. With -D HANDSHAKES, handshake_mutators(n) asks each mutator to do something by itself at its next poll, and goes on
 * when all have: a mutator never waits in it. Handshakes have the numbers 1, 2, and so on. A mutator that has ended its program
 * counts as stopped, and the collector does its part of a handshake.
 *
 * Who has handshakes defines before it includes this
 *
 *     static inline void at_handshake(int self, int n);      a mutator's part of handshake n
 *
 * A model whose mutators hold no references that matter defines NO_STACK. ARRIVE_ORDER, AWAIT_ORDER and RESUME_ORDER
 * are set_release, get_acquire and set_release, unless a twin weakens them.
 */

#ifndef FENCEPOST_GC_STOPS_H
#define FENCEPOST_GC_STOPS_H

#include "atomics.h"
#include "heap.h"
#ifndef NO_STACK
#include "objects.h"
#endif

#ifndef ARRIVE_ORDER
#define ARRIVE_ORDER set_release
#endif
#ifndef AWAIT_ORDER
#define AWAIT_ORDER get_acquire
#endif
#ifndef RESUME_ORDER
#define RESUME_ORDER set_release
#endif

/* The number of a mutator that has ended. */
#define ENDED (-1)

/* Odd while a pause is asked for. What a mutator has answered last; ENDED at its end. */
static _Atomic int safepoint;
static _Atomic int arrived[MUTATORS];

#ifdef HANDSHAKES
/* The number of the handshake that is asked for, and of the last one that this mutator has done. */
static _Atomic int handshake;
static _Atomic int shaken[MUTATORS];
#endif

/* The registers of a mutator go into its stack. */
static inline void spill(int self, int x, int y)
{
#ifndef NO_STACK
    set(&stack[self][0], x);
    set(&stack[self][1], y);
#else
    (void)(self + x + y);
#endif
}

/* Stops here while a pause is asked for. True if it did: the collector may have changed what is in the stack. */
static inline _Bool stop_if_asked(int self, int x, int y)
{
    int number = get_acquire(&safepoint);
    if (!(number & 1))
        return 0;
    spill(self, x, y);
    ARRIVE_ORDER(&arrived[self], number);
    full_fence();
    reachable("a mutator stopped");
    while (get_acquire(&safepoint) == number)
        ;
    return 1;
}

/* Does its part of a handshake if one is asked for. */
static inline void answer_if_asked(int self, int x, int y)
{
#ifdef HANDSHAKES
    int asked = get_acquire(&handshake);
    if (asked != get(&shaken[self])) {
        spill(self, x, y);
        at_handshake(self, asked);
        ARRIVE_ORDER(&shaken[self], asked);
        reachable("a mutator did its part of a handshake");
    }
#else
    (void)(self + x + y);
#endif
}

static inline void poll(int self, int x, int y)
{
    stop_if_asked(self, x, y);
    answer_if_asked(self, x, y);
}

/* The mutator will touch the heap no more. */
static inline void leave(int self, int x, int y)
{
    spill(self, x, y);
    ARRIVE_ORDER(&arrived[self], ENDED);
}

static inline void await_mutator(int mutator, int number)
{
    int seen = AWAIT_ORDER(&arrived[mutator]);
    while (seen != number && seen != ENDED)
        seen = AWAIT_ORDER(&arrived[mutator]);
}

#define AWAIT_STOPPED(mutator) await_mutator(mutator, number)

static inline void stop_mutators(int number)
{
    set_release(&safepoint, number);
    full_fence();
    FOR_EACH_MUTATOR(AWAIT_STOPPED);
}

static inline void resume_mutators(int number)
{
    RESUME_ORDER(&safepoint, number + 1);
}

#ifdef HANDSHAKES
static inline void await_shaken(int mutator, int number)
{
    while (AWAIT_ORDER(&shaken[mutator]) != number) {
        if (get_acquire(&arrived[mutator]) == ENDED) {
            /* It may have answered before it ended. */
            if (get(&shaken[mutator]) != number)
                at_handshake(mutator, number);
            break;
        }
    }
}

#define AWAIT_SHAKEN(mutator) await_shaken(mutator, number)

static inline void handshake_mutators(int number)
{
    set_release(&handshake, number);
    full_fence();
    FOR_EACH_MUTATOR(AWAIT_SHAKEN);
}
#endif

#endif
