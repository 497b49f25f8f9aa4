/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The words that a Fencepost model may use beyond C11, <assert.h>, <pthread.h> and <stdatomic.h>.
 *
 * The checker defines __FENCEPOST__ and knows every name below by itself. A C compiler sees stand-ins that have the
 * same types: it can say whether a model is well-formed C, but only the checker gives it meaning. In particular the
 * stand-ins of cas, cas2, load_linked and store_conditional are not atomic.
 */

#ifndef FENCEPOST_H
#define FENCEPOST_H

/* ---- Read-modify-write. Whether one of them is also a fence is the memory model's affair. ---- */

#ifndef __FENCEPOST__

static inline _Bool fencepost_outcome(_Bool outcome)
{
    return outcome;
}

/* If *p equals expected, sets it to desired. True if it did. Integers, enums and pointers. */
#define cas(p, expected, desired) \
    fencepost_outcome(*(__typeof__(*(p)) volatile *)(p) == (expected) ? (*(p) = (desired), 1) : 0)

/* The same, with the memory_order_* of success and of failure. */
#define cas_explicit(p, expected, desired, success, failure) cas(p, expected, desired)

/* If *p and *q both equal what is expected of them, sets both. True if it did. One step on two cells. */
#define cas2(p, q, p_expected, q_expected, p_desired, q_desired)                       \
    fencepost_outcome(*(__typeof__(*(p)) volatile *)(p) == (p_expected) &&             \
                              *(__typeof__(*(q)) volatile *)(q) == (q_expected)        \
                          ? (*(p) = (p_desired), *(q) = (q_desired), 1)                \
                          : 0)

/* Reads *p and links the thread to it; a thread has one link. */
#define load_linked(p) (*(__typeof__(*(p)) volatile *)(p))

/* Writes *p if the thread's link to it still stands. True if it did. */
#define store_conditional(p, value) fencepost_outcome((*(p) = (value), 1))

#endif

/* ---- Fences ---- */

void fence(void);         /* every earlier access before every later one */
void fence_acquire(void); /* earlier reads before every later access */
void fence_release(void); /* every earlier access before later writes */

/* A fence of a kind that the memory model's file declares. */
void fence_named(const char *kind);

/* ---- Nondeterminism and runs that do not count ---- */

int choose(int n); /* any of 0 to n - 1 */
int __VERIFIER_nondet_int(void);

/* Drops the run where it is false. In an atomic block: the block cannot be taken now. */
void assume(_Bool condition);
void __VERIFIER_assume(int condition);

/* What stands between them is one step. It begins when all earlier accesses of its thread are done. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/*
 * The same for ghost cells alone: one step, outside the memory model as a single access to a ghost cell is, and no fence.
 * A false assume means that the step cannot be taken now. A thread that waits at a block of rest_begin may do so for ever:
 * where all others have ended, or wait so too, the program has ended.
 */
void strong_begin(void);
void rest_begin(void);
void strong_end(void);

/* ---- For 'fencepost fences': words before a statement or a block ---- */

#ifndef __FENCEPOST__
#define fencepost_keep           /* no fence is added here, and none is weakened */
#define fencepost_fast_path      /* mutators run this all the time: what is not marked */
#define fencepost_slow_path      /* mutators run this now and then */
#define fencepost_collector_path /* the collector runs this; before pthread_create: all that the thread runs */
#endif

/* ---- Marks and properties ---- */

/* A line that some run must reach: a model that never does proves nothing. */
void reachable(const char *label);

/* In a property only: true once a mark of that label was passed. */
_Bool reached(const char *label);

#ifdef __FENCEPOST__
#define FENCEPOST_UNUSED
#else
#define FENCEPOST_UNUSED __attribute__((unused))
/* In a property only: what the thread that runs a function sees. Needed where threads have memories of their own. */
#define observed_by(thread, expr) (sizeof(&thread) != 0 ? (expr) : (expr))
/* Storage word of a strong cell: instrumentation that the memory model does not reorder. */
#define FENCEPOST_GHOST
/*
 * Storage word of an array of objects that nothing distinguishes: element i of each such array is part of object i. They are
 * reached through pointers to elements, or by index; both are only copied and compared for equality.
 */
#define FENCEPOST_INTERCHANGEABLE
#endif

/* At file scope: an expression over globals and marks that holds in every state. */
#define FENCEPOST_INVARIANT(name, expr)                                   \
    FENCEPOST_UNUSED static inline _Bool fencepost_invariant_##name(void) \
    {                                                                     \
        return (expr);                                                    \
    }

/* At file scope: an expression that holds when all threads have ended and all their stores are visible. */
#define FENCEPOST_FINAL(name, expr)                                   \
    FENCEPOST_UNUSED static inline _Bool fencepost_final_##name(void) \
    {                                                                 \
        return (expr);                                                \
    }

/*
 * At file scope: a formula of temporal logic, in quotes, that is true of every run. Operators are those of SPIN:
 * [] <> X U W V ! && || -> <->. Between them stand C expressions over globals and marks, in braces where they contain
 * one of these operators.
 */
#define FENCEPOST_LTL(name, formula)                                       \
    FENCEPOST_UNUSED static inline const char *fencepost_ltl_##name(void) \
    {                                                                      \
        return formula;                                                    \
    }

#endif
