/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Short names for C11 atomics: the order stands in the name, so that a model can be read beside a collector's source.
 * A name without an order is relaxed. On a processor each becomes what compilers make of it (the `map` lines of the model).
 */

#ifndef FENCEPOST_GC_ATOMICS_H
#define FENCEPOST_GC_ATOMICS_H

#include <stdatomic.h>

#define get(p) atomic_load_explicit(p, memory_order_relaxed)
#define get_acquire(p) atomic_load_explicit(p, memory_order_acquire)
#define get_seq_cst(p) atomic_load_explicit(p, memory_order_seq_cst)

#define set(p, value) atomic_store_explicit(p, value, memory_order_relaxed)
#define set_release(p, value) atomic_store_explicit(p, value, memory_order_release)
#define set_seq_cst(p, value) atomic_store_explicit(p, value, memory_order_seq_cst)

/* The strongest fence, and the two that C11 has beside it. */
#define full_fence() atomic_thread_fence(memory_order_seq_cst)
#define acquire_fence() atomic_thread_fence(memory_order_acquire)
#define release_fence() atomic_thread_fence(memory_order_release)

/* Compare-and-swap of a cell: true if it held what was expected. The result of the failed one is read relaxed. */
static inline _Bool cas_relaxed(_Atomic int *cell, int expected, int desired)
{
    return atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_relaxed, memory_order_relaxed);
}

static inline _Bool cas_release(_Atomic int *cell, int expected, int desired)
{
    return atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_release, memory_order_relaxed);
}

static inline _Bool cas_acq_rel(_Atomic int *cell, int expected, int desired)
{
    return atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_acq_rel, memory_order_acquire);
}

/* The same, but these give what the cell held. */
static inline int swap_if_relaxed(_Atomic int *cell, int expected, int desired)
{
    atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_relaxed, memory_order_relaxed);
    return expected;
}

static inline int swap_if_acquire(_Atomic int *cell, int expected, int desired)
{
    atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_acquire, memory_order_acquire);
    return expected;
}

static inline int swap_if_release(_Atomic int *cell, int expected, int desired)
{
    atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_release, memory_order_relaxed);
    return expected;
}

static inline int swap_if_acq_rel(_Atomic int *cell, int expected, int desired)
{
    atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_acq_rel, memory_order_acquire);
    return expected;
}

/*
 * HotSpot's memory_order_conservative: an acquire and a release, with a full fence behind it. That is casal and dmb ish on AArch64;
 * cores without LSE have a fence before it too.
 */
static inline int swap_if_conservative(_Atomic int *cell, int expected, int desired)
{
    int held = swap_if_acq_rel(cell, expected, desired);
    full_fence();
    return held;
}

/* One with a full fence on both sides. */
static inline int swap_if_full(_Atomic int *cell, int expected, int desired)
{
    full_fence();
    return swap_if_conservative(cell, expected, desired);
}

#endif
