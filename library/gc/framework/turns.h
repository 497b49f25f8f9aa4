/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A mutator that takes turns: LOOPS of them, or for ever (0). Who includes this has defined
 *
 *     static inline int take_turn(int self, int last_written);   one turn; gives what the field must hold after it
 *     TURNS_AHEAD                                                2 or 4: how many turns are written out
 */

#ifndef FENCEPOST_GC_TURNS_H
#define FENCEPOST_GC_TURNS_H

static void *mutator(void *number)
{
    int self = (int)(intptr_t)number;
    int last_written = INITIAL_VALUE;

#if LOOPS == 0
    for (;;)
        last_written = take_turn(self, last_written);
#else
    /* The first turns are not a cycle, so that their windows need no bound. */
    last_written = take_turn(self, last_written);
#if LOOPS >= 2
    last_written = take_turn(self, last_written);
#endif
#if LOOPS >= 3 && TURNS_AHEAD >= 3
    last_written = take_turn(self, last_written);
#endif
#if LOOPS >= 4 && TURNS_AHEAD >= 4
    last_written = take_turn(self, last_written);
#endif
#if LOOPS > TURNS_AHEAD
    for (int done = TURNS_AHEAD; done < LOOPS; done++)
        last_written = take_turn(self, last_written);
#endif
#endif
    (void)last_written;
    return NULL;
}

#endif
