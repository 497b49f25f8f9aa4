/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The heap that all the copying collectors here share: one object, its copy, and a root.
 *
 * Each mutator has a root of its own, and the collector copies all fields and flips all roots. To the mutators original
 * and copy are one object. Without -D RACING the object has a field for each mutator: mutator i touches field i through
 * root i and no other, so what it must see does not depend on the other mutators. With it there is one field, which all
 * of them read and write; racing.h tells what they must see then. A collector's file has arrays of FIELDS elements, and
 * mutator i takes element FIELD(i).
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

/* Number of mutators, and so of roots: -D MUTATORS=n, 1 to 8. */
#ifndef MUTATORS
#define MUTATORS 1
#endif

#if MUTATORS < 1 || MUTATORS > 8
#error "MUTATORS must be 1 to 8"
#endif

/* Number of collectors: -D COLLECTORS=n. A collector's file that allows for more than one defines PARALLEL_COLLECTORS. */
#ifndef COLLECTORS
#define COLLECTORS 1
#endif

#if COLLECTORS != 1 && !defined(PARALLEL_COLLECTORS)
#error "this collector works alone: COLLECTORS must be 1"
#elif COLLECTORS < 1 || COLLECTORS > 2
#error "COLLECTORS must be 1 or 2"
#endif

#ifdef RACING
#define FIELDS 1
#define FIELD(mutator) 0
#else
#define FIELDS MUTATORS
#define FIELD(mutator) (mutator)
#endif

/* With RACING: how many values each mutator writes to the field. */
#ifndef WRITES
#define WRITES 1
#endif

#if WRITES < 1 || WRITES > 3
#error "WRITES must be 1 to 3"
#endif

/*
 * What a field may hold. The mutators write 0 and 1; racing ones write values of their own, 1 and up. UNINITIALISED is
 * never written by a mutator. Each fits into VALUE_BITS bits.
 */
#define INITIAL_VALUE 0
#ifdef RACING
#define VALUES (MUTATORS * WRITES)
#define UNINITIALISED (VALUES + 1)
#define VALUE_BITS 5
#else
#define UNINITIALISED 2
#define VALUE_BITS 2
#endif

/*
 * FOR_EACH_MUTATOR(action) calls action(i) for each mutator, in order; FOR_EACH_ROOT is the same under another name, and
 * FOR_EACH_FIELD does it for the fields. A chain of calls and not a loop, so that each index is a constant and the
 * collector's code has no cycle that its protocol does not have. ALL_FIELDS(value) and ALL_ROOTS(value) initialise an
 * array with that value for each, and ALL_ADDRESSES(array) an array of FIELDS elements with the addresses of another's.
 */
#define FOR_EACH_MUTATOR(action) (HEAP_LIST(HEAP_CALL, action))
#define FOR_EACH_FIELD(action) (FIELD_LIST(HEAP_CALL, action))
#define FOR_EACH_ROOT(action) FOR_EACH_MUTATOR(action)
#define ALL_FIELDS(value) {FIELD_LIST(HEAP_VALUE, value)}
#define ALL_ROOTS(value) {HEAP_LIST(HEAP_VALUE, value)}
#define ALL_ADDRESSES(array) {FIELD_LIST(HEAP_ADDRESS, array)}

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

#ifdef RACING
#define FIELD_LIST(m, x) m(0, x)
#else
#define FIELD_LIST(m, x) HEAP_LIST(m, x)
#endif

#endif
