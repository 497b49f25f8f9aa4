/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Go's concurrent marking: the hybrid write barrier, stacks that are scanned one at a time and only once, allocation of marked
 * objects, and termination by a ragged barrier. README.md names the function of the source that each step stands for.
 *
 * A global variable refers to object 1, that to 2; 3 is free and may be allocated.
 *
 * -D MUTATORS=n    1 or 2
 * -D TURNS=n       what each mutator (goroutine) does before it ends: 1 to 4
 * -D ON_STACK_ALONE
 *                  only the stacks refer to object 2 at the start
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

#define OBJECTS 3
#define FRESH 3
#ifdef ON_STACK_ALONE
#define REFERENCES {NONE, NONE, NONE, NONE}
#define FIRST_Y 2
#else
#define REFERENCES {NONE, 2, NONE, NONE}
#endif
#define FREE_AT_START {0, 0, 0, 1}
#define ALLOCATION
#define LOOK_AT_GLOBAL_ROOTS look_from(1)
#define HANDSHAKES
#include "../../framework/marking.h"

/* runtime.writeBarrier.enabled. */
static _Atomic int enabled;

/* The write barrier buffer of each P: what a write overwrites, and what it writes. */
static _Atomic int buffer[MUTATORS][2 * TURNS];
static _Atomic int buffered[MUTATORS];

/* The stack as it was scanned. */
static _Atomic int scanned[MUTATORS][2];

/* Whether the last object was allocated in this cycle, while marking was on. */
static _Atomic int allocated_black;

/* ---- The mutator ---- */

static inline int read_reference(int self, int object)
{
    (void)self;
    return get(&field[object]);
}

static inline void write_reference(int self, int object, int value)
{
    if (get(&enabled)) {
        int next = get(&buffered[self]);
#ifndef BROKEN_DIJKSTRA
        set(&buffer[self][next], get(&field[object]));
        next++;
#endif
#ifndef BROKEN_YUASA
        set(&buffer[self][next], value);
        next++;
#endif
        set(&buffered[self], next);
        reachable("a write is buffered");
    }
    set(&field[object], value);
}

/* mallocgc: while marking is on, a new object is marked before anybody can have it. */
static inline int allocate(int self)
{
    (void)self;
    strong_begin();
    _Bool possible = freed[FRESH];
    if (possible)
        freed[FRESH] = 0;
    strong_end();
    if (!possible)
        return NONE;
#ifndef BROKEN_WHITE
    if (get(&enabled)) {
        set(&allocated_black, 1);
        reachable("an object is allocated marked");
    }
#endif
    return FRESH;
}

/* ---- Handshakes: an odd one scans a stack, an even one lets buffers be seen ---- */

static inline void at_handshake(int self, int number)
{
    if (number & 1) {
        set(&scanned[self][0], get(&stack[self][0]));
        set(&scanned[self][1], get(&stack[self][1]));
    }
}

#include "../../framework/stops.h"

/* ---- The collector ---- */

static inline void mark_from_stack(int mutator, int cycle)
{
    mark_from(get(&scanned[mutator][0]), cycle);
    mark_from(get(&scanned[mutator][1]), cycle);
}

/* wbBufFlush1: marks what a buffer holds up to now. */
static inline void drain(int mutator, int cycle)
{
    int end = get(&buffered[mutator]);
    for (int i = 0; i < 2 * TURNS; i++) {
        if (i < end)
            mark_from(get(&buffer[mutator][i]), cycle);
    }
}

#define MARK_FROM_STACK(mutator) mark_from_stack(mutator, cycle)
#define DRAIN(mutator) drain(mutator, cycle)

static inline void collect(int cycle)
{
    /* gcStart: the phase changes while the world is stopped. */
    stop_mutators(4 * cycle - 3);
    set(&enabled, 1);
    resume_mutators(4 * cycle - 3);

    /* markroot: the global variable and the stacks, in any order. */
    _Bool global_first = choose(2);
    if (global_first)
        mark_from(1, cycle);
    handshake_mutators(2 * cycle - 1);
    FOR_EACH_MUTATOR(MARK_FROM_STACK);
    if (!global_first)
        mark_from(1, cycle);

    /* gcMarkDone: forEachP, then the world is stopped; what was buffered since is looked at once more. */
    handshake_mutators(2 * cycle);
    FOR_EACH_MUTATOR(DRAIN);
    stop_mutators(4 * cycle - 1);
    FOR_EACH_MUTATOR(DRAIN);
    if (get(&allocated_black))
        mark_from(FRESH, cycle);
    set(&enabled, 0);
    sweep(cycle);
    resume_mutators(4 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
