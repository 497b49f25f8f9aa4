/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Go's collector, whole cycles: the phase changes in a pause, stacks are scanned by handshakes, a worker and assisting mutators mark
 * from one worklist, new objects are black, marking ends by a ragged barrier and a pause and begins again if that finds work, and
 * what is unmarked is swept and allocated anew. README.md names the function of the source that each step stands for.
 *
 * A global variable refers to object 1, that to 2; the others are free. All objects are interchangeable.
 *
 * -D MUTATORS=n    1 or 2
 * -D OBJECTS=n     3 to 5
 * -D TURNS=n       what each mutator (goroutine) does before it ends: 1 to 4
 * -D CYCLES=n      1 to 3
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

#define POOL
#define ALLOCATION
#define HANDSHAKES
#define REFERENCES {NONE, 2}
#define LOOK_AT_GLOBAL_ROOTS look_from(get(&global))
static _Atomic int global = 1;
#include "../../framework/worklist.h"

/* runtime.writeBarrier.enabled: the epoch while marking is on, else 0. */
static _Atomic int enabled;

/* The write barrier buffer of each P. */
static _Atomic int buffer[MUTATORS][2 * TURNS];
static _Atomic int buffered[MUTATORS];

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
        set(&buffer[self][next], get(&field[object]));
        set(&buffer[self][next + 1], value);
        set(&buffered[self], next + 2);
        reachable("a write is buffered");
    }
    set(&field[object], value);
}

/* gcAssistAlloc: who allocates while marking is on does a part of it. */
static inline void assist(int epoch)
{
#ifndef BROKEN_UNFINISHED_ASSIST
    if (scan_one(epoch))
        reachable("a mutator assists");
#else
    if (pop_grey() != NONE)
        reachable("a mutator assists");
#endif
}

/* mallocgc. */
static inline int allocate(int self)
{
    (void)self;
    int epoch = get(&enabled);
    if (epoch != 0)
        assist(epoch);
    int object = take_from_pool(epoch);
    release_fence();
    reachable("an object is allocated");
    return object;
}

/* ---- Handshakes: an odd one scans a stack, an even one empties a buffer ---- */

static inline void scan_stack(int mutator, int epoch)
{
    shade(get(&stack[mutator][0]), epoch);
    shade(get(&stack[mutator][1]), epoch);
}

/* wbBufFlush1. */
static inline void flush(int mutator, int epoch)
{
    int end = get(&buffered[mutator]);
    for (int i = 0; i < 2 * TURNS; i++) {
        if (i < end)
            shade(get(&buffer[mutator][i]), epoch);
    }
    set(&buffered[mutator], 0);
}

static inline void at_handshake(int self, int number)
{
    int epoch = get(&enabled);
    if (number & 1)
        scan_stack(self, epoch);
    else
        flush(self, epoch);
}

#include "../../framework/stops.h"

/* ---- The collector ---- */

/* The numbers of the last pause and of the last handshake, the collector's own. */
FENCEPOST_GHOST static int pauses = -1;
FENCEPOST_GHOST static int handshakes = -1;

static inline void stop_the_world(void)
{
    pauses = pauses + 2;
    stop_mutators(pauses);
}

static inline void start_the_world(void)
{
    resume_mutators(pauses);
}

#define FLUSH(mutator) flush(mutator, epoch)

/* gcMarkDone: true if nothing was grey in the pause, which goes on then. */
static inline _Bool marking_is_done(int epoch)
{
    scan_all(epoch);
#ifndef BROKEN_NO_FLUSH
    handshakes = handshakes + 1;
    handshake_mutators(handshakes);
    handshakes = handshakes + 1;
    if (get_acquire(&grey) != NONE)
        return 0;
#endif
    stop_the_world();
#ifdef BROKEN_NO_FLUSH
    return 1;
#else
    FOR_EACH_MUTATOR(FLUSH);
    if (get(&grey) == NONE)
        return 1;
    start_the_world();
    reachable("the pause finds work, and marking goes on");
    return 0;
#endif
}

static inline void collect(int cycle)
{
    int epoch = EPOCH(cycle);
    stop_the_world();
    set(&enabled, epoch);
    start_the_world();

    shade(get(&global), epoch);
    handshakes = handshakes + 2;
    handshake_mutators(handshakes);
    while (!marking_is_done(epoch))
        ;
    set(&enabled, 0);
    sweep_pool(epoch);
    check_reachable_from_roots();
    start_the_world();
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
