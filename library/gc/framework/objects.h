/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A heap of OBJECTS objects with a reference each, for models of whole cycles: a collector that marks and frees, and mutators
 * that move references as they like.
 *
 * A reference is the number of an object, 1 to OBJECTS, or NONE. References are loaded and used as indices, so that what is read
 * through one depends on it as through a pointer. At the start object 1 refers to 2, that to 3, and so on; the last refers to
 * nothing. Each mutator holds two references in its registers, and puts them into its stack, in memory, when it stops.
 *
 * What is checked: who uses an object finds it alive (use()), and what is reachable from the roots when all has ended is alive
 * (check_reachable_from_roots()). Both look at ghost cells that free_object() sets, or with POOL those of pool.h.
 *
 * -D MOVING: objects move, and a reference is an address. There are ADDRESSES of them, and OBJECTS at the start.
 */

#ifndef FENCEPOST_GC_OBJECTS_H
#define FENCEPOST_GC_OBJECTS_H

#include "atomics.h"
#include "heap.h"

/* Number of objects: -D OBJECTS=n, 2 to 5. */
#ifndef OBJECTS
#define OBJECTS 3
#endif

#if OBJECTS < 2 || OBJECTS > 5
#error "OBJECTS must be 2 to 5"
#endif

#define NONE 0
#ifndef MOVING
#define ADDRESSES OBJECTS
#endif
#define CELLS (ADDRESSES + 1)

/* OBJECT_LIST(m, x) is m(n, x) for each object, with commas between. FOR_EACH_OBJECT(action) calls action(n). */
#if OBJECTS == 2
#define OBJECT_LIST(m, x) m(1, x), m(2, x)
#define LINKS {NONE, 2, NONE}
#elif OBJECTS == 3
#define OBJECT_LIST(m, x) m(1, x), m(2, x), m(3, x)
#define LINKS {NONE, 2, 3, NONE}
#elif OBJECTS == 4
#define OBJECT_LIST(m, x) m(1, x), m(2, x), m(3, x), m(4, x)
#define LINKS {NONE, 2, 3, 4, NONE}
#else
#define OBJECT_LIST(m, x) m(1, x), m(2, x), m(3, x), m(4, x), m(5, x)
#define LINKS {NONE, 2, 3, 4, 5, NONE}
#endif
#define FOR_EACH_OBJECT(action) (OBJECT_LIST(HEAP_CALL, action))

/* Objects from a pool are interchangeable. */
#ifdef POOL
#define ALIKE FENCEPOST_INTERCHANGEABLE
#else
#define ALIKE
#endif

/* The reference in each object; a model may have other ones at the start. */
#ifndef REFERENCES
#define REFERENCES LINKS
#endif
ALIKE static _Atomic int field[CELLS] = REFERENCES;

/* The stack of each mutator. */
static _Atomic int stack[MUTATORS][2];

#ifdef POOL
#include "pool.h"
#else
/* Which objects have been freed, or were not allocated yet: instrumentation. */
#ifndef FREE_AT_START
#define FREE_AT_START {0}
#endif
FENCEPOST_GHOST static _Bool freed[CELLS] = FREE_AT_START;

static inline void free_object(int object)
{
    freed[object] = 1;
    reachable("an object is freed");
}

static inline _Bool is_free(int object)
{
    return freed[object];
}
#endif

/* Before an object is accessed through a reference. */
static inline void use(int object)
{
    assert(!is_free(object));
}

/* The object that one refers to. A model with more in a field than that defines this. */
#ifndef REFERENT
#define REFERENT(object) get(&field[object])
#endif

/* Follows the references from one: all on the way must be alive. No path without a circle is longer than the number of objects. */
static inline void look_from(int object)
{
    for (int steps = 0; steps < OBJECTS && object != NONE; steps++) {
        use(object);
        object = REFERENT(object);
    }
}

static inline void look_at_stack(int mutator)
{
    look_from(get(&stack[mutator][0]));
    look_from(get(&stack[mutator][1]));
}

/* What a model has as roots beside the stacks: an expression that calls look_from for each. */
#ifndef LOOK_AT_GLOBAL_ROOTS
#define LOOK_AT_GLOBAL_ROOTS ((void)0)
#endif

/* All that is reachable from the roots is alive. All mutators have stopped, or ended. */
static inline void check_reachable_from_roots(void)
{
    LOOK_AT_GLOBAL_ROOTS;
    FOR_EACH_MUTATOR(look_at_stack);
}

/* What main does when all threads have ended. */
#define AT_END check_reachable_from_roots()

#endif
