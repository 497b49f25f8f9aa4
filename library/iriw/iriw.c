/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Independent reads of independent writes: each writer writes a cell of its own, and two readers read all cells, one
 * upwards and one downwards. The reads are acquire loads, so that each reader reads in its order.
 *
 * Where memory is multi-copy atomic the readers agree on the order of any two writes. Where each thread has a memory of
 * its own they need not: one may have seen the write to a cell and not yet that to another one, and the other reader
 * the other way round.
 *
 * -D WRITERS=n  2 (the default) to 6
 */

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <fencepost.h>

#ifndef WRITERS
#define WRITERS 2
#endif

#if WRITERS < 2 || WRITERS > 6
#error "WRITERS must be 2 to 6"
#endif

static atomic_int cell[WRITERS];

/* What each reader has seen, a bit for each cell. */
FENCEPOST_GHOST static int seen_upwards;
FENCEPOST_GHOST static int seen_downwards;

#define SEEN(i) (atomic_load_explicit(&cell[i], memory_order_acquire) << (i))

static void *read_upwards(void *unused)
{
    (void)unused;
    int seen = SEEN(0);
    seen |= SEEN(1);
#if WRITERS >= 3
    seen |= SEEN(2);
#endif
#if WRITERS >= 4
    seen |= SEEN(3);
#endif
#if WRITERS >= 5
    seen |= SEEN(4);
#endif
#if WRITERS >= 6
    seen |= SEEN(5);
#endif
    seen_upwards = seen;
    return NULL;
}

static void *read_downwards(void *unused)
{
    (void)unused;
    int seen = 0;
#if WRITERS >= 6
    seen |= SEEN(5);
#endif
#if WRITERS >= 5
    seen |= SEEN(4);
#endif
#if WRITERS >= 4
    seen |= SEEN(3);
#endif
#if WRITERS >= 3
    seen |= SEEN(2);
#endif
    seen |= SEEN(1);
    seen |= SEEN(0);
    seen_downwards = seen;
    return NULL;
}

static void *write_cell(void *number)
{
    atomic_store_explicit(&cell[(intptr_t)number], 1, memory_order_relaxed);
    return NULL;
}

/*
 * The cells that only one of the readers has seen. If a is the lowest that the upward reader alone has seen, then the
 * downward reader, which came to a last, must not have seen alone any cell above: to the upward reader that one was
 * written after a, to the downward reader before.
 */
#define ONLY_UPWARDS (seen_upwards & ~seen_downwards)
#define ONLY_DOWNWARDS (seen_downwards & ~seen_upwards)
#define LOWEST(bits) ((bits) & -(bits))

FENCEPOST_FINAL(readers_agree, ONLY_UPWARDS == 0 || ONLY_DOWNWARDS < LOWEST(ONLY_UPWARDS))

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, read_upwards, NULL);
    pthread_create(&thread, NULL, read_downwards, NULL);
    pthread_create(&thread, NULL, write_cell, (void *)(intptr_t)0);
    pthread_create(&thread, NULL, write_cell, (void *)(intptr_t)1);
#if WRITERS >= 3
    pthread_create(&thread, NULL, write_cell, (void *)(intptr_t)2);
#endif
#if WRITERS >= 4
    pthread_create(&thread, NULL, write_cell, (void *)(intptr_t)3);
#endif
#if WRITERS >= 5
    pthread_create(&thread, NULL, write_cell, (void *)(intptr_t)4);
#endif
#if WRITERS >= 6
    pthread_create(&thread, NULL, write_cell, (void *)(intptr_t)5);
#endif
    return 0;
}
