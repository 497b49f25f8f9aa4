/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stopless, the copy phase: the object is copied by way of a wide version whose fields carry a status.
 *
 * Row "Stopless" of Table 2, and with STOPLESS_FOR_RMO the row "Stopless (for RMO)"; README.md tells the protocol.
 *
 * Must be reached: in RW every mark, in WR every mark but the two reads of the original.
 */

#include "../framework/heap.h"
#include "../framework/no_handshake.h"

/* The fences that the port to weaker memory adds. A broken twin takes one of them away again. */
#ifdef STOPLESS_FOR_RMO
#ifndef FENCE_AFTER_WIDE_FORWARD
#define FENCE_AFTER_WIDE_FORWARD fence()
#endif
#ifndef FENCE_AFTER_FIELD_COPY
#define FENCE_AFTER_FIELD_COPY fence()
#endif
#ifndef FENCE_BEFORE_FLIP
#define FENCE_BEFORE_FLIP fence()
#endif
#else
#define FENCE_AFTER_WIDE_FORWARD ((void)0)
#define FENCE_AFTER_FIELD_COPY ((void)0)
#define FENCE_BEFORE_FLIP ((void)0)
#endif

enum reference { FROM, WIDE, TO };

/* Where the current value of a field is. */
enum status { IN_ORIGINAL, IN_WIDE, IN_COPY };

/* A wide field is value and status in one word, so that one CAS changes both. */
#define WIDE_FIELD(value, status) ((status) << VALUE_BITS | (value))
#define WIDE_VALUE(field) ((field) & ((1 << VALUE_BITS) - 1))
#define WIDE_STATUS(field) ((field) >> VALUE_BITS)

static enum reference from_forward = FROM;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference wide_forward = FROM;
static int wide_field[FIELDS] = ALL_FIELDS(WIDE_FIELD(UNINITIALISED, IN_ORIGINAL));

static enum reference to_forward = FROM;
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

/* From the original to the wide version; loses on purpose to a mutator that has written there already. */
static inline void widen_field(int field)
{
    int unwritten = WIDE_FIELD(WIDE_VALUE(wide_field[field]), IN_ORIGINAL);
    cas(&wide_field[field], unwritten, WIDE_FIELD(from_field[field], IN_WIDE));
}

/* From the wide version to the copy; again if the mutator has written meanwhile. */
static inline void narrow_field(int field)
{
    for (;;) {
        int seen = wide_field[field];
        to_field[field] = WIDE_VALUE(seen);
        FENCE_AFTER_FIELD_COPY;
#ifdef BROKEN_BLIND_COMMIT
        wide_field[field] = WIDE_FIELD(WIDE_VALUE(seen), IN_COPY);
        break;
#else
        if (cas(&wide_field[field], seen, WIDE_FIELD(WIDE_VALUE(seen), IN_COPY)))
            break;
        reachable("field copied again");
#endif
    }
}

static inline void flip(int mutator)
{
    root[mutator] = from_forward;
}

static void *collector(void *unused)
{
    (void)unused;
    cas(&from_forward, FROM, WIDE);
    FOR_EACH_FIELD(widen_field);

    wide_forward = TO;
    FENCE_AFTER_WIDE_FORWARD;
    to_forward = TO;
    FOR_EACH_FIELD(narrow_field);

    from_forward = TO;
    FENCE_BEFORE_FLIP;
    FOR_EACH_ROOT(flip);
    reachable("flipped");
    return NULL;
}

static inline int read_barrier(int self)
{
    if (root[self] == FROM) {
        int forward = from_forward;
        if (forward == FROM) {
            reachable("read of the original");
            return from_field[FIELD(self)];
        }
        if (forward == WIDE) {
            int field = wide_field[FIELD(self)];
            if (WIDE_STATUS(field) == IN_ORIGINAL) {
                reachable("read of the original behind the wide version");
                return from_field[FIELD(self)];
            }
            if (WIDE_STATUS(field) == IN_WIDE) {
                reachable("read of the wide version");
                return WIDE_VALUE(field);
            }
            assert(wide_forward == TO);
            reachable("read of the copy behind the wide version");
            return to_field[FIELD(self)];
        }
        reachable("read past the wide version of the copy");
        return to_field[FIELD(self)];
    }
    assert(to_forward == TO);
    reachable("read through the root of the copy");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
        /* A writer does not wait for the collector to make the wide version. */
        cas(&from_forward, FROM, WIDE);
        if (from_forward == WIDE) {
            for (;;) {
                int seen = wide_field[FIELD(self)];
                if (WIDE_STATUS(seen) == IN_COPY) {
                    assert(wide_forward == TO);
                    to_field[FIELD(self)] = value;
                    reachable("write to the copy behind the wide version");
                    break;
                }
                if (cas(&wide_field[FIELD(self)], seen, WIDE_FIELD(value, IN_WIDE))) {
                    reachable("write to the wide version");
                    break;
                }
            }
        } else {
            to_field[FIELD(self)] = value;
            reachable("write past the wide version to the copy");
        }
    } else {
        assert(to_forward == TO);
        to_field[FIELD(self)] = value;
        reachable("write through the root to the copy");
    }
}

#include "../framework/mutators.h"
