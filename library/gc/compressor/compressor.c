/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Compressor: the roots are set to the new addresses first, with the mutators stopped and the new pages protected; a
 * page is filled by whoever gets there first, the collector or a mutator that touches it and traps.
 *
 * Row "Compressor" of Table 2; README.md tells the protocol.
 *
 * Must be reached: every mark, in every scenario.
 */

#include "../framework/heap.h"
#include "../framework/safepoint.h"

/* To lift a page's protection is a call of the operating system: a full fence. */
#ifndef FENCE_BEFORE_UNPROTECT
#define FENCE_BEFORE_UNPROTECT fence()
#endif

enum reference { FROM, TO };

/* The page of the copy. All but OPEN is protected. */
enum page { EMPTY, BEING_FILLED, OPEN };

static int from_field[FIELDS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[FIELDS] = ALL_FIELDS(UNINITIALISED);
static int page = EMPTY;

static enum reference root[MUTATORS] = ALL_ROOTS(FROM);

static inline void copy_field(int field)
{
    to_field[field] = from_field[field];
}

static inline _Bool claim_page(void)
{
#ifdef BROKEN_NO_CLAIM
    return page == EMPTY;
#else
    return cas(&page, EMPTY, BEING_FILLED);
#endif
}

/* When it returns, the page is open. */
static inline void fill_page(void)
{
    if (claim_page()) {
        FOR_EACH_FIELD(copy_field);
        FENCE_BEFORE_UNPROTECT;
        page = OPEN;
        reachable("page filled");
    } else {
        while (page != OPEN)
            ;
        reachable("waited for the page");
    }
}

/* What the memory management unit does for each access to the copy. */
static inline void check_page(void)
{
    if (page != OPEN) {
        reachable("trap");
        fill_page();
    }
}

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static void *collector(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    ASSUME_ALL_STOPPED;
    FOR_EACH_ROOT(flip);
    __VERIFIER_atomic_end();
    reachable("flipped");
    fill_page();
    return NULL;
}

static inline int read_barrier(int self)
{
    if (root[self] == FROM)
        return from_field[FIELD(self)];
    check_page();
    return to_field[FIELD(self)];
}

static inline void write_barrier(int self, int value)
{
    if (root[self] == FROM) {
        from_field[FIELD(self)] = value;
    } else {
        check_page();
        to_field[FIELD(self)] = value;
    }
}

#include "../framework/mutators.h"
