/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Copying one object while a mutator uses it, on x86, with the store buffers written out.
 *
 * -D STM          software transaction, with the word-by-word copy by CAS behind it; without: CAS alone
 * -D NO_FENCE     the transaction has no fence between copying and looking again
 * -D DOUBLE_WORD  the field has two words; -D REFERENCE: it holds a reference to the object itself, or null
 * -D DEPTH=n      how many stores a buffer holds
 */

#ifdef DOUBLE_WORD
#define WORDS 2
#else
#define WORDS 1
#endif
#ifndef DEPTH
#define DEPTH 2
#endif

#define MUTATOR 0
#define COLLECTOR 1
#define ORIGINAL(word) (word)
#define COPY(word) (WORDS + (word))

/* A reference is null, or names one of the two versions. */
#define NULL_REFERENCE 0
#define TO_ORIGINAL 1
#define TO_COPY 2
#define OTHER_VERSION(reference) (reference == NULL_REFERENCE -> NULL_REFERENCE : 3 - reference)

/* What a processor has stored and memory does not have yet: in order, and by cell for its own loads. */
typedef Pending { byte count[2 * WORDS]; byte newest[2 * WORDS] };

byte memory[2 * WORDS];
chan buffer[2] = [DEPTH] of { byte, byte };
Pending pending[2];
bool flipped;

inline store(who, cell, value)
{
    atomic {
        buffer[who]!cell,value;
        pending[who].count[cell]++;
        pending[who].newest[cell] = value
    }
}

inline load(who, cell, target)
{
    atomic {
        if
        :: pending[who].count[cell] > 0 -> target = pending[who].newest[cell]
        :: else -> target = memory[cell]
        fi
    }
}

inline reflect_oldest(who, cell, value)
{
    buffer[who]?cell,value;
    memory[cell] = value;
    pending[who].count[cell]--;
    if
    :: pending[who].count[cell] == 0 -> pending[who].newest[cell] = 0
    :: else
    fi;
    cell = 0;
    value = 0
}

inline fence(who, cell, value)
{
    atomic {
        do
        :: nempty(buffer[who]) -> reflect_oldest(who, cell, value)
        :: empty(buffer[who]) -> break
        od
    }
}

proctype store_buffers()
{
    byte cell, value;
end:
    do
    :: atomic { nempty(buffer[MUTATOR]) -> reflect_oldest(MUTATOR, cell, value) }
    :: atomic { nempty(buffer[COLLECTOR]) -> reflect_oldest(COLLECTOR, cell, value) }
    od
}

proctype mutator()
{
    /* What it wrote last, word by word, as the original holds it. */
    byte written[WORDS];
    byte seen[WORDS];
    byte word;
#ifdef DOUBLE_WORD
    written[1] = 1;
#endif
end:
    do
    ::  /* a write goes to the original, then to the copy */
        if
#ifdef REFERENCE
        :: written[0] = NULL_REFERENCE
        :: written[0] = TO_ORIGINAL
#else
        :: written[0] = 0
        :: written[0] = 1
#endif
        fi;
#ifdef DOUBLE_WORD
        written[1] = 1 - written[0];
#endif
        do
        :: word < WORDS -> store(MUTATOR, ORIGINAL(word), written[word]); word++
        :: else -> word = 0; break
        od;
        do
#ifdef REFERENCE
        :: word < WORDS -> store(MUTATOR, COPY(word), OTHER_VERSION(written[word])); word++
#else
        :: word < WORDS -> store(MUTATOR, COPY(word), written[word]); word++
#endif
        :: else -> word = 0; break
        od
    ::  /* a read takes the original, and the copy once the stack is flipped */
        if
        :: !flipped ->
            do
            :: word < WORDS -> load(MUTATOR, ORIGINAL(word), seen[word]); word++
            :: else -> word = 0; break
            od
        :: flipped ->
            do
            :: word < WORDS -> load(MUTATOR, COPY(word), seen[word]); word++
            :: else -> word = 0; break
            od;
#ifdef REFERENCE
            seen[0] = OTHER_VERSION(seen[0])
#endif
        fi;
        assert(seen[0] == written[0]);
        seen[0] = 0;
#ifdef DOUBLE_WORD
        assert(seen[1] == written[1]);
        seen[1] = 0
#endif
    od
}

/* The value that belongs into the copy, for one that was found in the original. */
inline translate(value)
{
#ifdef REFERENCE
    value = OTHER_VERSION(value)
#else
    skip
#endif
}

proctype collector()
{
    byte word, value, old, cell, drained;
#ifdef STM
    byte found[WORDS];

    do
    :: word < WORDS ->
        load(COLLECTOR, ORIGINAL(word), value);
        found[word] = value;
        translate(value);
        store(COLLECTOR, COPY(word), value);
        word++
    :: else -> word = 0; value = 0; break
    od;
#ifndef NO_FENCE
    fence(COLLECTOR, cell, drained);
#endif
    /* Has a mutator come between? A copied reference looks different, so the original is compared with what was found. */
    do
    :: word < WORDS ->
        load(COLLECTOR, ORIGINAL(word), value);
#ifdef REFERENCE
        old = found[word];
#else
        load(COLLECTOR, COPY(word), old);
#endif
        if
        :: value != old -> goto by_cas
        :: else -> word++
        fi
    :: else -> goto done
    od;
by_cas:
    word = 0;
    value = 0;
    old = 0;
#endif
    do
    :: word < WORDS ->
        load(COLLECTOR, COPY(word), old);
        load(COLLECTOR, ORIGINAL(word), value);
        translate(value);
        if
        :: value == old -> word++
        :: else ->
            /* A CAS that fails has met a mutator, whose value is newer. */
            atomic {
                fence(COLLECTOR, cell, drained);
                if
                :: memory[COPY(word)] == old -> memory[COPY(word)] = value
                :: else -> word++
                fi
            }
        fi
    :: else -> break
    od;
done:
    word = 0;
    value = 0;
    old = 0;
    fence(COLLECTOR, cell, drained);
    flipped = true
}

init
{
    atomic {
#ifdef DOUBLE_WORD
        memory[ORIGINAL(1)] = 1;
#endif
        run store_buffers();
        run mutator();
        run collector()
    }
}
