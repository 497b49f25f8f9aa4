/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Replication collection: mutators keep to the original while the collector builds a replica, and log what they write;
 * the collector brings the replica up to date from the log, at last with the mutators stopped, and flips.
 *
 * Row "Replication GC" of Table 2; README.md tells the protocol.
 *
 * Must be reached: in WR every mark, in RW every mark but "log entry applied at the flip".
 */

#include "../framework/heap.h"
#include "../framework/safepoint.h"

/* Between a store to the original and its log entry. */
#ifndef FENCE_BEFORE_LOG
#define FENCE_BEFORE_LOG fence_release()
#endif

enum reference { FROM, TO };

static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);

/*
 * The mutation log. An entry says which field was written and not what: whoever applies it reads the original again.
 * So one entry for a field does for any number of writes, and an entry is a flag of the field.
 */
static int logged[FIELDS] = ALL_FIELDS(0);

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

#ifdef BROKEN_LOG_OF_VALUES

#define ENTRY(value) (1 + (value))

static inline void apply_log(int field)
{
    int entry = logged[field];
    if (entry) {
        if (cas(&logged[field], entry, 0)) {
            to_field[field] = entry - ENTRY(0);
            reachable("log entry applied beside the mutator");
        }
    }
}

static inline void apply_last_log(int field)
{
    if (logged[field]) {
        to_field[field] = logged[field] - ENTRY(0);
        reachable("log entry applied at the flip");
    }
}

#else

#define ENTRY(value) 1

/* Beside the mutators: takes the entry away, then reads. A write after that makes a new entry. */
static inline void apply_log(int field)
{
    if (logged[field]) {
        logged[field] = 0;
        fence();
        to_field[field] = from_field[field];
        reachable("log entry applied beside the mutator");
    }
}

static inline void apply_last_log(int field)
{
    if (logged[field]) {
        to_field[field] = from_field[field];
        reachable("log entry applied at the flip");
    }
}

#endif

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static void *collector(void *unused)
{
    (void)unused;
    FOR_EACH_FIELD(copy_field);
    FOR_EACH_FIELD(apply_log);

    __VERIFIER_atomic_begin();
    ASSUME_ALL_STOPPED;
    FOR_EACH_FIELD(apply_last_log);
    FOR_EACH_ROOT(flip);
    __VERIFIER_atomic_end();
    reachable("flipped");
    return NULL;
}

static inline int read_barrier(int self)
{
    if (root[self] == FROM)
        return from_field[FIELD(self)];
    reachable("access through the root to the replica");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
#ifdef BROKEN_LOG_FIRST
        logged[FIELD(self)] = ENTRY(value);
        FENCE_BEFORE_LOG;
        from_field[FIELD(self)] = value;
#else
        from_field[FIELD(self)] = value;
        FENCE_BEFORE_LOG;
        logged[FIELD(self)] = ENTRY(value);
#endif
        reachable("write logged");
    } else {
        to_field[FIELD(self)] = value;
        reachable("access through the root to the replica");
    }
}

#include "../framework/mutators.h"
