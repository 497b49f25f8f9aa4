/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * ZGC, whole cycles of the old generation: marking from a snapshot, whose barrier is the store barrier; relocation of one page by a worker
 * and mutators, which frees the page while stale references are left; and the next marking, which remaps them. Mutators move
 * references as they like. README.md names the function of the source that each step stands for.
 *
 * Objects are at addresses 1, 2 and 3 at the start, and refer to each other in that order. An address is also a page. Cycle n relocates
 * page n + 1. With one mutator, a load must give the object that was stored last.
 *
 * A field holds an address and two colours: of the last marking that has seen the reference, and of the last relocation. A
 * reference is good for loads if its second colour is, and for stores if both are.
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
#ifndef CYCLES
#define CYCLES 2
#endif

#define MOVING
#define OBJECTS 3
#define ADDRESSES (4 + CYCLES + CYCLES * MUTATORS)

/* The page of each cycle, and where its object goes. Table n is that of cycle n; table 0 is empty. */
#define PAGE(cycle) (1 + (cycle))
#define WORKER_COPY(cycle) (3 + (cycle))
#define OWN_COPY(self, cycle) (3 + CYCLES + MUTATORS * ((cycle) - 1) + 1 + (self))
#define TABLES (1 + CYCLES)
#if CYCLES == 1
#define ALL_IN_USE {0, 1}
#else
#define ALL_IN_USE {0, 1, 1}
#endif

/* 9 * address + 3 * mark + remap, where both colours are numbers of cycles. */
#define COLOURED(address, mark, remap) ((address) == NONE ? NONE : 9 * (address) + 3 * (mark) + (remap))
#define ADDRESS(reference) ((reference) / 9)
#define MARK_COLOUR(reference) ((reference) / 3 % 3)
#define REMAP_COLOUR(reference) ((reference) % 3)

#define REFERENCES {NONE, COLOURED(2, 0, 0), COLOURED(3, 0, 0)}
#define REFERENT(object) current_address(get(&field[object]))
static inline int current_address(int reference);

#include "../../framework/objects.h"

/* Which object is at an address, and what it refers to by the mutator's own stores, with one mutator: instrumentation. */
FENCEPOST_GHOST static int identity[CELLS] = {0, 1, 2, 3};
FENCEPOST_GHOST static int referent[1 + OBJECTS] = {0, 2, 3, NONE};

static inline void copy_object(int copy, int cycle)
{
    use(PAGE(cycle));
    freed[copy] = 0;
    identity[copy] = identity[PAGE(cycle)];
    set(&field[copy], get(&field[PAGE(cycle)]));
}

#define COPY_OBJECT(copy, table) copy_object(copy, table)
#include "forwarding.h"
#include "../../framework/stops.h"

/* Each thread's good colours, and whether it is in marking; ZThreadLocalData. */
static _Atomic int good_mark[MUTATORS];
static _Atomic int good_remap[MUTATORS];
static _Atomic int marking[MUTATORS];

/* The store barrier buffer: references that were overwritten. */
static _Atomic int overwritten[MUTATORS][TURNS];
static _Atomic int entries[MUTATORS];

/* Where a stale reference leads: its page was relocated in the cycle after its colour, or was not. */
static inline int remapped(int reference)
{
    int cycle = REMAP_COLOUR(reference) + 1;
    if (ADDRESS(reference) != PAGE(cycle))
        return ADDRESS(reference);
    return FIND(&entry[cycle]);
}

/* Where any reference leads, when all is quiet. */
static inline int current_address(int reference)
{
    if (reference == NONE || REMAP_COLOUR(reference) == CYCLES || ADDRESS(reference) != PAGE(REMAP_COLOUR(reference) + 1))
        return ADDRESS(reference);
    int found = get(&entry[REMAP_COLOUR(reference) + 1]);
    return found == NONE ? ADDRESS(reference) : found;
}

/* ---- The mutator ---- */

/* ZBarrier::load_barrier_on_oop_field_preloaded, self_heal. */
static inline int read_reference(int self, int object)
{
    int seen = get(&field[object]);
    int remap = get(&good_remap[self]);
    int address = ADDRESS(seen);
    if (seen != NONE && REMAP_COLOUR(seen) != remap) {
        /* Marking has not remapped it yet, or relocation goes on. */
        if (get(&marking[self]))
            address = remapped(seen);
        else if (address == PAGE(remap))
            address = relocate_or_find(OWN_COPY(self, remap), remap);
        cas_relaxed(&field[object], seen, COLOURED(address, MARK_COLOUR(seen), remap));
        reachable("a mutator heals a reference");
    }
#if MUTATORS == 1
    assert(identity[address] == referent[identity[object]]);
#endif
    return address;
}

/* ZBarrier::store_barrier_on_heap_oop_field, and the store. */
static inline void write_reference(int self, int object, int value)
{
    int before = get(&field[object]);
    int mark = get(&good_mark[self]);
    int remap = get(&good_remap[self]);
#ifndef BROKEN_NO_STORE_BARRIER
    if (get(&marking[self]) && before != NONE && MARK_COLOUR(before) != mark) {
        int next = get(&entries[self]);
        set(&overwritten[self][next], before);
        set(&entries[self], next + 1);
        reachable("an overwritten reference is buffered");
    }
#endif
    (void)before;
    set(&field[object], COLOURED(value, mark, remap));
#if MUTATORS == 1
    referent[identity[object]] = identity[value];
#endif
}

/* ---- Marking ---- */

FENCEPOST_GHOST static int marked[CELLS];

/* ZMark: marks an object, and gives what it refers to; heals the reference there. */
static inline int mark(int object, int cycle)
{
    if (object == NONE || marked[object] == cycle)
        return NONE;
    marked[object] = cycle;
    int seen = get(&field[object]);
    if (seen == NONE)
        return NONE;
    int address = ADDRESS(seen);
    if (REMAP_COLOUR(seen) != cycle - 1) {
#ifndef BROKEN_NO_REMAP
        address = remapped(seen);
#endif
        reachable("marking remaps a reference");
    }
    if (MARK_COLOUR(seen) != cycle)
        cas_relaxed(&field[object], seen, COLOURED(address, cycle, cycle - 1));
    return address;
}

static inline void mark_from(int object, int cycle)
{
    object = mark(object, cycle);
    object = mark(object, cycle);
    mark(object, cycle);
}

/* A thread's roots are marked before it goes on; they are never stale. */
FENCEPOST_GHOST static int root[MUTATORS][2];

static inline void start_marking(int mutator, int cycle)
{
    set(&good_mark[mutator], cycle);
    set(&marking[mutator], 1);
    root[mutator][0] = get(&stack[mutator][0]);
    root[mutator][1] = get(&stack[mutator][1]);
}

static inline void mark_from_roots(int mutator, int cycle)
{
    mark_from(root[mutator][0], cycle);
    mark_from(root[mutator][1], cycle);
}

/* ZStoreBarrierBuffer::flush. */
static inline void end_marking(int mutator, int cycle)
{
    int end = get(&entries[mutator]);
    for (int i = 0; i < TURNS; i++) {
        if (i < end) {
            int before = get(&overwritten[mutator][i]);
            mark_from(REMAP_COLOUR(before) == cycle - 1 ? ADDRESS(before) : remapped(before), cycle);
        }
    }
    set(&entries[mutator], 0);
    set(&marking[mutator], 0);
}

static inline void free_unmarked(int cycle)
{
    for (int object = 1; object <= ADDRESSES; object++) {
        if (marked[object] != cycle)
            freed[object] = 1;
    }
}

#define START_MARKING(mutator) start_marking(mutator, cycle)
#define MARK_FROM_ROOTS(mutator) mark_from_roots(mutator, cycle)
#define END_MARKING(mutator) end_marking(mutator, cycle)

/* ---- Relocation ---- */

static inline void relocate_root(int mutator, int slot, int cycle)
{
    if (get(&stack[mutator][slot]) == PAGE(cycle)) {
        int found = FIND(&entry[cycle]);
        set(&stack[mutator][slot], found != NONE ? found : relocate(WORKER_COPY(cycle), cycle));
        reachable("a root is relocated");
    }
}

static inline void start_relocation(int mutator, int cycle)
{
    set(&good_remap[mutator], cycle);
    relocate_root(mutator, 0, cycle);
    relocate_root(mutator, 1, cycle);
}

#define START_RELOCATION(mutator) start_relocation(mutator, cycle)

static inline void relocate_page(int cycle)
{
    if (!freed[PAGE(cycle)] && FIND(&entry[cycle]) == NONE)
        relocate(WORKER_COPY(cycle), cycle);
    release_page(cycle);
    await_release(cycle);
    freed[PAGE(cycle)] = 1;
    reachable("the page is freed");
}

static inline void collect(int cycle)
{
    stop_mutators(4 * cycle - 3);
    FOR_EACH_MUTATOR(START_MARKING);
    resume_mutators(4 * cycle - 3);
    FOR_EACH_MUTATOR(MARK_FROM_ROOTS);

    stop_mutators(4 * cycle - 1);
    FOR_EACH_MUTATOR(END_MARKING);
    free_unmarked(cycle);
    FOR_EACH_MUTATOR(START_RELOCATION);
    resume_mutators(4 * cycle - 1);
    relocate_page(cycle);
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
