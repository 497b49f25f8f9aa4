/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stopping the world: the collector does its critical section while every mutator stands at a yieldpoint.
 *
 * A mutator stands there between the two stores of yieldpoint(), and to stop and to go on are full fences: nothing of
 * it is pending while it stands, and nothing later has begun. The collector's section is an atomic block that begins
 * with ASSUME_ALL_STOPPED. The block cannot be taken while that is false; a run in which it never becomes true was
 * cut short, and is no deadlock.
 *
 * A collector's file may define FENCE_AT_STOP before it includes this one, to try a yieldpoint that stops too early.
 */

#ifndef FENCEPOST_GC_SAFEPOINT_H
#define FENCEPOST_GC_SAFEPOINT_H

#include "heap.h"

#ifndef FENCE_AT_STOP
#define FENCE_AT_STOP fence()
#endif

static int stopped[MUTATORS];

static inline void yieldpoint(int self)
{
    FENCE_AT_STOP;
    stopped[self] = 1;
    fence();
    stopped[self] = 0;
    fence();
}

static inline void assume_stopped(int mutator)
{
    assume(stopped[mutator]);
}

/* A statement for the head of an atomic block. */
#define ASSUME_ALL_STOPPED FOR_EACH_MUTATOR(assume_stopped)

#endif
