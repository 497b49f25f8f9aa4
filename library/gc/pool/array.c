/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A pool of work packets in an array that all workers share: a worker claims a slot by compare-and-swap, to put a packet
 * in or to take one out. A count of packets that wait or are held tells when there is no work any more. README.md tells the
 * protocol.
 *
 * Who takes a packet sees what is in it. Who finds the count at 0 may open the next bucket: no packet waits, none is held,
 * and what the packets did is visible.
 *
 * Must be reached: every mark.
 */

#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SLOTS 2
#define WORKERS 2

/* Packet 3 is there at the start. Its work makes packets 1 and 2, whose work makes none. */
#define FIRST 3

enum slot { EMPTY, BUSY, FULL };

static enum slot slot[SLOTS] = {FULL, EMPTY};
static int contents[SLOTS] = {FIRST, 0};

/* How many packets are in the pool or held by a worker. */
static _Atomic int unfinished = 1;

/* What the work of a packet writes: a mark, a copy. */
static int result[FIRST + 1];

FENCEPOST_GHOST int handed_out[FIRST + 1];
FENCEPOST_GHOST int waiting = 1, held;

static inline void put(int packet)
{
    /* It counts before anybody can take it. */
    atomic_fetch_add_explicit(&unfinished, 1, memory_order_relaxed);
    strong_begin();
    waiting++;
    strong_end();
    for (int i = 0;; i = (i + 1) % SLOTS) {
        if (cas(&slot[i], EMPTY, BUSY)) {
            contents[i] = packet;
#ifndef BROKEN_NO_PUBLICATION
            fence_release();
#endif
            slot[i] = FULL;
            return;
        }
    }
}

/* A packet, or 0 where none was found. */
static inline int take(void)
{
    for (int i = 0; i < SLOTS; i++) {
        if (cas(&slot[i], FULL, BUSY)) {
            fence_acquire();
            int packet = contents[i];
            strong_begin();
            waiting--;
            held++;
            handed_out[packet]++;
            strong_end();
            fence_release();
            slot[i] = EMPTY;
            return packet;
        }
    }
    return 0;
}

static inline void count_down(void)
{
#ifndef BROKEN_NO_RESULTS
    fence_release();
#endif
    atomic_fetch_sub_explicit(&unfinished, 1, memory_order_relaxed);
}

static inline void work(int packet)
{
    assert(packet != 0);
    assert(handed_out[packet] == 1);
#ifdef BROKEN_COUNT
    count_down();
#endif
    if (packet == FIRST) {
        put(1);
        put(2);
    }
    result[packet] = packet;
    strong_begin();
    held--;
    strong_end();
#ifndef BROKEN_COUNT
    count_down();
#endif
}

static void *worker(void *unused)
{
    (void)unused;
    for (;;) {
        int packet = take();
        if (packet != 0) {
            reachable("packet taken");
            work(packet);
        } else if (atomic_load_explicit(&unfinished, memory_order_relaxed) == 0) {
            fence_acquire();
            break;
        }
    }
    reachable("no work left");
    assert(waiting == 0 && held == 0);
    for (int packet = 1; packet <= FIRST; packet++)
        assert(result[packet] == packet);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
