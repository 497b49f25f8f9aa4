/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * G1's concurrent marking: snapshot at the beginning, with buffers that are handed over, between two pauses. README.md names the
 * function of the source that each step stands for.
 *
 * -D MUTATORS=n    1 to 3
 * -D OBJECTS=n     2 to 5
 * -D TURNS=n       what each mutator does before it ends: 1 to 4 accesses
 * -D CYCLES=n      1 or 2
 * -D HANDSHAKES    marking starts by handshakes, not in a pause
 *
 * Must be reached: every mark.
 */


#ifndef TURNS
#define TURNS 3
#endif

#include "../../framework/marking.h"

/* ---- SATB queues. A buffer has one entry, and each mutator has as many buffers as it can fill. ---- */

#define BUFFERS (TURNS * MUTATORS)
#define FIRST_BUFFER(mutator) (1 + TURNS * (mutator))

/* SATBMarkQueue::_active of each thread. */
static _Atomic int active[MUTATORS];

/* The entry of each buffer, the buffer below it in the list of completed ones, and that list (numbers from 1). */
static _Atomic int entry[BUFFERS + 1];
static _Atomic int below[BUFFERS + 1];
static _Atomic int completed;

/* How many buffers a thread has handed over in this cycle: it fills the next. */
static _Atomic int handed_over[MUTATORS];

#ifdef BROKEN_UNFENCED_BUFFER
#define PUSH cas_relaxed
#else
#define PUSH cas_conservative
#endif

static inline _Bool cas_conservative(_Atomic int *cell, int expected, int desired)
{
    return swap_if_conservative(cell, expected, desired) == expected;
}

static inline void push_completed(int buffer)
{
    int top = get(&completed);
    set(&below[buffer], top);
    while (!PUSH(&completed, top, buffer)) {
        top = get(&completed);
        set(&below[buffer], top);
    }
    reachable("a buffer is handed over");
}

static inline int pop_completed(void)
{
    int top = get(&completed);
    while (!cas_conservative(&completed, top, top == NONE ? NONE : get(&below[top])))
        top = get(&completed);
    return top;
}

/* SATBMarkQueueSet::enqueue_known_active: a full buffer goes first. */
static inline void enqueue(int self, int object)
{
    int full = get(&handed_over[self]);
    int buffer = FIRST_BUFFER(self) + full;
    if (get(&entry[buffer]) != NONE) {
        push_completed(buffer);
        set(&handed_over[self], full + 1);
        buffer++;
    }
    set(&entry[buffer], object);
}

/* ---- The mutator ---- */

static inline int read_reference(int self, int object)
{
    (void)self;
    return get(&field[object]);
}

static inline void write_reference(int self, int object, int value)
{
#ifdef BROKEN_LATE
    set(&field[object], value);
#endif
    (void)self;
#ifndef BROKEN_NO_BARRIER
    if (get(&active[self])) {
        int before = get(&field[object]);
        if (before != NONE) {
            enqueue(self, before);
            reachable("an overwritten reference is logged");
        }
    }
#endif
#ifndef BROKEN_LATE
    set(&field[object], value);
#endif
}

/* ---- The start of marking: in a pause, or with -D HANDSHAKES by two handshakes ---- */

/* The roots that marking starts from. */
static _Atomic int root[MUTATORS][2];

static inline void activate(int mutator)
{
    set(&active[mutator], 1);
}

/* The roots are taken now, and what they lead to is marked later. */
static inline void scan_stack(int mutator)
{
    set(&root[mutator][0], get(&stack[mutator][0]));
    set(&root[mutator][1], get(&stack[mutator][1]));
}

/* All barriers are on before the first stack is scanned. */
static inline void at_handshake(int self, int number)
{
#ifdef BROKEN_ONE_HANDSHAKE
    (void)number;
    activate(self);
    scan_stack(self);
#else
    if (number & 1)
        activate(self);
    else
        scan_stack(self);
#endif
}

#include "../../framework/stops.h"

static inline void start_marking(int cycle)
{
#if defined(BROKEN_ONE_HANDSHAKE)
    handshake_mutators(cycle);
#elif defined(HANDSHAKES)
    handshake_mutators(2 * cycle - 1);
    handshake_mutators(2 * cycle);
#else
    int pause = 4 * cycle - 3;
    stop_mutators(pause);
    FOR_EACH_MUTATOR(activate);
    FOR_EACH_MUTATOR(scan_stack);
    resume_mutators(pause);
#endif
}

/* ---- The collector ---- */

static inline void deactivate(int mutator)
{
    set(&active[mutator], 0);
}

static inline void drain_completed(int cycle)
{
    int buffer = pop_completed();
    while (buffer != NONE) {
        mark_from(get(&entry[buffer]), cycle);
        buffer = pop_completed();
    }
}

/* Remark: what the threads have not handed over. */
static inline void drain_own(int mutator, int cycle)
{
    mark_from(get(&entry[FIRST_BUFFER(mutator) + get(&handed_over[mutator])]), cycle);
    set(&handed_over[mutator], 0);
    for (int buffer = FIRST_BUFFER(mutator); buffer < FIRST_BUFFER(mutator + 1); buffer++)
        set(&entry[buffer], NONE);
}

#define MARK_FROM_ROOTS(mutator) (mark_from(get(&root[mutator][0]), cycle), mark_from(get(&root[mutator][1]), cycle))
#define DRAIN_OWN(mutator) drain_own(mutator, cycle)

static inline void collect(int cycle)
{
    start_marking(cycle);
    FOR_EACH_MUTATOR(MARK_FROM_ROOTS);
    drain_completed(cycle);

    int remark = 4 * cycle - 1;
    stop_mutators(remark);
    drain_completed(cycle);
    FOR_EACH_MUTATOR(DRAIN_OWN);
    FOR_EACH_MUTATOR(deactivate);
    sweep(cycle);
    resume_mutators(remark);
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
