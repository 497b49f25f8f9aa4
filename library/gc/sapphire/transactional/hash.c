/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Hash codes by address, of an object that moves; each access is a step. Mutators ask for the hash code of one object
 * while the collector goes through its phases; the two versions of the object are 0 and 1, by turns in from-space.
 *
 * -D MUTATORS=n       1 to 3
 * -D CYCLES=n         how often the collector collects; -D OPERATIONS=n: how often each mutator asks
 * -D NO_FENCE         a mutator answers a handshake without a fence
 * -D ORDERED          a fence keeps the store of a new phase before the requests that follow it
 * -D UNLOCK_REPAIRED  an unlock clears the busy bit that its lock has set, whatever the collector has done since
 */

#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MUTATORS
#define MUTATORS 1
#endif
#ifndef CYCLES
#define CYCLES 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

enum phase { NO_GC, COPY_HEADERS, COPY_CONTENTS, FLIP, RECLAIM };
enum hashing { UNHASHED, HASHED, MOVED };
enum { BUSY = 1, FORWARDED = 2 };
enum { UNKNOWN = 2 };

static int phase;
static int from_space;
static _Bool behind[MUTATORS];
static _Bool gone[MUTATORS];

/* Roots are flipped by the collector while their mutator is not looking. */
FENCEPOST_GHOST static int root[MUTATORS];

/* Of each version: the states of the header, and the word that a moved object has more. */
static int hashing[2];
static int status[2];
static int kept_hash[2];

FENCEPOST_GHOST static int hash = UNKNOWN;

FENCEPOST_LTL(cycles_end, "<> reached(\"all cycles have ended\")")

/* ---- Mutators ---- */

static _Bool may_be_copied(int version)
{
    return phase != NO_GC && version == from_space;
}

/* From here on the address is the hash code; gives the version whose header is current. */
static int fix_hash(int version)
{
    if (hashing[version] != UNHASHED)
        return version;
    if (!may_be_copied(version)) {
        hashing[version] = HASHED;
        return version;
    }
    int current = version;
    _Bool locked = 0;
    while (may_be_copied(version)) {
        int before = status[version];
        if (before & FORWARDED) {
            reachable("the header has moved");
            current = 1 - version;
            break;
        }
        if (!(before & BUSY) && cas(&status[version], before, before | BUSY)) {
            locked = 1;
            break;
        }
    }
    if (hashing[current] == UNHASHED)
        hashing[current] = HASHED;
#ifdef UNLOCK_REPAIRED
    if (locked) {
#else
    if (locked && may_be_copied(current)) {
#endif
        reachable("unlocked");
        fence();
        status[current] = status[current] & ~BUSY;
    }
    return current;
}

static void ask(int me)
{
    int current = fix_hash(root[me]);
    int found;
    if (hashing[current] == HASHED)
        found = current;
    else
        found = kept_hash[current];
    assert(hash == UNKNOWN || hash == found);
    hash = found;
}

static void *mutator(void *number)
{
    int me = (int)(intptr_t)number;
    int asked = 0;
    while (asked < OPERATIONS) {
        if (behind[me]) {
#ifndef NO_FENCE
            fence();
#endif
            behind[me] = 0;
        }
        if (choose(2)) {
            ask(me);
            asked++;
        }
    }
    fence();
    gone[me] = 1;
    return NULL;
}

/* ---- Collector ---- */

static void advance(int next)
{
    phase = next;
#ifdef ORDERED
    fence();
#endif
    for (int i = 0; i < MUTATORS; i++)
        behind[i] = 1;
    for (int i = 0; i < MUTATORS; i++) {
        while (behind[i] && !gone[i])
            ;
    }
    fence();
}

static void copy_header(int version)
{
    int other = 1 - version;
    while (!cas(&status[version], 0, BUSY))
        ;
    status[other] = 0;
    if (hashing[version] == UNHASHED) {
        hashing[other] = UNHASHED;
    } else {
        kept_hash[other] = hashing[version] == HASHED ? version : kept_hash[version];
        hashing[other] = MOVED;
    }
    fence();
    status[version] = FORWARDED;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < MUTATORS; i++)
        pthread_create(&thread, NULL, mutator, (void *)(intptr_t)i);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        advance(COPY_HEADERS);
        copy_header(from_space);
        advance(COPY_CONTENTS);
        advance(FLIP);
        for (int i = 0; i < MUTATORS; i++)
            root[i] = 1 - root[i];
        advance(RECLAIM);
        from_space = 1 - from_space;
        advance(NO_GC);
    }
    reachable("all cycles have ended");
    return 0;
}
