/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From no collection to marking, with mutators that learn of each phase one after the other; each access is a step.
 *
 * -D TYPE_II       two phases between: first the insertion barrier, then black allocation; without: both at once
 * -D OPERATIONS=n  of each of the two mutators, which may answer a handshake before each
 * -D NO_FENCE      a mutator answers a handshake without a fence
 * -D TEST_AS_TEXT  an object is allocated only if its number is less than that of the last one, which stays unused
 * -D POOL=n        the mutators allocate from one pool of n objects, of which either may get any; without: one each
 *
 * A write is a store and a barrier, and between the two a black object may refer to a white one. So the invariant is
 * asked for when all have come to rest, which each may do anywhere: mutators need not do all that they could, and the
 * collector may stop waiting.
 */

#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#ifndef OPERATIONS
#define OPERATIONS 2
#endif

enum phase { NO_GC, BARRIER_ON, BLACK_ALLOCATION, MARKING };
enum colour { UNUSED, WHITE, GREY, BLACK };

/*
 * Object 0 is null, 1 is there, the others are what the mutators can allocate. Where they come from a pool, who gets which
 * is all one.
 */
#ifdef POOL
#define OBJECTS (1 + POOL)
#define ALIKE FENCEPOST_INTERCHANGEABLE
#else
#define OBJECTS 3
#define ALIKE
#endif
ALIKE static int slot[OBJECTS + 1];
ALIKE static int colour[OBJECTS + 1] = {UNUSED, WHITE};
static int gc_phase;
static int phase[2];

static _Bool is_strong(int object)
{
    return !(colour[object] == BLACK && slot[object] != 0 && colour[slot[object]] == WHITE);
}

FENCEPOST_FINAL(strong_invariant, is_strong(1))
FENCEPOST_FINAL(strong_invariant_2, is_strong(2))
FENCEPOST_FINAL(strong_invariant_3, is_strong(3))
#if OBJECTS == 4
FENCEPOST_FINAL(strong_invariant_4, is_strong(4))
#elif OBJECTS != 3
#error "POOL must be 2 or 3"
#endif

/* ---- Mutators ---- */

static void write_slot(int object, int value, int mine)
{
    slot[object] = value;
    if (mine != NO_GC && value != 0 && colour[value] == WHITE) {
        reachable("shaded");
        colour[value] = GREY;
    }
}

#ifdef POOL
/* Any object that is still free; the run in which another got it first is none. */
static int allocate(int fresh_colour)
{
    int object = choose(OBJECTS + 1);
    assume(object != 0 && object != 1);
    assume(cas(&colour[object], UNUSED, fresh_colour));
    return object;
}
#endif

static void mutate(int me)
{
    int first = 1;
    int second = 0;
    int mine = NO_GC;
#ifndef POOL
    int spare = 2 + me;
#ifdef TEST_AS_TEXT
    if (spare >= OBJECTS)
        spare = 0;
#endif
#endif
    for (int turn = 0; turn < OPERATIONS; turn++) {
        if (choose(2)) {
            int wanted = gc_phase;
            if (wanted != mine) {
#ifndef NO_FENCE
                fence();
#endif
                mine = wanted;
                phase[me] = mine;
            }
        }
        switch (choose(6)) {
        case 0:
            second = slot[first];
            break;
        case 1:
            if (second != 0)
                first = slot[second];
            if (first == 0)
                first = 1;
            break;
        case 2:
            write_slot(first, second, mine);
            break;
        case 3:
            if (second != 0)
                write_slot(second, first, mine);
            break;
        case 4:
#ifdef POOL
            second = allocate(mine >= BLACK_ALLOCATION ? BLACK : WHITE);
            reachable("allocated");
#else
            if (spare != 0) {
                reachable("allocated");
                colour[spare] = mine >= BLACK_ALLOCATION ? BLACK : WHITE;
                second = spare;
                spare = 0;
            }
#endif
            break;
        default:
            break;
        }
    }
}

/* ---- Collector ---- */

#include "handshakes.h"

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, first_mutator, NULL);
    pthread_create(&second, NULL, second_mutator, NULL);
#ifdef TYPE_II
    if (!advance(BARRIER_ON))
        return 0;
#endif
    if (advance(BLACK_ALLOCATION) && advance(MARKING))
        reachable("all mutators mark");
    return 0;
}
