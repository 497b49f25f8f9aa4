/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The heap that all the copying collectors here share: one object, its copy, and a root.
 *
 * The object has a field for each mutator, and each mutator has a root of its own. Mutator i touches field i through
 * root i and no other, so what it must see does not depend on the other mutators; the collector copies all fields and
 * flips all roots. To the mutators original and copy are one object.
 *
 * A reference is a small integer, and going through it is a branch that picks the variable. That is a control
 * dependency; the *-pointers.c models have the address dependency of real pointers in its place.
 *
 * Reports draw the heap by these names. References are of type enum reference, whose constants are the versions of the
 * object; the cells of version TO are to_forward, to_field and so on; root holds the roots. With pointers, the object and
 * its copies are the elements of an array heap of structs, the original first and the final copy last.
 */

#ifndef FENCEPOST_GC_HEAP_H
#define FENCEPOST_GC_HEAP_H

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include <fencepost.h>

/* Number of mutators, and so of fields and roots: -D MUTATORS=n, 1 to 8. */
#ifndef MUTATORS
#define MUTATORS 1
#endif

#if MUTATORS < 1 || MUTATORS > 8
#error "MUTATORS must be 1 to 8"
#endif

/* What a field may hold. The mutators write 0 and 1. */
#define INITIAL_VALUE 0
#define UNINITIALISED 2

/*
 * FOR_EACH_MUTATOR(action) calls action(i) for each mutator, in order; FOR_EACH_FIELD and FOR_EACH_ROOT are the same
 * under the names that fit. A chain of calls and not a loop, so that each index is a constant and the collector's code
 * has no cycle that its protocol does not have. ALL_FIELDS(value) initialises an array with that value for each, and
 * ALL_ADDRESSES(array) with the addresses of the array's elements.
 */
#define FOR_EACH_MUTATOR(action) (HEAP_LIST(HEAP_CALL, action))
#define FOR_EACH_FIELD(action) FOR_EACH_MUTATOR(action)
#define FOR_EACH_ROOT(action) FOR_EACH_MUTATOR(action)
#define ALL_FIELDS(value) {HEAP_LIST(HEAP_VALUE, value)}
#define ALL_ADDRESSES(array) {HEAP_LIST(HEAP_ADDRESS, array)}

#define HEAP_CALL(i, action) action(i)
#define HEAP_VALUE(i, value) value
#define HEAP_ADDRESS(i, array) &array[i]

#if MUTATORS == 1
#define HEAP_LIST(m, x) m(0, x)
#elif MUTATORS == 2
#define HEAP_LIST(m, x) m(0, x), m(1, x)
#elif MUTATORS == 3
#define HEAP_LIST(m, x) m(0, x), m(1, x), m(2, x)
#elif MUTATORS == 4
#define HEAP_LIST(m, x) m(0, x), m(1, x), m(2, x), m(3, x)
#elif MUTATORS == 5
#define HEAP_LIST(m, x) m(0, x), m(1, x), m(2, x), m(3, x), m(4, x)
#elif MUTATORS == 6
#define HEAP_LIST(m, x) m(0, x), m(1, x), m(2, x), m(3, x), m(4, x), m(5, x)
#elif MUTATORS == 7
#define HEAP_LIST(m, x) m(0, x), m(1, x), m(2, x), m(3, x), m(4, x), m(5, x), m(6, x)
#else
#define HEAP_LIST(m, x) m(0, x), m(1, x), m(2, x), m(3, x), m(4, x), m(5, x), m(6, x), m(7, x)
#endif

#endif
