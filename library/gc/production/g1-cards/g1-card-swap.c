/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * G1's remembered sets from JDK 26 on: the mutators dirty the cards of one table, refinement sweeps another, and a handshake changes
 * the tables. The barrier has no fence. README.md names the function of the source that each step stands for.
 *
 * There are two old objects with a card each. Mutators store references to objects in two other regions into
 * them. In a pause, each old reference must be known: its card is in the remembered set of its region, or dirty in the mutators'
 * table.
 *
 * -D MUTATORS=n    1 to 3
 * -D TURNS=n       what each mutator does before it ends: 1 to 3 stores
 * -D CYCLES=n      how often the tables are swapped and a pause follows
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

enum holder { OLD, OTHER_OLD, HOLDERS };
enum card { CLEAN, DIRTY };

#define NO_STACK
#define HANDSHAKES
#include "../../framework/atomics.h"
#include "../../framework/heap.h"

/* The region that the reference of an object leads to; NONE if there is no reference. */
#define NONE 0
#define REGIONS 3
static _Atomic int field[HOLDERS];

/* Two card tables; the number of the mutators' one; the one that each thread has. */
static _Atomic int card[2][HOLDERS];
static _Atomic int card_table;
static _Atomic int table_of[MUTATORS];

FENCEPOST_GHOST static _Bool remembered[REGIONS][HOLDERS];

/* G1SwapThreadCardTableClosure, by the mutator itself. */
static inline void at_handshake(int self, int number)
{
    (void)number;
    set(&table_of[self], get(&card_table));
}

#include "../../framework/progress.h"
#include "../../framework/stops.h"

/* ---- The mutator: the barrier with conditional card marks ---- */

static inline void write_reference(int self, int holder, int value)
{
    set(&field[holder], value);
    if (value == NONE)
        return;
    int table = get(&table_of[self]);
    if (get(&card[table][holder]) != CLEAN) {
        reachable("a dirty card is left alone");
        return;
    }
    set(&card[table][holder], DIRTY);
}

#ifdef ONE_CARD
#define HOLDER OLD
#else
#define HOLDER choose(HOLDERS)
#endif

#define TAKE_TURN                                   \
    poll(self, 0, 0);                               \
    BEGIN_ACCESS(self);                             \
    write_reference(self, HOLDER, choose(REGIONS)); \
    END_ACCESS(self, 0);

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
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

/* G1RefineRegionClosure::do_dirty_card: the card is cleaned after the scan. No mutator has this table. */
static inline void refine(int table, int holder)
{
    if (get(&card[table][holder]) == CLEAN)
        return;
    int region = get(&field[holder]);
    if (region != NONE) {
        remembered[region][holder] = 1;
        reachable("a card is entered into the remembered set");
    }
    set(&card[table][holder], CLEAN);
}

static inline void look_at(int table, int holder)
{
    int region = get(&field[holder]);
    assert(region == NONE || remembered[region][holder] || get(&card[table][holder]) != CLEAN);
}

static inline void collect(int cycle)
{
    int swept = 1 - cycle % 2;
    int table = cycle % 2;

    set(&card_table, table);
#ifndef BROKEN_NO_HANDSHAKE
    handshake_mutators(cycle);
#else
    set_release(&handshake, cycle);
#endif
    refine(swept, OLD);
    refine(swept, OTHER_OLD);

    stop_mutators(2 * cycle - 1);
    look_at(table, OLD);
    look_at(table, OTHER_OLD);
    resume_mutators(2 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/threads.h"
