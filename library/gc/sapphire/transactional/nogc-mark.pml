/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From no collection to marking, with mutators that learn of each phase one after the other.
 *
 * -D TYPE_II       two phases between: first the insertion barrier, then black allocation; without: both at once
 * -D N_MUTATORS=n  -D N_OBJECTS=n
 * -D TEST_AS_TEXT  an object is allocated only while the next free one is less than N_OBJECTS: the last stays unused
 */

#ifndef N_MUTATORS
#define N_MUTATORS 2
#endif
#ifndef N_OBJECTS
#define N_OBJECTS 3
#endif
#ifdef TEST_AS_TEXT
#define HAS_ROOM (free < N_OBJECTS)
#else
#define HAS_ROOM (free <= N_OBJECTS)
#endif

mtype:phase = { no_gc, barrier_on, black_allocation, marking };
mtype:colour = { unused, white, grey, black };

/* Object 0 is null. */
typedef Object { mtype:colour colour; byte slot };

Object heap[N_OBJECTS + 1];
byte free = 2;
mtype:phase gc_phase = no_gc;
mtype:phase phase[N_MUTATORS] = no_gc;

inline write(object, value)
{
    heap[object].slot = value;
    if
    :: phase[me] != no_gc && value != 0 && heap[value].colour == white -> heap[value].colour = grey
    :: else
    fi
}

inline allocate(root)
{
    root = free;
    free++;
    if
    :: phase[me] == black_allocation || phase[me] == marking -> heap[root].colour = black
    :: else -> heap[root].colour = white
    fi
}

proctype mutator(byte me)
{
    byte first = 1, second = 0;
end:
    do
    :: atomic { phase[me] != gc_phase -> phase[me] = gc_phase }
    :: atomic { first != 0 -> first = heap[first].slot }
    :: atomic { second != 0 -> second = heap[second].slot }
    :: atomic { first != 0 -> second = heap[first].slot }
    :: atomic { second != 0 -> first = heap[second].slot }
    :: atomic { first != 0 -> write(first, first) }
    :: atomic { second != 0 -> write(second, second) }
    :: atomic { first != 0 -> write(first, second) }
    :: atomic { second != 0 -> write(second, first) }
    :: atomic { HAS_ROOM -> allocate(first) }
    :: atomic { HAS_ROOM -> allocate(second) }
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
        advance(barrier_on);
#endif
        advance(black_allocation);
        advance(marking)
    }
}

/* Black objects refer to no white ones, whenever one looks. */
proctype observer()
{
    byte object = 1;
    atomic {
        do
        :: object <= N_OBJECTS ->
            assert(heap[object].colour != black || heap[object].slot == 0
                   || heap[heap[object].slot].colour != white);
            object++
        :: else -> break
        od
    }
}

init
{
    byte i;
    atomic {
        heap[1].colour = white;
        i = 2;
        do
        :: i <= N_OBJECTS -> heap[i].colour = unused; i++
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
