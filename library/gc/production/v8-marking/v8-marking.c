/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * V8's concurrent marking: mark bits that share a word, the insertion barrier of the main thread, a worklist of segments under a
 * lock, and a final pause that scans the stack. README.md names the function of the source that each step stands for.
 *
 * Global handles refer to objects 1 and 3. At the start only the stack of the main thread refers to object 2.
 *
 * -D MUTATORS=n    1 or 2
 * -D TURNS=n       what each mutator does before it ends: 1 to 4 accesses
 * -D CYCLES=n      1 to 3
 *
 * Must be reached: every mark.
 */

#ifndef TURNS
#define TURNS 2
#endif

#define OBJECTS 3
#define ALL_TURNS 5
#define REFERENCES {NONE, NONE, NONE, NONE}
#define FIRST_Y 2
#define LOOK_AT_GLOBAL_ROOTS (look_from(1), look_from(3))
#include "../../framework/objects.h"

/* MemoryChunk::IsMarking of all pages. */
static _Atomic int marking;

/* A cell of the marking bitmap: bit n is the mark of object n. */
static _Atomic int bits;

/* ---- The worklist: segments of one entry, under a lock ---- */

#define SEGMENTS (OBJECTS + TURNS * MUTATORS)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int size;
static _Atomic int segment[SEGMENTS];

/* A segment is published as soon as it has an entry. */
static inline void push(int object)
{
    pthread_mutex_lock(&lock);
    set(&segment[get(&size)], object);
    set(&size, get(&size) + 1);
    pthread_mutex_unlock(&lock);
}

static inline int pop(void)
{
    int object = NONE;
    pthread_mutex_lock(&lock);
    int top = get(&size);
    if (top > 0) {
        object = get(&segment[top - 1]);
        set(&size, top - 1);
    }
    pthread_mutex_unlock(&lock);
    return object;
}

/* ---- Mark bits ---- */

/* MarkBit::Set: true if the bit was not set before. */
static inline _Bool try_mark(int object)
{
    int seen = get(&bits);
    if (seen >> object & 1)
        return 0;
#ifdef BROKEN_PLAIN_MARK
    set(&bits, seen | 1 << object);
    return 1;
#else
    int held = atomic_fetch_or_explicit(&bits, 1 << object, memory_order_relaxed);
    return !(held >> object & 1);
#endif
}

static inline void mark_and_push(int object)
{
    if (object != NONE && try_mark(object))
        push(object);
}

/* ---- The mutator ---- */

static inline int read_reference(int self, int object)
{
    (void)self;
    return get(&field[object]);
}

/* The store, and then the barrier. */
static inline void write_reference(int self, int object, int value)
{
    (void)self;
    set(&field[object], value);
#ifndef BROKEN_NO_BARRIER
    if (get(&marking)) {
        mark_and_push(value);
        reachable("a write while marking");
    }
#endif
}

#include "../../framework/stops.h"

/* ---- The collector ---- */

/* Takes an object from the worklist and visits its field, if there is one. */
static inline void visit_one(void)
{
    int object = pop();
    if (object != NONE)
        mark_and_push(get(&field[object]));
}

static inline void visit_all(void)
{
    visit_one();
    visit_one();
    visit_one();
}

static inline void mark_stack(int mutator)
{
    mark_and_push(get(&stack[mutator][0]));
    mark_and_push(get(&stack[mutator][1]));
}

static inline void sweep(int object)
{
    if (!(get(&bits) >> object & 1))
        free_object(object);
}

static inline void collect(int cycle)
{
    stop_mutators(4 * cycle - 3);
    set(&marking, 1);
    resume_mutators(4 * cycle - 3);

    mark_and_push(1);
    visit_one();
    mark_and_push(3);
    visit_one();

    stop_mutators(4 * cycle - 1);
    FOR_EACH_MUTATOR(mark_stack);
    visit_all();
    FOR_EACH_OBJECT(sweep);
    set(&bits, 0);
    set(&marking, 0);
    resume_mutators(4 * cycle - 1);
}

#include "../../framework/cycles.h"
#include "../../framework/references.h"
#include "../../framework/threads.h"
