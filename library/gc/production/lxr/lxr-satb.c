/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * LXR's backup marking beside its counts: a snapshot-at-the-beginning trace whose barrier is the coalescing one. What a field referred to
 * at the pause that starts the trace is in the log when the field is written, for the decrement, and marking takes it from there.
 * Mutators move references as they like. README.md names the function of the source that each step stands for.
 *
 * After each pause the count of an object must be the number of fields that refer to it, and after a trace all that is reachable from the
 * roots is alive. Objects are 1 to 3; 1 refers to 2, that to 3. A mutator begins with references to 1 and to 3, so that it can store one in
 * its first turn.
 *
 * -D MUTATORS=n    1 or 2
 * -D TURNS=n       what each mutator does before it ends: 1 to 4; 1 with two mutators, or the search takes long
 * -D CYCLES=n      traces, 1 or 2
 * -D ORDERED       the lock of a field acquires and releases, as it must on weakly ordered processors
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

#define OBJECTS 3
#define FIRST_Y 3
#include "../../framework/marking.h"

#define FIELDS_LOGGED CELLS
#define ALL_UNLOGGED {LOGGED, UNLOGGED, UNLOGGED, UNLOGGED}
#include "coalescing.h"

/*
 * What each mutator has logged: for each field that it logged the former referent + 1. It logs a field at most once between two pauses,
 * and the order of what it logs does not matter.
 */
static _Atomic int logged[MUTATORS][CELLS];

/* The counts are the collector's alone. */
FENCEPOST_GHOST static int count[CELLS] = {0, 0, 1, 1};

/* ---- The mutator ---- */

static inline int read_reference(int self, int object)
{
    (void)self;
    return get(&field[object]);
}

static inline void write_reference(int self, int object, int value)
{
    if (lock_unless_logged(object)) {
        int before = get(&field[object]);
        log_and_unlock(object);
        set(&logged[self][object], before + 1);
        reachable("a field is logged");
    }
    set(&field[object], value);
}

#include "../../framework/stops.h"

/* ---- The collector ---- */

static inline void increment(int object)
{
    if (object != NONE)
        count[object] = count[object] + 1;
}

static inline void decrement(int object)
{
    if (object != NONE)
        count[object] = count[object] - 1;
}

/* ProcessIncs and ProcessDecs; and ProcessModBufSATB with the former referent, if a trace is under way. */
static inline void process_entry(int mutator, int at, int cycle)
{
    int entry = get(&logged[mutator][at]);
    if (entry != 0) {
        increment(get(&field[at]));
        unlog_field(at);
        decrement(entry - 1);
#ifndef BROKEN_NO_SATB
        if (cycle != 0)
            mark_from(entry - 1, cycle);
#endif
        set(&logged[mutator][at], 0);
    }
}

#define PROCESS_ENTRY(at) process_entry(mutator, at, cycle)

static inline void process_log(int mutator, int cycle)
{
    FOR_EACH_OBJECT(PROCESS_ENTRY);
}

/* How many fields of living objects refer to one. */
static inline void look_at_count(int object)
{
    int references = (get(&field[1]) == object) + (get(&field[2]) == object) + (get(&field[3]) == object);
    assert(count[object] == references);
}

/* The roots that the trace starts from. */
FENCEPOST_GHOST static int root[MUTATORS][2];

static inline void take_roots(int mutator)
{
    root[mutator][0] = get(&stack[mutator][0]);
    root[mutator][1] = get(&stack[mutator][1]);
}

static inline void mark_from_roots(int mutator, int cycle)
{
    mark_from(root[mutator][0], cycle);
    mark_from(root[mutator][1], cycle);
}

#define BEFORE_TRACE(mutator) process_log(mutator, 0)
#define IN_TRACE(mutator) process_log(mutator, cycle)
#define MARK_FROM_ROOTS(mutator) mark_from_roots(mutator, cycle)

static inline void collect(int cycle)
{
    stop_mutators(4 * cycle - 3);
    FOR_EACH_MUTATOR(BEFORE_TRACE);
    FOR_EACH_OBJECT(look_at_count);
    FOR_EACH_MUTATOR(take_roots);
    resume_mutators(4 * cycle - 3);

    FOR_EACH_MUTATOR(MARK_FROM_ROOTS);

    stop_mutators(4 * cycle - 1);
    FOR_EACH_MUTATOR(IN_TRACE);
    FOR_EACH_OBJECT(look_at_count);
    sweep(cycle);
    check_reachable_from_roots();
    resume_mutators(4 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
