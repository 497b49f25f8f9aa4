/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * G1's remembered sets up to JDK 25: the post-write barrier with its young filter and its StoreLoad, and concurrent refinement that
 * cleans a card and then scans it. README.md names the function of the source that each step stands for.
 *
 * There are two old objects with a card each and a young one. Mutators store references to
 * objects in two other regions into them. In a pause, each old reference must be known: its card is in the remembered set of its
 * region, or dirty and in a queue.
 *
 * -D MUTATORS=n    1 to 3
 * -D TURNS=n       what each mutator does before it ends: 1 to 3 stores
 * -D CYCLES=n      how often it is refined and a pause follows
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

#define NO_STACK
#include "../../framework/progress.h"
#include "../../framework/stops.h"

/* The objects, by the numbers of their cards. */
enum holder { OLD, OTHER_OLD, YOUNG_OBJECT, HOLDERS };
enum card { CLEAN, DIRTY, YOUNG };

/* The region that the reference of an object leads to; NONE if there is no reference. */
#define NONE 0
#define REGIONS 3
static _Atomic int field[HOLDERS];
static _Atomic enum card card[HOLDERS] = {CLEAN, CLEAN, YOUNG};

/* The dirty card queue of each mutator, handed over entry by entry: a card + 1. */
static _Atomic int queue[MUTATORS][TURNS + 1];

/* The remembered sets of the regions, and how many entries have been taken out of the queues. Only the collector has them. */
FENCEPOST_GHOST static _Bool remembered[REGIONS][HOLDERS];
FENCEPOST_GHOST static int taken[MUTATORS];

/* ---- The mutator: write_ref_field_post ---- */

#ifndef BROKEN_NO_STORE_LOAD
#define STORE_LOAD full_fence()
#else
#define STORE_LOAD ((void)0)
#endif

/* Gives how many cards this mutator has logged now. */
static inline int write_reference(int self, enum holder holder, int value, int logged)
{
    set(&field[holder], value);
    if (value == NONE)
        return logged;
    if (get(&card[holder]) == YOUNG) {
        reachable("a young card is left alone");
        return logged;
    }
    STORE_LOAD;
    if (get(&card[holder]) == DIRTY) {
        reachable("a dirty card is left alone");
        return logged;
    }
    set(&card[holder], DIRTY);
    full_fence();
    set(&queue[self][logged], holder + 1);
    return logged + 1;
}

#ifdef ONE_CARD
#define HOLDER OLD
#else
#define HOLDER choose(HOLDERS)
#endif

#define TAKE_TURN                                                    \
    poll(self, 0, 0);                                                \
    BEGIN_ACCESS(self);                                              \
    logged = write_reference(self, HOLDER, choose(REGIONS), logged); \
    END_ACCESS(self, logged);

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    int logged = 0;
    TAKE_TURN
#if TURNS >= 2
    TAKE_TURN
#endif
#if TURNS >= 3
    TAKE_TURN
#endif
    leave(self, 0, 0);
    return NULL;
}

/* ---- Refinement ---- */

/* clean_card_before_refine, the fence of G1RefineBufferedCards::refine, refine_card_concurrently. */
static inline void refine(enum holder holder)
{
    if (get(&card[holder]) != DIRTY)
        return;
#ifdef BROKEN_SCAN_FIRST
    int region = get(&field[holder]);
    full_fence();
    set(&card[holder], CLEAN);
#else
    set(&card[holder], CLEAN);
#ifndef BROKEN_NO_REFINER_FENCE
    full_fence();
#endif
    int region = get(&field[holder]);
#endif
    if (region != NONE) {
        remembered[region][holder] = 1;
        reachable("a card is entered into the remembered set");
    }
}

/* Takes one card of this mutator's queue, if one is there. */
static inline void refine_one(int mutator)
{
    int entry = get_acquire(&queue[mutator][taken[mutator]]);
    if (entry != 0) {
        taken[mutator] = taken[mutator] + 1;
        refine(entry - 1);
    }
}

/* ---- The pause: cards that are still logged are scanned, the others must not have to be ---- */

static inline void look_at(enum holder holder)
{
    int region = get(&field[holder]);
    assert(region == NONE || remembered[region][holder] || get(&card[holder]) == DIRTY);
}

static inline void collect(int cycle)
{
    FOR_EACH_MUTATOR(refine_one);
    FOR_EACH_MUTATOR(refine_one);
    stop_mutators(2 * cycle - 1);
    look_at(OLD);
    look_at(OTHER_OLD);
    resume_mutators(2 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/threads.h"
