/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Clover, the copy phase: a value alpha that hardly anybody writes, put into a field of the original, says that the
 * field has moved to the copy.
 *
 * Row "Clover (alpha=2)" of Table 2. ALPHA chooses the value, CLOVER_FIXED skips a field that holds alpha to begin with,
 * FENCE_AFTER_FIELD_COPY is where the port to RMO has its fence. README.md tells the protocol.
 *
 * Must be reached, in WR and in RW: with alpha 2 every mark but "write of alpha waited" and "field that held alpha
 * skipped"; with alpha 1 "field copied", "write of alpha waited" and "access through the root to the copy"; with
 * alpha 0 all marks for moved fields, and with CLOVER_FIXED "field that held alpha skipped", without it "field
 * copied".
 */

#include "../framework/heap.h"
#include "../framework/handshake.h"

/* 0 is the initial value, 1 is what the mutator writes, the default is neither: 2, or with RACING the least such number. */
#ifndef ALPHA
#define ALPHA UNINITIALISED
#endif

#ifndef FENCE_AFTER_FIELD_COPY
#define FENCE_AFTER_FIELD_COPY ((void)0)
#endif

enum reference { FROM, TO };
enum phase { COPY, IDLE };

static int phase = COPY;
static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[FIELDS] = ALL_FIELDS(ALPHA); /* set so before the phase begins */

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

static inline void copy_field(int field)
{
    for (;;) {
        int value = from_field[field];
#ifdef CLOVER_FIXED
        if (value == ALPHA) {
            reachable("field that held alpha skipped");
            break;
        }
#endif
        to_field[field] = value;
        FENCE_AFTER_FIELD_COPY;
#ifdef BROKEN_BLIND_COMMIT
        from_field[field] = ALPHA;
        break;
#else
        if (cas(&from_field[field], value, ALPHA)) {
            reachable("field copied");
            break;
        }
#endif
    }
}

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static void *collector(void *unused)
{
    (void)unused;
    FOR_EACH_FIELD(copy_field);
    FOR_EACH_ROOT(flip);
    phase = IDLE;
    soft_handshake();
    return NULL;
}

static inline int read_barrier(int self)
{
    if (root[self] == FROM) {
        int value = from_field[FIELD(self)];
        if (value != ALPHA)
            return value;
        reachable("read of the copy of a field that has moved");
        return to_field[FIELD(self)];
    }
    reachable("access through the root to the copy");
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (value == ALPHA) {
        while (phase != IDLE)
            yieldpoint(self);
        reachable("write of alpha waited");
    }
    if (root[self] == FROM) {
        for (;;) {
            int seen = from_field[FIELD(self)];
            if (seen == ALPHA) {
                to_field[FIELD(self)] = value;
                reachable("write to the copy of a field that has moved");
                break;
            }
            if (cas(&from_field[FIELD(self)], seen, value)) {
                reachable("write to the original");
                break;
            }
        }
    } else {
        to_field[FIELD(self)] = value;
        reachable("access through the root to the copy");
    }
}

#include "../framework/mutators.h"
