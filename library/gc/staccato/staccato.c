/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato, the copy phase: as Chicken, but any access calls a copy off, and there are fences for weaker machines.
 *
 * Row "Staccato" of Table 2: the yieldpoint has an acquire fence, which is one too weak. YIELDPOINT_FENCE gives the
 * two repaired rows; README.md tells the protocol.
 *
 * Must be reached: every mark, in every scenario.
 */

#ifndef YIELDPOINT_FENCE
#define YIELDPOINT_FENCE fence_acquire()
#endif

#include "../framework/heap.h"
#include "../framework/handshake.h"

/* Between filling the copy and the second handshake. */
#ifndef WRITE_SYNC
#define WRITE_SYNC fence_release()
#endif

/* The forwarding word holds a reference, and with it the flag COPYING while a copy is under way. */
enum reference { FROM, TO };
#define COPYING 2

static enum reference from_forward = FROM;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference to_forward = FROM;
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static inline _Bool commit(void)
{
#ifdef BROKEN_BLIND_COMMIT
    from_forward = TO;
    return 1;
#else
    return cas(&from_forward, FROM | COPYING, TO);
#endif
}

static void *collector(void *unused)
{
    (void)unused;
    /* By CAS, as there may be other collectors. The test of its outcome also keeps what follows behind it. */
    if (!cas(&from_forward, FROM, FROM | COPYING))
        return NULL;
    soft_handshake();
    fence_acquire();

    FOR_EACH_FIELD(copy_field);
    to_forward = TO;
    WRITE_SYNC;
    soft_handshake();

    if (commit()) {
        reachable("copy committed");
        FOR_EACH_ROOT(flip);
    } else {
        reachable("copy given up");
    }
    return NULL;
}

/* The version of the object that is current: the access is to go there. Ends a copy that is under way. */
static inline int current_version(int self)
{
    if (root[self] == FROM) {
        int forward = from_forward;
        if (!(forward & COPYING)) {
            if (forward == TO)
                reachable("access through the forwarding word to the copy");
            return forward;
        }
        if (cas(&from_forward, FROM | COPYING, FROM)) {
            reachable("copy aborted");
            return FROM;
        }
        /* An atomic read: it cannot give what the CAS did not find, as the branch on that CAS stands before it. */
        reachable("access that lost to the commit");
        return from_forward;
    }
    assert(to_forward == TO);
    reachable("access through the root to the copy");
    return TO;
}

static inline int read_barrier(int self)
{
    if (current_version(self) == FROM)
        return from_field[FIELD(self)];
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (current_version(self) == FROM)
        from_field[FIELD(self)] = value;
    else
        to_field[FIELD(self)] = value;
}

#include "../framework/mutators.h"
