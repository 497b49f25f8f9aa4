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

static inline _Bool cas_seq_cst(_Atomic int *cell, int expected, int desired)
{
    return atomic_compare_exchange_strong_explicit(cell, &expected, desired, memory_order_seq_cst, memory_order_seq_cst);
}

#endif
