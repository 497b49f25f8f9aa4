/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Weak references: three of them, to three objects in a list that nothing else holds. The mutator gets referents, follows
 * the list and lets go, again and again; the collector marks, clears references and reclaims.
 *
 * -D DELETION    a collector with a deletion barrier, which scans the roots once; without: an insertion barrier
 * -D AS_PRINTED  with DELETION: TRACING is entered after the roots are scanned, not before the handshake ahead of that
 * -D POLL_MAYBE  the mutator may pass its safepoints by for ever; without: it polls in every turn
 *
 * Properties: safety, consistency, termination.
 */

#define OBJECTS 3
#define NONE OBJECTS

mtype:state = { normal, tracing, repeat, clearing };
mtype:colour = { white, grey, black, reclaimed };

mtype:state state = normal;
mtype:colour colour[OBJECTS] = white;
bool cleared[OBJECTS];

/* The mutator's only root, and what its last get() was asked for and gave. */
byte x = NONE;
byte asked = NONE;
byte got = NONE;
bool handshake_wanted;
bool collecting;

#define GAVE_NULL(reference) (asked == reference && got == NONE)

ltl safety { [] (x == NONE || colour[x] != reclaimed) }
ltl consistency {
    [] (GAVE_NULL(0) -> [] (x != 0)) && [] (GAVE_NULL(1) -> [] (x != 1)) && [] (GAVE_NULL(2) -> [] (x != 2))
}
ltl termination { [] (collecting -> <> !collecting) }

/* ---- Mutator ---- */

/* What a reference that is not cleared refers to. */
inline strengthen(reference)
{
    if
    :: cleared[reference] -> result = NONE
    :: else -> result = reference
    fi
}

inline get(reference)
{
    do
    :: state == normal -> strengthen(reference); break
    :: state == repeat ->
        strengthen(reference);
#ifdef DELETION
        if
        :: result != NONE && colour[reference] == white -> colour[reference] = grey
        :: else
        fi;
#endif
        break
    :: state == tracing ->
        if
        :: cleared[reference] || colour[reference] != white -> strengthen(reference); break
        :: else ->
            /* The collector has to come back before it may clear. */
            if
            :: atomic { state == tracing -> state = repeat };
#ifdef DELETION
                colour[reference] = grey;
                result = reference;
                break
#endif
            :: state != tracing
            fi
        fi
    :: state == clearing ->
        if
        :: colour[reference] == white -> result = NONE
        :: else -> strengthen(reference)
        fi;
        break
    od;
    atomic {
        asked = reference;
        got = result;
        x = result;
        result = NONE
    }
}

active proctype mutator()
{
    byte result = NONE;
end:
    do
    ::
#ifndef POLL_MAYBE
        handshake_wanted = false;
#endif
        if
        :: get(0)
        :: get(1)
        :: get(2)
        :: x != NONE -> x = x + 1
        :: x = NONE
#ifdef POLL_MAYBE
        :: handshake_wanted = false
#endif
        fi
    od
}

/* ---- Collector ---- */

inline handshake()
{
    handshake_wanted = true;
    !handshake_wanted
}

inline shade_root()
{
    atomic {
        if
        :: x != NONE && colour[x] == white -> colour[x] = grey
        :: else
        fi
    }
}

/* Object by object, until there is nothing grey. */
inline blacken()
{
    do
    :: atomic { colour[0] == grey ->
            colour[0] = black;
            if
            :: colour[1] == white -> colour[1] = grey
            :: else
            fi
        }
    :: atomic { colour[1] == grey ->
            colour[1] = black;
            if
            :: colour[2] == white -> colour[2] = grey
            :: else
            fi
        }
    :: atomic { colour[2] == grey -> colour[2] = black }
    :: else -> break
    od
}

#define NOTHING_GREY (colour[0] != grey && colour[1] != grey && colour[2] != grey)

active proctype collector()
{
    byte i;
end:
    do
    ::  collecting = true;
        shade_root();
        blacken();
#ifdef DELETION
#ifndef AS_PRINTED
        state = tracing;
#endif
        handshake();
        shade_root();
#endif
        do
        ::  state = tracing;
            handshake();
            blacken();
#ifndef DELETION
            shade_root();
#endif
            if
            :: NOTHING_GREY ->
                if
                :: atomic { state == tracing -> state = clearing }; break
                :: state == repeat
                fi
            :: else
            fi
        od;
        do
        :: i < OBJECTS ->
            if
            :: colour[i] == white -> cleared[i] = true
            :: else
            fi;
            i++
        :: else -> i = 0; break
        od;
        state = normal;
        handshake();
        atomic {
            do
            :: i < OBJECTS ->
                if
                :: colour[i] == white -> colour[i] = reclaimed
                :: colour[i] == black -> colour[i] = white
                :: else
                fi;
                i++
            :: else -> i = 0; break
            od
        };
        collecting = false
    od
}
