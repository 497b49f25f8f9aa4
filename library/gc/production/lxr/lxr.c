/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * LXR's coalescing barrier: the first write to a field after a pause logs the field and what it referred to; the pause increments what
 * the logged fields refer to now and then decrements what they referred to. README.md names the function of the source that
 * each step stands for.
 *
 * One field, three objects. After each pause the count of an object must be the number of references to it.
 *
 * -D MUTATORS=n    1 or 2; 2 if nothing is said
 * -D TURNS=n       what each mutator does before it ends: 1 to 3 writes
 * -D CYCLES=n      pauses, 1 to 3
 * -D OWN_OBJECTS   the first mutator writes references to object 2, the second to object 3
 * -D ORDERED       the lock of a field acquires and releases, as it must on weakly ordered processors
 *
 * Must be reached: every mark.
 */

#ifndef MUTATORS
#define MUTATORS 2
#endif
#ifndef TURNS
#define TURNS 1
#endif

#define NO_STACK
#include "../../framework/progress.h"
#include "../../framework/stops.h"

#define NONE 0
#define OBJECTS 3
#define FIELDS_LOGGED 1
#define ALL_UNLOGGED {UNLOGGED}
#include "coalescing.h"

static _Atomic int field = 1;

/* What each mutator has logged: for each entry the former referent + 1. There is one field, so that an increment is not noted by itself. */
static _Atomic int logged[MUTATORS][TURNS];

/* The counts are the collector's alone. */
FENCEPOST_GHOST static int count[1 + OBJECTS] = {0, 1};

/* ---- The mutator ---- */

static inline void write_reference(int self, int value, int entry)
{
    if (lock_unless_logged(0)) {
        int before = get(&field);
        log_and_unlock(0);
        set(&logged[self][entry], before + 1);
        reachable("a field is logged");
    }
    set(&field, value);
}

#ifdef OWN_OBJECTS
#define WRITTEN (2 + self)
#else
#define WRITTEN choose(1 + OBJECTS)
#endif

#define TAKE_TURN(entry)                   \
    poll(self, 0, 0);                      \
    BEGIN_ACCESS(self);                    \
    write_reference(self, WRITTEN, entry); \
    END_ACCESS(self, 0);

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    TAKE_TURN(0)
#if TURNS >= 2
    TAKE_TURN(1)
#endif
#if TURNS >= 3
    TAKE_TURN(2)
#endif
    leave(self, 0, 0);
    return NULL;
}

/* ---- The pause ---- */

static inline void increment(void)
{
    int object = get(&field);
    if (object != NONE)
        count[object] = count[object] + 1;
    unlog_field(0);
}

/* An object whose count comes to 0 is dead: what it refers to is decremented, and its lines are free. */
static inline void decrement(int object)
{
    if (object != NONE) {
        count[object] = count[object] - 1;
        assert(count[object] > 0 || get(&field) != object);
    }
}

static inline void process_increments(int mutator)
{
    for (int i = 0; i < TURNS; i++) {
        if (get(&logged[mutator][i]) != 0)
            increment();
    }
}

static inline void process_decrements(int mutator)
{
    for (int i = 0; i < TURNS; i++) {
        int entry = get(&logged[mutator][i]);
        if (entry != 0)
            decrement(entry - 1);
    }
}

static inline void forget_log(int mutator)
{
    for (int i = 0; i < TURNS; i++)
        set(&logged[mutator][i], 0);
}

static inline void look_at(int object)
{
    assert(count[object] == (get(&field) == object));
}

static inline void collect(int cycle)
{
    stop_mutators(2 * cycle - 1);
#ifdef BROKEN_DECREMENT_FIRST
    FOR_EACH_MUTATOR(process_decrements);
    FOR_EACH_MUTATOR(process_increments);
#else
    FOR_EACH_MUTATOR(process_increments);
    FOR_EACH_MUTATOR(process_decrements);
#endif
    FOR_EACH_MUTATOR(forget_log);
    look_at(1);
    look_at(2);
    look_at(3);
    resume_mutators(2 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/threads.h"
