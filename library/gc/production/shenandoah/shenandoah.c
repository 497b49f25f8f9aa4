/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Shenandoah's evacuation and update of references: the load-reference barrier, forwarding in the mark word, self-healing, and
 * compare-and-swap of references. README.md names the function of the source that each step stands for.
 *
 * -D MUTATORS=n      1 or 2
 * -D TURNS=n         what each mutator does before it ends: 1 to 3 accesses
 * -D RELAXED_HEAL    references are healed by a relaxed compare-and-swap
 * -D COMPILED_CAS    compare-and-swap of references as compiled code has it
 * -D RELEASE_INSTALL the forwarding is installed with release alone
 *
 * Must be reached: every mark.
 */

#define NO_STACK
#define HANDSHAKES
#include "../../framework/moving.h"

/* What each thread's copy of the collector's state says. */
enum gc_state { STABLE, EVACUATION, UPDATE_REFS };
static _Atomic int gc_state[MUTATORS];

static inline void set_gc_state(int mutator, int state)
{
    set(&gc_state[mutator], state);
}

/* ShenandoahPrepareForUpdateRefs, by the mutator itself. */
static inline void at_handshake(int self, int number)
{
    (void)number;
    set_gc_state(self, UPDATE_REFS);
}

#include "../../framework/stops.h"

/* ---- Forwarding ---- */

/* The mark word of each version: the copy, or NONE as long as it is not forwarded. */
static _Atomic int mark[3 + MUTATORS];

/* ShenandoahForwarding::try_update_forwardee: gives the copy that has won. */
static inline int install(int object, int copy)
{
    int forwarded = get(&mark[object]);
    if (forwarded != NONE)
        return forwarded;
#if defined(BROKEN_PLAIN_INSTALL)
    full_fence();
    set(&mark[object], copy);
#elif defined(BROKEN_NO_RELEASE)
    forwarded = swap_if_relaxed(&mark[object], NONE, copy);
#elif defined(RELEASE_INSTALL)
    forwarded = swap_if_release(&mark[object], NONE, copy);
#else
    forwarded = swap_if_conservative(&mark[object], NONE, copy);
#endif
    if (forwarded == NONE)
        return copy;
    reachable("another thread evacuates faster");
    return forwarded;
}

/* ShenandoahHeap::evacuate_object. */
static inline int evacuate(int object, int copy)
{
    copy_object(copy);
    return install(object, copy);
}

/* ShenandoahBarrierSet::resolve_forwarded: the copy of an object that was forwarded, else the object itself. */
static inline int resolve(int object)
{
    if (object != FROM)
        return object;
    int forwarded = get(&mark[object]);
    return forwarded == NONE ? object : forwarded;
}

/* ShenandoahHeap::atomic_update_oop. */
static inline void heal(_Atomic int *at, int seen, int object)
{
#if defined(BROKEN_PLAIN_HEAL)
    (void)seen;
    full_fence();
    set(at, object);
#elif defined(RELAXED_HEAL)
    cas_relaxed(at, seen, object);
#else
    cas_release(at, seen, object);
#endif
}

/* ---- The mutator ---- */

#ifdef COMPILED_CAS
#define SWAP_REFERENCE_IF swap_if_acq_rel
#else
#define SWAP_REFERENCE_IF swap_if_full
#endif

/* The barrier's middle part: gives the object's current version. */
static inline int load_reference_barrier(int self, int object)
{
    int state = get(&gc_state[self]);
    if (state == STABLE || object != FROM)
        return object;
    int current = resolve(object);
#ifndef BROKEN_NO_EVACUATION
    if (current == FROM && state == EVACUATION) {
        current = evacuate(object, OWN_COPY(self));
        reachable("a mutator evacuates");
    }
#endif
    return current;
}

static inline int load_reference(int self, _Atomic int *from)
{
    int seen = get(from);
    int object = load_reference_barrier(self, seen);
    if (object != seen) {
        heal(from, seen, object);
        reachable("a mutator heals a reference");
    }
    return object;
}

/* Which mutators have emptied their other cell: instrumentation. */
FENCEPOST_GHOST static _Bool taken[MUTATORS];

/*
 * ShenandoahBarrierSet::oop_cmpxchg: where the cell held another version of the object that was expected, once more with that, and if
 * that was healed meanwhile, with the former. Gives what the cell held; none of it is changed by another mutator here.
 */
static inline int swap_reference_if(_Atomic int *at, int expected, int desired)
{
    int held = SWAP_REFERENCE_IF(at, expected, desired);
#ifndef BROKEN_RAW_CAS
    if (held != expected && resolve(held) == expected) {
        reachable("a compare-and-swap meets another version");
        int once_more = SWAP_REFERENCE_IF(at, held, desired);
        if (once_more != held)
            once_more = SWAP_REFERENCE_IF(at, expected, desired);
        return resolve(once_more);
    }
#endif
    return held;
}

/* Takes the reference out of the mutator's other cell. */
static inline void other_access(int self)
{
    int expected = load_reference(self, &cell[0]);
    int held = swap_reference_if(&cell[1 + self], expected, NONE);
    assert(held == expected || held == NONE);
    taken[self] = 1;
}

/* What was taken out stays out. */
static inline void look_at_cell(int mutator)
{
    assert(!taken[mutator] || get(&cell[1 + mutator]) == NONE);
}

#define AT_END FOR_EACH_MUTATOR(look_at_cell)

/* ---- The collector ---- */

static inline void start_evacuation(int mutator)
{
    set_gc_state(mutator, EVACUATION);
}

static inline void end_update(int mutator)
{
    set_gc_state(mutator, STABLE);
}

/* ShenandoahHeap::conc_update_with_forwarded. */
static inline void update_reference(_Atomic int *at)
{
    int seen = get(at);
    if (seen == FROM) {
        heal(at, seen, resolve(seen));
        reachable("the collector updates a reference");
    }
}

static inline void update_other(int mutator)
{
    update_reference(&cell[1 + mutator]);
}

static inline void collect(int cycle)
{
    (void)cycle;
    stop_mutators(1);
    FOR_EACH_MUTATOR(start_evacuation);
    resume_mutators(1);

    if (get(&mark[FROM]) == NONE)
        evacuate(FROM, COLLECTOR_COPY);

    handshake_mutators(1);
    update_reference(&cell[0]);
    FOR_EACH_MUTATOR(update_other);

    stop_mutators(3);
    FOR_EACH_MUTATOR(end_update);
    recycle_original();
    resume_mutators(3);
}

#include "../../framework/accesses.h"
#include "../../framework/cycles.h"
#include "../../framework/threads.h"
