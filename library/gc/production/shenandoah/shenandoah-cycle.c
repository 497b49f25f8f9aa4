/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Shenandoah, whole cycles: a snapshot-at-the-beginning marking, evacuation of one region by collector and mutators, the update of
 * all references, and the next cycle, which copies into the region that was recycled. Mutators move references as they like.
 * README.md names the function of the source that each step stands for.
 *
 * Objects are at addresses 1, 2 and 3 at the start, and refer to each other in that order. An address is also a region. Cycle n
 * evacuates region n + 1. With one mutator, a load must give the object that was stored last.
 *
 * -D MUTATORS=n      1 or 2
 * -D TURNS=n         what each mutator does before it ends: 1 to 4
 * -D CYCLES=n        1 or 2
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

#define MOVING
#define HANDSHAKES
#define OBJECTS 3
#define ADDRESSES (4 + CYCLES * MUTATORS)
#ifndef CYCLES
#define CYCLES 2
#endif

#define CSET(cycle) (1 + (cycle))
#define COLLECTOR_COPY(cycle) ((cycle) == 1 ? 4 : 2)
#define OWN_COPY(self, cycle) ((cycle) == 1 ? 5 + (self) : 5 + MUTATORS + (self))

#include "../../framework/marking.h"

/* Each thread's copy of the collector's state, and the region that is evacuated. */
enum gc_state { STABLE, MARKING, EVACUATION, UPDATE_REFS };
static _Atomic int gc_state[MUTATORS];
static _Atomic int cset;

/* ShenandoahPrepareForUpdateRefs, by the mutator itself. */
static inline void at_handshake(int self, int number)
{
    (void)number;
    set(&gc_state[self], UPDATE_REFS);
}

#include "../../framework/stops.h"

/* The mark word of each object: its copy, or NONE as long as it is not forwarded. */
static _Atomic int forwarding[CELLS];

/* Which object is at an address, and what it refers to by the mutator's own stores, with one mutator: instrumentation. */
FENCEPOST_GHOST static int identity[CELLS] = {0, 1, 2, 3};
FENCEPOST_GHOST static int referent[1 + OBJECTS] = {0, 2, 3, NONE};

/* SATB queues: what each mutator has logged. */
static _Atomic int logged[MUTATORS][TURNS];
static _Atomic int entries[MUTATORS];

/* ---- Evacuation ---- */

/* try_evacuate_object, try_update_forwardee: gives the copy that has won. */
static inline int evacuate(int object, int copy)
{
    use(object);
    freed[copy] = 0;
    identity[copy] = identity[object];
    set(&field[copy], get(&field[object]));
    int forwarded = get(&forwarding[object]);
    if (forwarded != NONE)
        return forwarded;
    forwarded = swap_if_conservative(&forwarding[object], NONE, copy);
    if (forwarded == NONE)
        return copy;
    reachable("another thread evacuates faster");
    return forwarded;
}

static inline int resolve(int object)
{
    int forwarded = get(&forwarding[object]);
    return forwarded == NONE ? object : forwarded;
}

/* ---- The mutator ---- */

/* load_reference_barrier_mutator, with the checks of compiled code before it: state, then collection set. */
static inline int load_reference_barrier(int self, int object)
{
    int state = get(&gc_state[self]);
    if (state != EVACUATION && state != UPDATE_REFS)
        return object;
    int region = get(&cset);
    if (object != region)
        return object;
    int current = resolve(object);
    if (current == object && state == EVACUATION) {
        current = evacuate(object, OWN_COPY(self, object - 1));
        reachable("a mutator evacuates");
    }
    return current;
}

static inline int read_reference(int self, int object)
{
    int seen = get(&field[object]);
    int current = load_reference_barrier(self, seen);
    if (current != seen) {
        cas_release(&field[object], seen, current);
        reachable("a mutator heals a reference");
    }
#if MUTATORS == 1
    assert(identity[current] == referent[identity[object]]);
#endif
    return current;
}

/* satb_barrier, and then the store. */
static inline void write_reference(int self, int object, int value)
{
#ifndef BROKEN_NO_SATB
    if (get(&gc_state[self]) == MARKING) {
        int before = get(&field[object]);
        int next = get(&entries[self]);
        if (before != NONE) {
            set(&logged[self][next], before);
            set(&entries[self], next + 1);
            reachable("an overwritten reference is logged");
        }
    }
#endif
    (void)self;
    set(&field[object], value);
#if MUTATORS == 1
    referent[identity[object]] = identity[value];
#endif
}

/* ---- The collector ---- */

/* The roots that marking starts from. */
FENCEPOST_GHOST static int root[MUTATORS][2];

static inline void start_marking(int mutator)
{
    set(&gc_state[mutator], MARKING);
    root[mutator][0] = get(&stack[mutator][0]);
    root[mutator][1] = get(&stack[mutator][1]);
}

static inline void mark_from_roots(int mutator, int cycle)
{
    mark_from(root[mutator][0], cycle);
    mark_from(root[mutator][1], cycle);
}

static inline void drain(int mutator, int cycle)
{
    int end = get(&entries[mutator]);
    for (int i = 0; i < TURNS; i++) {
        if (i < end)
            mark_from(get(&logged[mutator][i]), cycle);
    }
    set(&entries[mutator], 0);
}

/* A root in the collection set is evacuated before its thread goes on. */
static inline void evacuate_root(int mutator, int slot, int cycle)
{
    int object = get(&stack[mutator][slot]);
    if (object != CSET(cycle))
        return;
    int current = resolve(object);
    if (current == object)
        current = evacuate(object, COLLECTOR_COPY(cycle));
    set(&stack[mutator][slot], current);
    reachable("a root is evacuated");
}

static inline void start_evacuation(int mutator, int cycle)
{
    set(&gc_state[mutator], EVACUATION);
    evacuate_root(mutator, 0, cycle);
    evacuate_root(mutator, 1, cycle);
}

/* conc_update_with_forwarded. */
static inline void update_reference(int object, int cycle)
{
    int seen = get(&field[object]);
    if (seen == CSET(cycle) && object != CSET(cycle)) {
        cas_release(&field[object], seen, resolve(seen));
        reachable("the collector updates a reference");
    }
}

static inline void update_all_references(int cycle)
{
    for (int object = 1; object <= ADDRESSES; object++)
        update_reference(object, cycle);
}

static inline void stabilise(int mutator)
{
    set(&gc_state[mutator], STABLE);
}

/* Regions without a marked object are free at once. */
static inline void sweep_regions(int cycle)
{
    for (int object = 1; object <= ADDRESSES; object++) {
        if (marked[object] != cycle)
            freed[object] = 1;
    }
}

/* Nothing of what was in the region is left, and the next cycle copies into it. */
static inline void recycle(int region)
{
    freed[region] = 1;
    set(&forwarding[region], NONE);
    set(&field[region], NONE);
}

#define DRAIN(mutator) drain(mutator, cycle)
#define MARK_FROM_ROOTS(mutator) mark_from_roots(mutator, cycle)
#define START_EVACUATION(mutator) start_evacuation(mutator, cycle)

static inline void mark_objects(int cycle)
{
    stop_mutators(6 * cycle - 5);
    FOR_EACH_MUTATOR(start_marking);
    resume_mutators(6 * cycle - 5);
    FOR_EACH_MUTATOR(MARK_FROM_ROOTS);
    stop_mutators(6 * cycle - 3);
    FOR_EACH_MUTATOR(DRAIN);
}

static inline void collect(int cycle)
{
    mark_objects(cycle);
    sweep_regions(cycle);
    set(&cset, CSET(cycle));
    FOR_EACH_MUTATOR(START_EVACUATION);
    resume_mutators(6 * cycle - 3);

    if (!freed[CSET(cycle)] && get(&forwarding[CSET(cycle)]) == NONE)
        evacuate(CSET(cycle), COLLECTOR_COPY(cycle));

    handshake_mutators(cycle);
#ifndef BROKEN_NO_UPDATE
    update_all_references(cycle);
#endif

    stop_mutators(6 * cycle - 1);
    FOR_EACH_MUTATOR(stabilise);
    set(&cset, NONE);
    recycle(CSET(cycle));
    check_reachable_from_roots();
    resume_mutators(6 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
