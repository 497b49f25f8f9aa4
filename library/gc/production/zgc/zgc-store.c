/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Generational ZGC's store barrier: coloured fields of old objects, a store buffer for each thread, and two remembered sets that change
 * places when young marking starts. README.md names the function of the source that each step stands for.
 *
 * There are two old fields. A mutator stores references to new young objects into them and forgets the objects, so that only the
 * remembered sets lead the collector to them. A young object that an old field refers to must not be freed.
 *
 * A field holds 8 * colour + object. The colour that is good for stores is the number of the young cycle.
 *
 * -D MUTATORS=n      1 or 2
 * -D TURNS=n         what each mutator does before it ends: 1 to 3 accesses
 * -D CYCLES=n        young cycles, 1 to 3; 2 if nothing is said
 * -D ONE_FIELD       one old field is used
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif
#ifndef CYCLES
#define CYCLES 2
#endif

#define NO_STACK
#include "../../framework/atomics.h"
#include "../../framework/progress.h"
#include "../../framework/stops.h"

#define NONE 0
#define OLD_FIELDS 2
#define YOUNG (TURNS * MUTATORS)

#define COLOURED(object, colour) (8 * (colour) + (object))
#define COLOUR(reference) ((reference) >> 3)
#define OBJECT(reference) ((reference) & 7)

/* A field without a reference has no colour that is good. */
#define NO_COLOUR 7
static _Atomic int field[OLD_FIELDS] = {COLOURED(NONE, NO_COLOUR), COLOURED(NONE, NO_COLOUR)};

/* Each thread's good colour, and its store buffer: a field + 1. */
static _Atomic int good[MUTATORS];
static _Atomic int buffer[MUTATORS];

/* Two remembered sets: that of an odd and that of an even cycle. */
static _Atomic int remembered[2][OLD_FIELDS];

/*
 * The cycle, the one behind that in which each object was born (0 before that), the one in which it was last marked, and whether it
 * is free: instrumentation.
 */
FENCEPOST_GHOST static int now;
FENCEPOST_GHOST static int born[1 + YOUNG];
FENCEPOST_GHOST static int marked[1 + YOUNG];
FENCEPOST_GHOST static _Bool freed[1 + YOUNG];

/* ---- The mutator ---- */

/* ZStoreBarrierBuffer::flush: the entry goes into the current remembered set. */
static inline void flush(int self, int colour)
{
    int entry = get(&buffer[self]);
    if (entry != NONE)
        set(&remembered[colour & 1][entry - 1], 1);
}

static inline void store(int self, int at, int object)
{
    int before = get(&field[at]);
    int colour = get(&good[self]);
    if (COLOUR(before) != colour) {
        flush(self, colour);
        set(&buffer[self], at + 1);
        reachable("a store is buffered");
    } else {
        reachable("a store takes the fast path");
    }
    set(&field[at], COLOURED(object, colour));
}

static inline void use(int object)
{
    assert(object == NONE || !freed[object]);
}

#ifdef ONE_FIELD
#define FIELD_CHOSEN 0
#else
#define FIELD_CHOSEN choose(OLD_FIELDS)
#endif

static inline void take_turn(int self, int turn)
{
    poll(self, 0, 0);
    int at = FIELD_CHOSEN;
    if (choose(2)) {
        int object = 1 + self * TURNS + turn;
        born[object] = now + 1;
        BEGIN_ACCESS(self);
        store(self, at, object);
        END_ACCESS(self, 0);
    } else {
        use(OBJECT(get(&field[at])));
    }
}

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    take_turn(self, 0);
#if TURNS >= 2
    take_turn(self, 1);
#endif
#if TURNS >= 3
    take_turn(self, 2);
#endif
    leave(self, 0, 0);
    return NULL;
}

/* What the old fields refer to when all has ended is alive. */
#define AT_END (use(OBJECT(get(&field[0]))), use(OBJECT(get(&field[1]))))

/* ---- The collector ---- */

/* ZRemembered::scan_field: marks what the field refers to, makes the field good, and remembers it for the next cycle. */
static inline void scan_field(int at, int cycle)
{
    int seen = get(&field[at]);
    if (OBJECT(seen) == NONE)
        return;
    marked[OBJECT(seen)] = cycle;
    if (COLOUR(seen) != cycle)
        cas_relaxed(&field[at], seen, COLOURED(OBJECT(seen), cycle));
#ifndef BROKEN_FORGET
    set(&remembered[cycle & 1][at], 1);
#endif
}

static inline void flip(int mutator, int cycle)
{
    set(&good[mutator], cycle);
}

/* ZStoreBarrierBuffer::on_new_phase: it is too late for the remembered set, so that the field is scanned now. */
static inline void on_new_phase(int mutator, int cycle)
{
#ifndef BROKEN_LATE_FLUSH
    int entry = get(&buffer[mutator]);
    if (entry != NONE) {
        scan_field(entry - 1, cycle);
        set(&buffer[mutator], NONE);
        reachable("a buffer is emptied when the phase changes");
    }
#else
    (void)(mutator + cycle);
#endif
}

static inline void scan_remembered(int at, int cycle)
{
    if (get(&remembered[1 - (cycle & 1)][at])) {
        set(&remembered[1 - (cycle & 1)][at], 0);
        scan_field(at, cycle);
        reachable("a remembered field is scanned");
    }
}

static inline void free_unmarked(int cycle)
{
    for (int object = 1; object <= YOUNG; object++) {
        if (born[object] != 0 && born[object] <= cycle && marked[object] != cycle)
            freed[object] = 1;
    }
}

#define FLIP(mutator) flip(mutator, cycle)
#define ON_NEW_PHASE(mutator) on_new_phase(mutator, cycle)

static inline void collect(int cycle)
{
    stop_mutators(4 * cycle - 3);
    now = cycle;
    FOR_EACH_MUTATOR(FLIP);
    FOR_EACH_MUTATOR(ON_NEW_PHASE);
    resume_mutators(4 * cycle - 3);

    scan_remembered(0, cycle);
    scan_remembered(1, cycle);

    stop_mutators(4 * cycle - 1);
    free_unmarked(cycle);
    resume_mutators(4 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/threads.h"
