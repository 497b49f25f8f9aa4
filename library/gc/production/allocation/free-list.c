/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A free list of cells without a lock: a stack whose head has a tag that changes with every push, as Go's lfstack has. One
 * thread takes a cell; another takes two, and gives the first of them back. README.md names the function of the source that each
 * step stands for.
 *
 * No cell is handed out twice, and none is lost.
 *
 * Must be reached: every mark.
 */

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <fencepost.h>

#include "../../framework/atomics.h"

#define NONE 0
#define CELLS 3

/* A head is 4 * tag + cell. At the start it is cell 1, behind it 2 and 3. */
#ifdef BROKEN_NO_TAG
#define HEAD(tag, cell) (cell)
#else
#define HEAD(tag, cell) (4 * (tag) + (cell))
#endif
#define CELL(head) ((head) & 3)

static _Atomic int head = 1;
static _Atomic int next[1 + CELLS] = {0, 2, 3, NONE};

/* Who has a cell: instrumentation. */
FENCEPOST_GHOST static int owners[1 + CELLS];

#ifdef BROKEN_RELAXED_PUSH
#define PUSH swap_if_relaxed
#else
#define PUSH swap_if_acq_rel
#endif

static inline void push(int cell, int tag)
{
    owners[cell] = owners[cell] - 1;
    int pushed = HEAD(tag, cell);
    int seen = get_seq_cst(&head);
    set(&next[cell], seen);
    int held = PUSH(&head, seen, pushed);
    while (held != seen) {
        reachable("a push is tried again");
        seen = held;
        set(&next[cell], seen);
        held = PUSH(&head, seen, pushed);
    }
}

static inline int pop(void)
{
    int seen = get_seq_cst(&head);
    while (CELL(seen) != NONE) {
        int behind = get_seq_cst(&next[CELL(seen)]);
        int held = swap_if_acq_rel(&head, seen, behind);
        if (held == seen) {
            owners[CELL(seen)] = owners[CELL(seen)] + 1;
            assert(owners[CELL(seen)] == 1);
            return CELL(seen);
        }
        reachable("a pop is tried again");
        seen = held;
    }
    return NONE;
}

static void *taker(void *unused)
{
    (void)unused;
    if (pop() != NONE)
        reachable("taken");
    return NULL;
}

static void *giver(void *unused)
{
    (void)unused;
    int first = pop();
    int second = pop();
    if (first != NONE)
        push(first, 1);
    if (second != NONE && pop() != NONE)
        reachable("taken again");
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, taker, NULL);
    pthread_create(&thread, NULL, giver, NULL);
    return 0;
}
