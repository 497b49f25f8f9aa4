/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From copying to flipping, with mutators that learn of each phase one after the other; each access is a step. Every
 * object of the replicated space has its two versions already.
 *
 * -D TYPE_II       two phases between, the first with a write barrier of its own; without: one
 * -D OPERATIONS=n  of each of the two mutators, which may answer a handshake before each
 * -D NO_FENCE      a mutator answers a handshake without a fence
 * -D LINKED        the object in the replicated space and the one outside refer to each other; without: to themselves
 * -D ANY_GRAPH     starts with every consistent graph and any roots; without: the roots refer to the replicated object
 *
 * The invariant is asked for in every state: no version that a barrier may store would be wrong for a moment only.
 */

#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#ifndef OPERATIONS
#define OPERATIONS 2
#endif

enum phase { COPYING, BEFORE_FLIP, FLIP_BARRIER, FLIPPING };

/* What a reference may name: the original, its copy, and an object that is not replicated. */
enum reference { ORIGINAL, COPY, OUTSIDE };

#ifdef LINKED
static int field[3] = {OUTSIDE, OUTSIDE, ORIGINAL};
#else
static int field[3] = {ORIGINAL, COPY, OUTSIDE};
#endif
static int gc_phase;
static int phase[2];

FENCEPOST_INVARIANT(copies_refer_to_copies, field[COPY] != ORIGINAL)

#ifdef ANY_GRAPH
/* What fields and roots hold while copying. */
static int original_or_outside(void)
{
    return choose(2) ? OUTSIDE : ORIGINAL;
}
#endif

/* ---- Mutators ---- */

static int other_version(int reference)
{
    return reference == OUTSIDE ? OUTSIDE : ORIGINAL + COPY - reference;
}

/* Original to original and copy to copy; nobody has a reference to a copy. */
static void write_copying(int object, int value)
{
    field[object] = value;
    if (object == ORIGINAL)
        field[COPY] = value == ORIGINAL ? COPY : value;
}

/* A reference to a copy stays one; others are treated as while copying. */
static void write_before_flip(int object, int value)
{
    int stored = object == COPY && value == ORIGINAL ? COPY : value;
    field[object] = stored;
    if (object != OUTSIDE) {
        int other = other_version(object);
        _Bool translated = stored == ORIGINAL || (stored == COPY && other == ORIGINAL);
        reachable("written before the flip");
        field[other] = translated ? other_version(stored) : stored;
    }
}

/* Only references to copies are stored, in both versions. */
static void write_flipping(int object, int value)
{
    int stored = value == ORIGINAL ? COPY : value;
    field[object] = stored;
    if (object != OUTSIDE) {
        reachable("written with the barrier of the flip");
        field[other_version(object)] = stored;
    }
}

static void write_field(int object, int value, int mine)
{
    if (mine == COPYING)
        write_copying(object, value);
    else if (mine == BEFORE_FLIP)
        write_before_flip(object, value);
    else
        write_flipping(object, value);
}

static void mutate(int me)
{
#ifdef ANY_GRAPH
    int first = original_or_outside();
    int second = original_or_outside();
#else
    int first = ORIGINAL;
    int second = ORIGINAL;
#endif
    int mine = COPYING;
    for (int turn = 0; turn < OPERATIONS; turn++) {
        if (choose(2)) {
            int wanted = gc_phase;
            if (wanted != mine) {
#ifndef NO_FENCE
                fence();
#endif
                mine = wanted;
                phase[me] = mine;
            }
        }
        switch (choose(5)) {
        case 0:
            second = field[first];
            break;
        case 1:
            first = field[second];
            break;
        case 2:
            write_field(first, second, mine);
            break;
        case 3:
            write_field(second, first, mine);
            break;
        default:
            break;
        }
    }
}

/* ---- Collector ---- */

#include "handshakes.h"

int main(void)
{
    pthread_t first, second;
#ifdef ANY_GRAPH
    field[ORIGINAL] = original_or_outside();
    field[COPY] = other_version(field[ORIGINAL]);
    field[OUTSIDE] = original_or_outside();
#endif
    pthread_create(&first, NULL, first_mutator, NULL);
    pthread_create(&second, NULL, second_mutator, NULL);
#ifdef TYPE_II
    if (!advance(BEFORE_FLIP))
        return 0;
#endif
    if (advance(FLIP_BARRIER) && advance(FLIPPING))
        reachable("all mutators flip");
    return 0;
}
