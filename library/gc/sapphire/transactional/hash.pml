/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Hash codes by address, of an object that moves. All mutators ask for the hash code of one object while the collector
 * goes through its phases again and again; the two versions of the object are 0 and 1, by turns in from-space.
 *
 * -D N_MUTATORS=n
 * -D POLL_MAYBE      mutators may pass their safepoints by for ever; without: they poll before each question, too
 * -D UNLOCK_REPAIRED an unlock clears the busy bit that its lock has set, whatever the collector has done since
 *
 * Properties: consistency, of the hash codes; cycles_end, of the collector.
 */

#ifndef N_MUTATORS
#define N_MUTATORS 2
#endif
#define UNKNOWN 2

mtype:phase = { no_gc, copy_headers, copy_contents, flip, reclaim };
mtype:hashing = { unhashed, hashed, moved };

mtype:phase phase = no_gc;
bool behind[N_MUTATORS];
byte from_space;
byte root[N_MUTATORS];

/* Of each version: the states of the header, and the word that a moved object has more. */
mtype:hashing hashing[2] = unhashed;
bool busy[2];
bool forwarded[2];
byte kept_hash[2];

byte hash = UNKNOWN;

#define OTHER(version) (1 - version)
#define MAY_BE_COPIED(version) (phase != no_gc && version == from_space)

ltl consistency { [] (hash == 0 -> [] (hash == 0)) && [] (hash == 1 -> [] (hash == 1)) }
ltl cycles_end { [] <> (phase == no_gc) }

/* The version whose header is current; the busy bit keeps the collector from copying it. */
inline lock_header(version, current)
{
    if
    :: !MAY_BE_COPIED(version) -> current = version
    :: else ->
        if
        :: forwarded[version] -> current = OTHER(version)
        :: atomic { !forwarded[version] && !busy[version] -> busy[version] = true };
            current = version;
#ifdef UNLOCK_REPAIRED
            locked = true
#endif
        fi
    fi
}

inline unlock_header(version)
{
    if
#ifdef UNLOCK_REPAIRED
    :: locked -> busy[version] = false; locked = false
#else
    :: MAY_BE_COPIED(version) -> busy[version] = false
#endif
    :: else
    fi
}

/* From here on the address is the hash code. */
inline fix_hash(version, current)
{
    if
    :: hashing[version] != unhashed -> current = version
    :: else ->
        if
        :: !MAY_BE_COPIED(version) -> hashing[version] = hashed; current = version
        :: else ->
            lock_header(version, current);
            if
            :: hashing[current] == unhashed -> hashing[current] = hashed
            :: else
            fi;
            unlock_header(current)
        fi
    fi
}

proctype mutator(byte me)
{
    byte version, current;
#ifdef UNLOCK_REPAIRED
    bool locked;
#endif
end:
    do
    ::
#ifndef POLL_MAYBE
        behind[me] = false;
#endif
        version = root[me];
        fix_hash(version, current);
        if
        :: hashing[current] == hashed -> hash = current
        :: else -> hash = kept_hash[current]
        fi;
        version = 0;
        current = 0
    :: atomic { behind[me] -> behind[me] = false }
    od
}

inline advance(next)
{
    atomic {
        phase = next;
        do
        :: i < N_MUTATORS -> behind[i] = true; i++
        :: else -> i = 0; break
        od
    };
    atomic {
        do
        :: i < N_MUTATORS -> !behind[i]; i++
        :: else -> i = 0; break
        od
    }
}

inline copy_header(version)
{
    atomic { !busy[version] -> busy[version] = true };
    forwarded[OTHER(version)] = false;
    if
    :: hashing[version] == unhashed -> hashing[OTHER(version)] = unhashed
    :: hashing[version] == hashed -> hashing[OTHER(version)] = moved; kept_hash[OTHER(version)] = version
    :: hashing[version] == moved -> hashing[OTHER(version)] = moved; kept_hash[OTHER(version)] = kept_hash[version]
    fi;
    forwarded[version] = true;
    busy[version] = false
}

proctype collector()
{
    byte i;
end:
    do
    ::  advance(copy_headers);
        copy_header(from_space);
        advance(copy_contents);
        advance(flip);
        do
        :: i < N_MUTATORS -> root[i] = OTHER(root[i]); i++
        :: else -> i = 0; break
        od;
        advance(reclaim);
        from_space = OTHER(from_space);
        advance(no_gc)
    od
}

init
{
    byte i;
    atomic {
        do
        :: i < N_MUTATORS -> run mutator(i); i++
        :: else -> break
        od;
        run collector()
    }
}
