// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The words of work-packet files that mean the same in each of them.
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct object object;
typedef int mutator;

#define drain() do { __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); } while (0)
#define nth(i) (&packets_heap[i])
#define slot(m, i) packets_slot[m][i]
#define set_slot(m, i, o) \
  do { object *packets_o = (o); strong_begin(); packets_slot[m][i] = packets_o; strong_end(); } while (0)
#define stop(m) \
  do { strong_begin(); packets_stop[m] = 1; strong_end(); \
       strong_begin(); assume(packets_yielded[m]); strong_end(); } while (0)
#define resume(m) \
  do { strong_begin(); packets_stop[m] = 0; packets_yielded[m] = 0; strong_end(); } while (0)

// A mutator goes on, or stops if it is asked to: then it waits for its writes, where yieldpoints are
// fenced, and is seen. What publishes its stack slots and what happens when it goes on is given.
#if PACKETS_FENCED
#define packets_asked(m, publish) assume(packets_stop[m]);
#define packets_stopped(m, publish) \
  __VERIFIER_atomic_begin(); publish packets_yielded[m] = 1; __VERIFIER_atomic_end();
#define packets_rested(m) \
  strong_end(); __VERIFIER_atomic_begin(); packets_yielded[m] = 1; __VERIFIER_atomic_end();
#else
#define packets_asked(m, publish) assume(packets_stop[m]); publish packets_yielded[m] = 1;
#define packets_stopped(m, publish)
#define packets_rested(m) packets_yielded[m] = 1; strong_end();
#endif

#define packets_yield(m, publish, resumed) \
  for (;;) { int packets_way; \
    strong_begin(); assume(!packets_yielded[m]); packets_way = choose(2); \
    if (packets_way) { packets_asked(m, publish) } else { publish } strong_end(); \
    if (!packets_way) break; packets_stopped(m, publish) resumed }

// At its end a mutator only stops when it is asked to.
#define packets_rest(m) \
  for (;;) { rest_begin(); assume(packets_stop[m] && !packets_yielded[m]); packets_rested(m) }

// Metadata: a cell for each object, and its primitives. Where they are atomic the cells are strong
// and each primitive is a strong block; else they go through the memory model, relaxed.
#define packets_at(word) packets_word_##word[o - packets_heap]

#define packets_atomic(type, word) \
  FENCEPOST_GHOST type packets_word_##word[OBJECTS]; \
  static type get_##word(object *o) { \
    type v; strong_begin(); v = packets_at(word); strong_end(); return v; } \
  static void set_##word(object *o, type n) { \
    strong_begin(); packets_at(word) = n; strong_end(); } \
  static _Bool cas_##word(object *o, type e, type n) { \
    type v; strong_begin(); v = packets_at(word); if (v == e) { packets_at(word) = n; } \
    strong_end(); return v == e; }

#define packets_atomic_or(type, word) \
  static type or_##word(object *o, type n) { \
    type v; strong_begin(); v = packets_at(word); packets_at(word) = v | n; strong_end(); return v; }

#define packets_relaxed(type, word) \
  _Atomic(type) packets_word_##word[OBJECTS]; \
  static type get_##word(object *o) { \
    return atomic_load_explicit(&packets_at(word), memory_order_relaxed); } \
  static void set_##word(object *o, type n) { \
    atomic_store_explicit(&packets_at(word), n, memory_order_relaxed); } \
  static _Bool cas_##word(object *o, type e, type n) { return cas(&packets_at(word), e, n); }

#define packets_relaxed_or(type, word) \
  static type or_##word(object *o, type n) { \
    return atomic_fetch_or_explicit(&packets_at(word), n, memory_order_relaxed); }

