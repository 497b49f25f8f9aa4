/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From copying to flipping, with mutators that learn of each phase one after the other. Every object of the replicated
 * space has its two versions already.
 *
 * -D TYPE_II       two phases between, the first with a write barrier of its own; without: one
 * -D N_MUTATORS=n  -D N_OBJECTS=n, of the replicated space; there is one more outside of it
 * -D ANY_GRAPH     starts with every consistent graph and any roots; without: each object refers to itself and all roots to
 *                  the first, so that the others are never reached
 */

#ifndef N_MUTATORS
#define N_MUTATORS 2
#endif
#ifndef N_OBJECTS
#define N_OBJECTS 2
#endif

/* References: the from-space versions, the to-space versions, the object that is not replicated. */
#define OUTSIDE (2 * N_OBJECTS)
#define IN_FROM_SPACE(reference) (reference < N_OBJECTS)
#define IN_TO_SPACE(reference) (reference >= N_OBJECTS && reference < OUTSIDE)
#define REPLICATED(reference) (reference < OUTSIDE)
#define OTHER_VERSION(reference) (REPLICATED(reference) -> (reference + N_OBJECTS) % OUTSIDE : reference)

mtype:phase = { copying, before_flip, flip_barrier, flipping };

byte field[OUTSIDE + 1];
byte root[N_MUTATORS * 2];
mtype:phase gc_phase = copying;
mtype:phase phase[N_MUTATORS] = copying;

#define FIRST root[2 * me]
#define SECOND root[2 * me + 1]

/* Original to original and copy to copy; nobody has a reference to a copy. */
inline write_copying(object, value)
{
    field[object] = value;
    if
    :: IN_FROM_SPACE(object) ->
        field[OTHER_VERSION(object)] = (IN_FROM_SPACE(value) -> OTHER_VERSION(value) : value)
    :: else
    fi
}

/* A reference to a copy stays one; others are treated as while copying. */
inline write_before_flip(object, value)
{
    stored = (IN_FROM_SPACE(value) && IN_TO_SPACE(object) -> OTHER_VERSION(value) : value);
    field[object] = stored;
    if
    :: REPLICATED(object) ->
        other = OTHER_VERSION(object);
        field[other] =
            (IN_FROM_SPACE(stored) || (IN_TO_SPACE(stored) && IN_FROM_SPACE(other)) -> OTHER_VERSION(stored) : stored)
    :: else
    fi;
    stored = 0;
    other = 0
}

/* Only references to copies are stored, in both versions. */
inline write_flipping(object, value)
{
    stored = (IN_FROM_SPACE(value) -> OTHER_VERSION(value) : value);
    field[object] = stored;
    if
    :: REPLICATED(object) -> field[OTHER_VERSION(object)] = stored
    :: else
    fi;
    stored = 0
}

inline write(object, value)
{
    if
    :: phase[me] == copying -> write_copying(object, value)
    :: phase[me] == before_flip -> write_before_flip(object, value)
    :: else -> write_flipping(object, value)
    fi
}

/* Which of its two roots is which makes no difference to a mutator: fewer states. */
inline read(object, target)
{
    target = field[object];
    if
    :: FIRST > SECOND -> stored = FIRST; FIRST = SECOND; SECOND = stored; stored = 0
    :: else
    fi
}

proctype mutator(byte me)
{
    byte stored, other;
end:
    do
    :: atomic { phase[me] != gc_phase -> phase[me] = gc_phase }
    :: atomic { read(FIRST, FIRST) }
    :: atomic { read(FIRST, SECOND) }
    :: atomic { read(SECOND, FIRST) }
    :: atomic { read(SECOND, SECOND) }
    :: atomic { true -> write(FIRST, FIRST) }
    :: atomic { true -> write(FIRST, SECOND) }
    :: atomic { true -> write(SECOND, FIRST) }
    :: atomic { true -> write(SECOND, SECOND) }
    od
}

inline advance(next)
{
    gc_phase = next;
    do
    :: i < N_MUTATORS -> phase[i] == gc_phase; i++
    :: else -> i = 0; break
    od
}

proctype collector()
{
    byte i;
    /* One step from one wait to the next. */
    atomic {
#ifdef TYPE_II
        advance(before_flip);
#endif
        advance(flip_barrier);
        advance(flipping)
    }
}

/* No copy refers to an original, whenever one looks. */
proctype observer()
{
    byte object = N_OBJECTS;
    atomic {
        do
        :: object < OUTSIDE -> assert(!IN_FROM_SPACE(field[object])); object++
        :: else -> break
        od
    }
}

/* An original, or the object outside: what fields and roots hold while copying. */
inline pick(target)
{
#ifdef ANY_GRAPH
    select(target : 0 .. N_OBJECTS);
    target = (target == N_OBJECTS -> OUTSIDE : target)
#else
    target = i
#endif
}

init
{
    byte i, picked;
    atomic {
        do
        :: i < N_OBJECTS -> pick(picked); field[i] = picked; field[OTHER_VERSION(i)] = OTHER_VERSION(picked); i++
        :: else -> break
        od;
        i = OUTSIDE;
        pick(picked);
        field[OUTSIDE] = picked;
        picked = 0;
        i = 0;
        do
        :: i < 2 * N_MUTATORS ->
#ifdef ANY_GRAPH
            pick(picked);
#endif
            root[i] = picked;
            i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < N_MUTATORS -> run mutator(i); i++
        :: else -> break
        od;
        run collector();
        run observer()
    }
}
