/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The mutator of the SETTA'16 models: -D LOOPS=n times (1 by default; 0 for ever) it reads, or writes the other value
 * than the last; before and after each access it may or may not pass a yieldpoint.
 *
 * A model includes this last, and defines what ../framework/mutators.h asks for.
 */

#ifndef FENCEPOST_GC_SETTA16_MUTATOR_H
#define FENCEPOST_GC_SETTA16_MUTATOR_H

#include "../framework/heap.h"

#ifdef RACING
#error "RACING is for the models that include framework/mutators.h"
#endif

#ifndef LOOPS
#define LOOPS 1
#endif

static inline void poll_or_not(int self)
{
#ifdef HAS_YIELDPOINT
    if (choose(2))
        yieldpoint(self);
#else
    (void)self;
#endif
}

/* One access. Gives what the field must hold after it. */
static inline int take_turn(int self, int last_written)
{
    poll_or_not(self);
    if (choose(2)) {
        last_written = 1 - last_written;
        write_barrier(self, last_written);
    } else {
        int value = read_barrier(self);
        assert(value == last_written);
    }
    poll_or_not(self);
    return last_written;
}

#define TURNS_AHEAD 2
#include "../framework/turns.h"

#include "../framework/threads.h"

#endif
