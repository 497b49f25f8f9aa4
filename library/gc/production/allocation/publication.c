/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Allocation in thread-local buffers and publication of a new object. Each mutator takes a buffer from the shared space, makes an
 * object in it, stores a reference to it where others find it, and looks at what the others have published. README.md names the
 * function of the source that each step stands for.
 *
 * -D MUTATORS=n    2 or 3; 2 if nothing is said
 *
 * Must be reached: every mark.
 */

#ifndef MUTATORS
#define MUTATORS 2
#endif

#include "../../framework/atomics.h"
#include "../../framework/heap.h"

#define NONE 0
#define KLASS 7

/* The space: a buffer has room for one object. What was there before means nothing. */
static _Atomic int header[1 + MUTATORS];
static _Atomic int field[1 + MUTATORS];
static _Atomic int top = 1;

/* Where each mutator publishes. */
static _Atomic int published[MUTATORS];

/* Takes a buffer: a compare-and-swap of the end of what is used. */
static inline int take_buffer(void)
{
    int start = get(&top);
#ifdef BROKEN_PLAIN_TOP
    set(&top, start + 1);
#else
    int held = swap_if_conservative(&top, start, start + 1);
    while (held != start) {
        reachable("another mutator takes the buffer");
        start = held;
        held = swap_if_conservative(&top, start, start + 1);
    }
#endif
    return start;
}

/* The header and the fields come before the reference. */
static inline void allocate_and_publish(int self)
{
    int object = take_buffer();
    set(&field[object], 1 + self);
    set(&header[object], KLASS);
#ifndef BROKEN_NO_RELEASE
    release_fence();
#endif
    set(&published[self], object);
}

/* A reader has no fence: it goes through the reference. */
static inline void look_at(int self, int other)
{
    if (other != self) {
        int object = get(&published[other]);
        if (object != NONE) {
            assert(get(&header[object]) == KLASS);
            assert(get(&field[object]) == 1 + other);
            reachable("another mutator's object is seen");
        }
    }
}

#define LOOK_AT(other) look_at(self, other)

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    allocate_and_publish(self);
    FOR_EACH_MUTATOR(LOOK_AT);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < MUTATORS; i++)
        pthread_create(&thread, NULL, mutator, (void *)(intptr_t)i);
    return 0;
}
