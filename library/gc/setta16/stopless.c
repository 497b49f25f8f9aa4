/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stopless in the SETTA'16 form: status and value of a wide field are two words that change together by a two-word
 * CAS; the forwarding words of wide version and copy are constants; all versions start out with the initial value.
 *
 * Table 1 of setta16: right under TSO; under pso-no right for one iteration of the mutator and wrong for two.
 *
 * Must be reached: every mark, with two iterations.
 */

#include "../framework/heap.h"

enum reference { FROM, WIDE, TO };
enum status { IN_ORIGINAL, IN_WIDE, IN_COPY };

static enum reference from_forward = FROM;
static int from_field[MUTATORS] = ALL_FIELDS(INITIAL_VALUE);

static int wide_status[MUTATORS] = ALL_FIELDS(IN_ORIGINAL);
static int wide_field[MUTATORS] = ALL_FIELDS(INITIAL_VALUE);

static int to_field[MUTATORS] = ALL_FIELDS(INITIAL_VALUE);

static enum reference root[MUTATORS] = ALL_FIELDS(FROM);

static inline void widen_field(int field)
{
    int seen = wide_field[field];
    cas2(&wide_status[field], &wide_field[field], IN_ORIGINAL, seen, IN_WIDE, from_field[field]);
}

static inline void narrow_field(int field)
{
    for (;;) {
        int seen = wide_field[field];
        to_field[field] = seen;
#ifdef BROKEN_BLIND_COMMIT
        wide_status[field] = IN_COPY;
        break;
#else
        if (cas2(&wide_status[field], &wide_field[field], IN_WIDE, seen, IN_COPY, seen))
            break;
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
    FOR_EACH_FIELD(narrow_field);
    from_forward = TO;
    FOR_EACH_ROOT(flip);
    return NULL;
}

static inline int read_barrier(int self)
{
    if (root[self] == FROM) {
        int forward = from_forward;
        if (forward == FROM)
            return from_field[self];
        if (forward == WIDE) {
            int status = wide_status[self];
            if (status == IN_ORIGINAL)
                return from_field[self];
            if (status == IN_WIDE) {
                reachable("read of the wide version");
                return wide_field[self];
            }
            reachable("read of the copy behind the wide version");
            return to_field[self];
        }
        return to_field[self];
    }
    reachable("access through the root to the copy");
    return to_field[self];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
        cas(&from_forward, FROM, WIDE);
        if (from_forward == WIDE) {
            for (;;) {
                int status = wide_status[self];
                if (status == IN_COPY) {
                    to_field[self] = value;
                    reachable("write to the copy behind the wide version");
                    break;
                }
                int seen = wide_field[self];
                if (cas2(&wide_field[self], &wide_status[self], seen, status, value, IN_WIDE)) {
                    reachable("write to the wide version");
                    break;
                }
            }
        } else {
            to_field[self] = value;
        }
    } else {
        reachable("access through the root to the copy");
        to_field[self] = value;
    }
}

#include "mutator.h"
