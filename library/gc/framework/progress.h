/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What must happen, with -D PROGRESS, as temporal properties:
 *
 *     cycles_end     the collector comes to its end; on fair runs (--fair)
 *     accesses_end   an access of the first mutator, with its barrier, ends however the others run, and also if they stop for ever
 *                    wherever they are: no barrier waits for anybody (--fair-to mutator)
 *
 * Mutators take each access between BEGIN_ACCESS(self) and END_ACCESS(self, value), where value is what the access gave or 0.
 */

#ifndef FENCEPOST_GC_PROGRESS_H
#define FENCEPOST_GC_PROGRESS_H

#include "heap.h"

#ifdef PROGRESS

/* Who is in an access, and whether the collector has ended: instrumentation. */
FENCEPOST_GHOST static _Bool in_access[MUTATORS];
FENCEPOST_GHOST static _Bool collected;

FENCEPOST_LTL(cycles_end, "<> collected")
FENCEPOST_LTL(accesses_end, "[] (in_access[0] -> <> !in_access[0])")

#define BEGIN_ACCESS(self) in_access[self] = 1
#define END_ACCESS(self, value) in_access[self] = (value) ^ (value) /* 0, once the value is known */
#define COLLECTED collected = 1

#else

#define BEGIN_ACCESS(self) (void)0
#define END_ACCESS(self, value) (void)0
#define COLLECTED (void)0

#endif

#endif
