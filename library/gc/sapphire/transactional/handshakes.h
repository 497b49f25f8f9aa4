/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two mutators, and a collector that waits for both to learn of a phase. Who includes this has defined gc_phase, phase[2]
 * and
 *
 *     static void mutate(int me);
 */

#ifndef FENCEPOST_TRANSACTIONAL_HANDSHAKES_H
#define FENCEPOST_TRANSACTIONAL_HANDSHAKES_H

static void *first_mutator(void *unused)
{
    mutate(0);
    return NULL;
}

static void *second_mutator(void *unused)
{
    mutate(1);
    return NULL;
}

/* Whether the collector goes on. */
static _Bool advance(int next)
{
    gc_phase = next;
    for (int i = 0; i < 2; i++) {
        while (phase[i] != next) {
            if (choose(2))
                return 0;
        }
    }
    return 1;
}

#endif
