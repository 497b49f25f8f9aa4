/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Copying one object while a mutator uses it; what the processors reorder is the memory model's affair.
 *
 * -D STM          software transaction, with the word-by-word copy by CAS behind it; without: CAS alone
 * -D NO_FENCE     the transaction has no fence between copying and looking again
 * -D STORE_ORDER  the mutator keeps its store to the copy behind that to the original with a fence
 * -D DOUBLE_WORD  the field has two words; -D REFERENCE: it holds a reference to the object itself, or null
 * -D OPERATIONS=n the mutator reads or writes n times, up to 3; 0, the default, is for ever
 */

#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#ifdef DOUBLE_WORD
#define WORDS 2
#else
#define WORDS 1
#endif
#ifndef OPERATIONS
#define OPERATIONS 0
#endif

/* A reference is null, or names one of the two versions. */
enum reference { NOTHING, TO_ORIGINAL, TO_COPY };

#ifdef REFERENCE
#define TRANSLATED(value) ((value) == NOTHING ? NOTHING : TO_ORIGINAL + TO_COPY - (value))
#else
#define TRANSLATED(value) (value)
#endif

#ifdef DOUBLE_WORD
static int original[WORDS] = {0, 1};
#else
static int original[WORDS];
#endif
static int copy[WORDS];

/* The mutator looks for the flip at a yieldpoint, whose order is not what is checked here. */
FENCEPOST_GHOST static _Bool flipped;

/* ---- Mutator ---- */

static void write_both(int first)
{
    original[0] = first;
#ifdef DOUBLE_WORD
    original[1] = 1 - first;
#endif
#ifdef STORE_ORDER
    fence();
#endif
    copy[0] = TRANSLATED(first);
#ifdef DOUBLE_WORD
    copy[1] = 1 - first;
#endif
}

static void read_current(int written)
{
    if (flipped) {
        reachable("read from the copy");
        int seen = copy[0];
        assert(TRANSLATED(seen) == written);
#ifdef DOUBLE_WORD
        int second = copy[1];
        assert(second == 1 - written);
#endif
    } else {
        int seen = original[0];
        assert(seen == written);
#ifdef DOUBLE_WORD
        int second = original[1];
        assert(second == 1 - written);
#endif
    }
}

/* Gives what the field must hold after it. */
static int operate(int written)
{
    if (choose(2) == 0) {
        written = choose(2) == 0 ? 0 : TO_ORIGINAL;
        write_both(written);
    } else {
        read_current(written);
    }
    return written;
}

static void *mutator(void *unused)
{
    int written = 0;
#if OPERATIONS == 0
    for (;;)
        written = operate(written);
#else
    /* No cycle, so that no window needs a bound. */
    written = operate(written);
#if OPERATIONS >= 2
    written = operate(written);
#endif
#if OPERATIONS >= 3
    written = operate(written);
#endif
#endif
    return NULL;
}

/* ---- Collector ---- */

static void copy_word(int word)
{
    for (;;) {
        int old = copy[word];
        int value = original[word];
        value = TRANSLATED(value);
        if (value == old)
            return;
        if (!cas(&copy[word], old, value)) {
            reachable("a mutator has written to the copy");
            return;
        }
    }
}

#ifdef STM
/* Whether no mutator came between. */
static _Bool copy_in_transaction(void)
{
    int found[WORDS];
    for (int word = 0; word < WORDS; word++) {
        found[word] = original[word];
        copy[word] = TRANSLATED(found[word]);
    }
#ifndef NO_FENCE
    fence();
#endif
    for (int word = 0; word < WORDS; word++) {
        int now = original[word];
#ifdef REFERENCE
        /* A copied reference looks different, so the original is compared with what was found. */
        if (now != found[word])
            return 0;
#else
        int copied = copy[word];
        if (now != copied)
            return 0;
#endif
    }
    return 1;
}
#endif

static void *collector(void *unused)
{
#ifdef STM
    if (!copy_in_transaction()) {
        reachable("the transaction fails");
#endif
        for (int word = 0; word < WORDS; word++)
            copy_word(word);
#ifdef STM
    }
#endif
    fence();
    flipped = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, collector, NULL);
    mutator(NULL);
    return 0;
}
