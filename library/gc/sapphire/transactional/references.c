/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Weak references: two of them, to two objects in a list that nothing else holds. The mutator gets referents, follows
 * the list and lets go, again and again; the collector marks, clears references and reclaims, once. Each access is a step.
 *
 * -D DELETION    a collector with a deletion barrier, which scans the roots once; without: an insertion barrier
 * -D AS_PRINTED  with DELETION: TRACING is entered after the roots are scanned, not before the handshake ahead of that
 * -D POLL_MAYBE  the mutator may pass its safepoints by for ever; without: it polls in every turn
 * -D NO_FENCE    the mutator answers a handshake without a fence
 * -D ORDERED     fences keep the collector's stores in order, for machines that reorder them, and the mutator's get() too
 */

#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#ifdef ORDERED
#define ORDER() fence()
#else
#define ORDER()
#endif

enum { OBJECTS = 2, NONE = OBJECTS };
enum state { NORMAL, TRACING, REPEAT, CLEARING };
enum colour { WHITE, GREY, BLACK, RECLAIMED };

static int state;
static int colour[OBJECTS];
static _Bool cleared[OBJECTS];
static _Bool handshake_wanted;

/* The mutator's root is a register: the collector scans it while the mutator is at a safepoint, or it is scanned for it. */
FENCEPOST_GHOST static int x = NONE;

/* Whether get() gave null for a reference. */
FENCEPOST_GHOST static _Bool gave_null[OBJECTS];

FENCEPOST_INVARIANT(safety, x == NONE || colour[x] != RECLAIMED)
FENCEPOST_LTL(termination, "<> reached(\"collected\")")

/* ---- Mutator ---- */

/* What a reference that is not cleared refers to. */
static int strengthen(int reference)
{
    return cleared[reference] ? NONE : reference;
}

static int get(int reference)
{
    for (;;) {
        int seen = state;
        ORDER();
        switch (seen) {
        case NORMAL:
            return strengthen(reference);
        case REPEAT: {
            int result = strengthen(reference);
#ifdef DELETION
            if (result != NONE && colour[reference] == WHITE)
                colour[reference] = GREY;
#endif
            return result;
        }
        case TRACING:
            if (cleared[reference] || colour[reference] != WHITE)
                return strengthen(reference);
            /* The collector has to come back before it may clear. */
            if (cas(&state, TRACING, REPEAT)) {
                ORDER();
                reachable("the collector has to come back");
#ifdef DELETION
                colour[reference] = GREY;
                return reference;
#endif
            }
            break;
        default:
            if (colour[reference] == WHITE) {
                reachable("cleared before its reference is");
                return NONE;
            }
            return strengthen(reference);
        }
    }
}

static void hold(int result)
{
    x = result;
    if (result != NONE)
        assert(!gave_null[result]); /* consistency */
}

static void poll(void)
{
    if (handshake_wanted) {
#ifndef NO_FENCE
        fence();
#endif
        handshake_wanted = 0;
    }
}

static void *mutator(void *unused)
{
    for (;;) {
#ifndef POLL_MAYBE
        poll();
#endif
        switch (choose(4)) {
        case 0:
        case 1: {
            int reference = choose(2);
            int result = get(reference);
            if (result == NONE)
                gave_null[reference] = 1;
            hold(result);
            break;
        }
        case 2:
            if (x == 0)
                hold(1);
            break;
        default:
            x = NONE;
#ifdef POLL_MAYBE
            poll();
#endif
            break;
        }
    }
    return NULL;
}

/* ---- Collector ---- */

static void handshake(void)
{
    ORDER();
    handshake_wanted = 1;
    while (handshake_wanted)
        ;
    fence();
}

static void shade_root(void)
{
    int root = x;
    if (root != NONE && colour[root] == WHITE)
        colour[root] = GREY;
}

static _Bool something_grey(void)
{
    return colour[0] == GREY || colour[1] == GREY;
}

static void blacken(void)
{
    while (something_grey()) {
        if (colour[0] == GREY) {
            if (colour[1] == WHITE)
                colour[1] = GREY;
            colour[0] = BLACK;
        } else {
            colour[1] = BLACK;
        }
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, mutator, NULL);
    shade_root();
    blacken();
#ifdef DELETION
#ifndef AS_PRINTED
    state = TRACING;
#endif
    handshake();
    shade_root();
#endif
    for (;;) {
        state = TRACING;
        handshake();
        blacken();
#ifndef DELETION
        shade_root();
#endif
        if (something_grey())
            continue;
        ORDER();
        if (cas(&state, TRACING, CLEARING))
            break;
    }
    ORDER();
    for (int i = 0; i < OBJECTS; i++) {
        if (colour[i] == WHITE)
            cleared[i] = 1;
    }
    ORDER();
    state = NORMAL;
    handshake();
    for (int i = 0; i < OBJECTS; i++) {
        if (colour[i] == WHITE) {
            reachable("reclaimed");
            colour[i] = RECLAIMED;
        }
    }
    fence();
    reachable("collected");
    return 0;
}
