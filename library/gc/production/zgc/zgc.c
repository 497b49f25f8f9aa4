/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * ZGC's relocation: coloured references, the load barrier with self-healing, the forwarding table, relocation by mutators and a
 * worker, and the remap of what is left in the next marking. README.md names the function of the source that each step stands for.
 *
 * A reference in a cell is 2 * version + colour. The good colour is 0 before relocation starts and 1 after it.
 *
 * -D MUTATORS=n      1 or 2
 * -D TURNS=n         what each mutator does before it ends: 1 to 3 accesses
 * -D PLAIN_FIND      the forwarding table is read by plain loads
 *
 * Must be reached: every mark.
 */

#define NO_STACK
#include "../../framework/moving.h"

#define COLOURED(object, colour) (2 * (object) + (colour))
#define COLOUR(reference) ((reference) & 1)
#define OBJECT(reference) ((reference) >> 1)

/* The references, both with the colour of before. */
#define REFERENCES (1 + MUTATORS)
#if MUTATORS == 1
static _Atomic int reference[REFERENCES] = {COLOURED(FROM, 0), COLOURED(FROM, 0)};
#else
static _Atomic int reference[REFERENCES] = {COLOURED(FROM, 0), COLOURED(FROM, 0), COLOURED(FROM, 0)};
#endif

/* Each thread's good colour; ZThreadLocalData. */
static _Atomic int good[MUTATORS];

#define COPY_OBJECT(copy, table) copy_object(copy)
#include "forwarding.h"
#include "../../framework/stops.h"

/* ZBarrier::self_heal. */
static inline void heal(_Atomic int *at, int seen, int healed)
{
#ifdef BROKEN_PLAIN_HEAL
    (void)seen;
    set(at, healed);
#else
    cas_relaxed(at, seen, healed);
#endif
}

/* ---- The mutator ---- */

static inline int load_from(int self, _Atomic int *at)
{
    int seen = get(at);
    int colour = get(&good[self]);
    if (seen == NONE || COLOUR(seen) == colour)
        return OBJECT(seen);
    int object = relocate_or_find(OWN_COPY(self), 0);
    heal(at, seen, COLOURED(object, colour));
    reachable("a mutator heals a reference");
    return object;
}

static inline int load_reference(int self, _Atomic int *from)
{
    (void)from;
    return load_from(self, &reference[0]);
}

/* Which mutators have emptied their other cell: instrumentation. */
FENCEPOST_GHOST static _Bool taken[MUTATORS];

/* Clears the mutator's other reference. */
static inline void other_access(int self)
{
    set(&reference[1 + self], NONE);
    taken[self] = 1;
}

/* What was taken out stays out. */
static inline void look_at_reference(int mutator)
{
    assert(!taken[mutator] || get(&reference[1 + mutator]) == NONE);
}

#define AT_END FOR_EACH_MUTATOR(look_at_reference)

/* ---- The collector ---- */

static inline void flip(int mutator)
{
    set(&good[mutator], 1);
}

/* Marking of the next cycle meets every reference; those that nobody has healed it heals. */
static inline void remap(_Atomic int *at)
{
    int seen = get(at);
    if (seen != NONE && COLOUR(seen) == 0) {
        heal(at, seen, COLOURED(FIND(&entry[0]), 1));
        reachable("marking remaps a reference");
    }
}

static inline void remap_other(int mutator)
{
    remap(&reference[1 + mutator]);
}

static inline void collect(int cycle)
{
    (void)cycle;
    stop_mutators(1);
    FOR_EACH_MUTATOR(flip);
    resume_mutators(1);

    if (FIND(&entry[0]) == NONE)
        relocate(COLLECTOR_COPY, 0);
    release_page(0);
    await_release(0);
    recycle_original();

    remap(&reference[0]);
    FOR_EACH_MUTATOR(remap_other);
}

#include "../../framework/accesses.h"
#include "../../framework/cycles.h"
#include "../../framework/threads.h"
