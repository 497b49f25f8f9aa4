/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato, the copy phase: as Chicken, but any access calls a copy off, and there are fences for weaker machines.
 *
 * Row "Staccato" of Table 2: the yieldpoint has an acquire fence, which is one too weak. YIELDPOINT_FENCE gives the
 * two repaired rows; README.md tells the protocol.
 *
 * With -D COLLECTORS=2 two collectors are at the object, each with a copy of its own. STACCATO_PARALLEL repairs what then
 * goes wrong: the flag tells whose it is, and an access looks again where its CAS failed.
 *
 * Must be reached: every mark, in every scenario.
 */

#ifndef YIELDPOINT_FENCE
#define YIELDPOINT_FENCE fence_acquire()
#endif

#define PARALLEL_COLLECTORS
#include "../framework/heap.h"
#include "../framework/handshake.h"

/* Between filling the copy and the second handshake. */
#ifndef WRITE_SYNC
#define WRITE_SYNC fence_release()
#endif

/*
 * The forwarding word holds a reference, and with it the flag COPYING while a copy is under way. TO2 is the copy of the
 * second collector.
 */
enum reference { FROM = 0, TO = 1, TO2 = 4 };
#define COPYING 2

/* The forwarding word while a collector copies. */
#ifdef STACCATO_PARALLEL
#define FLAGGED(collector) (FROM | COPYING | (collector) << 3)
#else
#define FLAGGED(collector) (FROM | COPYING)
#endif

static enum reference from_forward = FROM;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference to_forward = FROM;
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

#if COLLECTORS == 2
static enum reference to2_forward = FROM;
static int to2_field[FIELDS] = ALL_FIELDS(UNINITIALISED);
#endif

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

/* Fills the copy. */

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

#if COLLECTORS == 2
static inline void copy_field_2(int field)
{
    to2_field[field] = from_field[field];
}
#endif

static inline void copy_object(int self)
{
#if COLLECTORS == 2
    if (self == 1) {
        FOR_EACH_FIELD(copy_field_2);
        to2_forward = TO2;
        return;
    }
#endif
    FOR_EACH_FIELD(copy_field);
    to_forward = TO;
}

#define OWN_COPY(self) ((self) == 0 ? TO : TO2)
#define FLIP(mutator) root[mutator] = OWN_COPY(self)

static inline _Bool commit(int self)
{
#ifdef BROKEN_BLIND_COMMIT
    from_forward = OWN_COPY(self);
    return 1;
#else
    return cas(&from_forward, FLAGGED(self), OWN_COPY(self));
#endif
}

static void *collector(void *number)
{
    int self = (int)(intptr_t)number;
    /* By CAS, as there may be other collectors. The test of its outcome also keeps what follows behind it. */
    if (!cas(&from_forward, FROM, FLAGGED(self))) {
#if COLLECTORS == 2
        reachable("object left to the other collector");
#endif
        return NULL;
    }
    soft_handshake_of(self);
    fence_acquire();

    copy_object(self);
    WRITE_SYNC;
    soft_handshake_of(self);

    if (commit(self)) {
        reachable("copy committed");
        FOR_EACH_ROOT(FLIP);
    } else {
        reachable("copy given up");
    }
    return NULL;
}

/* The version to which a forwarding word without the flag refers, when a copy was found by way of it. */
static inline int version_behind(int forward)
{
    if (forward != FROM)
        reachable("access through the forwarding word to the copy");
    return forward;
}

/* The version of the object that is current: the access is to go there. Ends a copy that is under way. */
static inline int current_version(int self)
{
    int object = root[self];
    if (object == FROM) {
        int forward = from_forward;
        if (!(forward & COPYING))
            return version_behind(forward);
#if defined(STACCATO_PARALLEL) && !defined(BROKEN_NO_SECOND_LOOK)
        /* Again if it fails: another access may have ended that copy, and the other collector begun one. */
        while (!cas(&from_forward, forward, FROM)) {
            reachable("access that lost to the commit");
            forward = from_forward;
            if (!(forward & COPYING))
                return forward;
            reachable("flag of the other collector found");
        }
        reachable("copy aborted");
        return FROM;
#else
        if (cas(&from_forward, forward, FROM)) {
            reachable("copy aborted");
            return FROM;
        }
        /* An atomic read: it cannot give what the CAS did not find, as the branch on that CAS stands before it. */
        reachable("access that lost to the commit");
        forward = from_forward;
        assert(!(forward & COPYING));
        return forward;
#endif
    }
#if COLLECTORS == 2
    if (object == TO2) {
        assert(to2_forward == TO2);
        reachable("access through the root to the second copy");
        return TO2;
    }
#endif
    assert(to_forward == TO);
    reachable("access through the root to the copy");
    return TO;
}

static inline int read_barrier(int self)
{
    int version = current_version(self);
    if (version == FROM)
        return from_field[FIELD(self)];
#if COLLECTORS == 2
    if (version == TO2)
        return to2_field[FIELD(self)];
#endif
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    int version = current_version(self);
    if (version == FROM)
        from_field[FIELD(self)] = value;
#if COLLECTORS == 2
    else if (version == TO2)
        to2_field[FIELD(self)] = value;
#endif
    else
        to_field[FIELD(self)] = value;
}

#include "../framework/mutators.h"
