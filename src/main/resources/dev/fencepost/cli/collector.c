/*
 * NAME: a small copying collector, to begin from. While the collector copies, mutators write to both versions of an object:
 * that is its write barrier. Each mutator has a field and a root of its own, by its number.
 *
 *   fencepost check NAME.c                  under SC, on x86, ARMv8, RISC-V and POWER
 *   fencepost check NAME.c -D SCENARIO=RW   a mutator that reads first; LOOP is one that never ends
 *   fencepost check NAME.c --mutators 2
 *   fencepost check NAME.c --vacuity        what no run does
 *   fencepost promote .                     writes what is found to the .expect files
 */

#include <gc/framework/heap.h>
/* A mutator answers the handshake when its stores can be seen; what it reads then is no older than the request. */
#define YIELDPOINT_FENCE fence()
#include <gc/framework/handshake.h>

enum phase { IDLE, COPYING };
enum reference { FROM, TO };

static int phase = IDLE;
static int root[MUTATORS] = ALL_FIELDS(FROM);
static int from_field[MUTATORS] = ALL_FIELDS(INITIAL_VALUE);
static int to_field[MUTATORS] = ALL_FIELDS(UNINITIALISED);

/* Nothing is read through a root before it was copied. */
FENCEPOST_INVARIANT(no_root_leads_to_garbage, root[0] == FROM || to_field[0] != UNINITIALISED)

static inline void copy_field(int field)
{
    int value = from_field[field];
    if (cas(&to_field[field], UNINITIALISED, value))
        reachable("copied by the collector");
    else
        reachable("a mutator was faster");
}

static inline void flip(int mutator)
{
    root[mutator] = TO;
}

static void *collector(void *unused)
{
    (void)unused;
    phase = COPYING;
    fence_release();
    soft_handshake();
    fence_acquire(); /* what is copied is no older than the answer */
    FOR_EACH_FIELD(copy_field);
    fence_release();
    FOR_EACH_ROOT(flip);
    return NULL;
}

/* What is read through a root is no older than the root. */
static inline int read_root(int self)
{
    int reference = root[self];
    fence_acquire();
    return reference;
}

static inline int read_barrier(int self)
{
    if (read_root(self) == FROM)
        return from_field[self];
    reachable("read from the copy");
    return to_field[self];
}

static inline void write_barrier(int self, int value)
{
    if (read_root(self) == FROM)
        from_field[self] = value;
#ifdef BROKEN_BARRIER
    else
        to_field[self] = value;
#else
    if (phase == COPYING)
        to_field[self] = value;
#endif
}

/* The mutators, what they check, and main; it calls the four functions above. */
#include <gc/framework/mutators.h>
