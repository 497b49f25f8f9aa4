/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The soft handshake: the collector asks each mutator to pass a yieldpoint and goes on when all have.
 *
 * A mutator that answers is outside its barriers, so every barrier that it began before the request has been run to
 * its end. Whether its stores are visible by then is another question: a collector's file may define YIELDPOINT_FENCE
 * before it includes this one, as the fence between seeing the request and answering it.
 */

#ifndef FENCEPOST_GC_HANDSHAKE_H
#define FENCEPOST_GC_HANDSHAKE_H

#include "heap.h"

#ifndef YIELDPOINT_FENCE
#define YIELDPOINT_FENCE ((void)0)
#endif

/* Set by the collector, reset by the mutator. */
static int handshake_request[MUTATORS];

static inline void yieldpoint(int self)
{
    if (handshake_request[self]) {
        YIELDPOINT_FENCE;
        handshake_request[self] = 0;
        reachable("handshake answered");
    }
}

static inline void request_handshake(int mutator)
{
    handshake_request[mutator] = 1;
}

static inline void await_handshake(int mutator)
{
    while (handshake_request[mutator])
        ;
}

static inline void soft_handshake(void)
{
    FOR_EACH_MUTATOR(request_handshake);
    FOR_EACH_MUTATOR(await_handshake);
}

#endif
