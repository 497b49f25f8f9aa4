/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The soft handshake: the collector asks each mutator to pass a yieldpoint and goes on when all have.
 *
 * A mutator that answers is outside its barriers, so every barrier that it began before the request has been run to
 * its end. Whether its stores are visible by then is another question: a collector's file may define YIELDPOINT_FENCE
 * before it includes this one, as the fence between seeing the request and answering it.
 *
 * Each collector has requests of its own, and goes on when its own are answered.
 */

#ifndef FENCEPOST_GC_HANDSHAKE_H
#define FENCEPOST_GC_HANDSHAKE_H

#include "heap.h"

#ifndef YIELDPOINT_FENCE
#define YIELDPOINT_FENCE ((void)0)
#endif

/* Set by a collector, reset by the mutator. Those of the second collector stand behind those of the first. */
static int handshake_request[COLLECTORS * MUTATORS];

static inline void answer_handshake(int request)
{
    if (handshake_request[request]) fencepost_slow_path {
        YIELDPOINT_FENCE;
        handshake_request[request] = 0;
        reachable("handshake answered");
    }
}

static inline void yieldpoint(int self)
{
    answer_handshake(self);
#if COLLECTORS == 2
    answer_handshake(MUTATORS + self);
#endif
}

static inline void request_handshake(int request)
{
    handshake_request[request] = 1;
}

static inline void await_handshake(int request)
{
    while (handshake_request[request])
        ;
}

#define REQUEST_OWN_HANDSHAKE(mutator) request_handshake(asking * MUTATORS + (mutator))
#define AWAIT_OWN_HANDSHAKE(mutator) await_handshake(asking * MUTATORS + (mutator))

/* The handshake of the collector with this number. */
static inline void soft_handshake_of(int asking)
{
    FOR_EACH_MUTATOR(REQUEST_OWN_HANDSHAKE);
    FOR_EACH_MUTATOR(AWAIT_OWN_HANDSHAKE);
}

/* That of the only one. */
static inline void soft_handshake(void)
{
    soft_handshake_of(0);
}

#endif
