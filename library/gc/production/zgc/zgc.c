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

/* The forwarding table: an entry for the one object that is relocated. Who uses its page: the worker and mutators. */
static _Atomic int entry;
static _Atomic int users = 1;

#include "../../framework/stops.h"

/* ---- Relocation ---- */

#ifdef PLAIN_FIND
#define FIND get
#else
#define FIND get_acquire
#endif

/* ZForwarding::insert: gives the copy that has won. */
static inline int insert(int copy)
{
#ifndef BROKEN_NO_RELEASE
    release_fence();
#endif
    if (cas_relaxed(&entry, NONE, copy))
        return copy;
    reachable("another thread relocates faster");
    return FIND(&entry);
}

/* relocate_object_inner. */
static inline int relocate(int copy)
{
    copy_object(copy);
    return insert(copy);
}

/* ZForwarding::retain_page: not when the page has been released. */
static inline _Bool retain_page(void)
{
    int count = get_acquire(&users);
    while (count != 0 && swap_if_conservative(&users, count, count + 1) != count)
        count = get_acquire(&users);
    return count != 0;
}

/* The source tries a compare-and-swap until it succeeds, to the same effect. */
static inline void release_page(void)
{
    atomic_fetch_sub_explicit(&users, 1, memory_order_acq_rel);
    full_fence();
}

/* ZRelocate::relocate_object, by a mutator. */
static inline int relocate_or_find(int copy)
{
    int found = FIND(&entry);
    if (found != NONE)
        return found;
#ifdef BROKEN_NO_RETAIN
    reachable("a mutator relocates");
    return relocate(copy);
#else
    if (retain_page()) {
        found = relocate(copy);
        release_page();
        reachable("a mutator relocates");
        return found;
    }
    reachable("the page is gone: its object is in the table");
    return FIND(&entry);
#endif
}

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
    int object = relocate_or_find(OWN_COPY(self));
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
        heal(at, seen, COLOURED(FIND(&entry), 1));
        reachable("marking remaps a reference");
    }
}

static inline void remap_other(int mutator)
{
    remap(&reference[1 + mutator]);
}

static inline void await_release(void)
{
    while (get_acquire(&users) != 0)
        ;
}

static inline void collect(int cycle)
{
    (void)cycle;
    stop_mutators(1);
    FOR_EACH_MUTATOR(flip);
    resume_mutators(1);

    if (FIND(&entry) == NONE)
        relocate(COLLECTOR_COPY);
    release_page();
    await_release();
    recycle_original();

    remap(&reference[0]);
    FOR_EACH_MUTATOR(remap_other);
}

#include "../../framework/accesses.h"
#include "../../framework/cycles.h"
#include "../../framework/threads.h"
