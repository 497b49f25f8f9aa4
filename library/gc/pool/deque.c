/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A worker's deque of work packets (Chase and Lev): the worker that owns it pushes and pops packets at the bottom, a
 * worker that has nothing to do steals at the top. README.md tells the protocol.
 *
 * Every packet is handed out exactly once, and who gets it sees what is in it.
 *
 * Must be reached: every mark.
 */

#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THIEVES
#define THIEVES 1
#endif
#define PACKETS 2
#define NONE (-1)

/* What a packet is about; 0 is no work. */
static int contents[PACKETS];

/* The packets from top to bottom - 1. The ring is long enough not to come round. */
static int ring[PACKETS];
static int top, bottom;

FENCEPOST_GHOST int handed_out[PACKETS];

/* A packet is in the deque before the deque is longer. */
static inline void push(int packet)
{
    int b = bottom;
    ring[b] = packet;
#ifndef BROKEN_NO_PUBLICATION
    fence_release();
#endif
    bottom = b + 1;
}

/* The owner shortens the deque first and looks then whether a thief was there. */
static inline int pop(void)
{
    int b = bottom - 1;
    bottom = b;
#ifndef BROKEN_NO_FENCE
    fence();
#endif
    int t = top;
    if (t > b) {
        bottom = b + 1;
        return NONE;
    }
    int packet = ring[b];
    if (t == b) {
        /* The last packet: a thief may be after it too. */
        if (!cas(&top, t, t + 1)) {
            reachable("the thief was faster");
            packet = NONE;
        }
        bottom = b + 1;
    }
    return packet;
}

/* A thief looks how far stealing has come, and only then how long the deque is. */
static inline int steal(void)
{
    int t = top;
#ifndef BROKEN_NO_THIEF_FENCE
    fence();
#endif
    int b = bottom;
    fence_acquire();
    if (t >= b)
        return NONE;
    int packet = ring[t];
    if (!cas(&top, t, t + 1)) {
        reachable("the owner was faster");
        return NONE;
    }
    reachable("stolen");
    return packet;
}

static inline void work(int packet)
{
    if (packet == NONE)
        return;
    assert(contents[packet] == packet + 1);
    handed_out[packet]++;
    assert(handed_out[packet] == 1);
}

static inline void fill_and_push(int packet)
{
    contents[packet] = packet + 1;
    push(packet);
}

static void *owner(void *unused)
{
    (void)unused;
    fill_and_push(0);
    fill_and_push(1);
    work(pop());
    work(pop());
    return NULL;
}

static void *thief(void *unused)
{
    (void)unused;
    work(steal());
    work(steal());
    return NULL;
}

FENCEPOST_FINAL(none_is_lost, handed_out[0] == 1 && handed_out[1] == 1)

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, owner, NULL);
    for (int i = 0; i < THIEVES; i++)
        pthread_create(&worker, NULL, thief, NULL);
    return 0;
}
