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

// Publishes a stack slot; a mutator that goes on finds there what the collector left.
#define packets_publish(m, i, name) \
  if (packets_slot[m][i] != name) { packets_slot[m][i] = name; }
#define packets_fetch(m, i, name) name = packets_slot[m][i];

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


// A fact about a kind is 0 or 1 by its name; texts that stand only where it is 1, or by which it is.
#define packets_when(fact, kind, ...) packets_pick(fact, kind, __VA_ARGS__, )
#define packets_pick(fact, kind, yes, no) packets_picked(packets_is_##fact##_##kind, yes, no)
#define packets_picked(is, yes, no) packets_picks(is, yes, no)
#define packets_picks(is, yes, no) packets_pick_##is(yes, no)
#define packets_pick_0(yes, no) no
#define packets_pick_1(yes, no) yes

// A pool in memory is read and written by accesses of an order, whose ends their threads await.
#if PACKETS_IN_MEMORY
#define packets_in_memory(...) __VA_ARGS__
#else
#define packets_in_memory(...)
#endif
#if PACKETS_ORDERED
#define packets_release memory_order_release
#define packets_acquire memory_order_acquire
#else
#define packets_release memory_order_relaxed
#define packets_acquire memory_order_relaxed
#endif
#define packets_awaited assume(packets_old >= 0);
#define packets_load(cell) atomic_load_explicit(&cell, packets_acquire)
#define packets_look(cell) packets_old = packets_load(cell); packets_awaited
#define packets_count(kind, add) \
  packets_old = atomic_fetch_##add##_explicit(&packets_count_##kind, 1, packets_release);
#define packets_step(...) strong_begin(); __VA_ARGS__ strong_end();

// The cells of a kind: its units that wait, how many are not done, how many are being done, and the
// events that guards and properties ask for. In memory each unit has a cell of its own.
#define packets_cells(kind, units) \
  FENCEPOST_GHOST int packets_waiting_##kind[units] packets_when(initial, kind, = {1}); \
  FENCEPOST_GHOST int packets_unfinished_##kind packets_when(initial, kind, = 1); \
  FENCEPOST_GHOST int packets_running_##kind; \
  packets_when(requested, kind, \
    FENCEPOST_GHOST int packets_requested_##kind[units] packets_when(initial, kind, = {1});) \
  packets_when(finished, kind, FENCEPOST_GHOST int packets_finished_##kind[units];) \
  packets_when(done, kind, FENCEPOST_GHOST int packets_done_##kind;)
#define packets_memory_cells(kind, units) \
  _Atomic int packets_unit_##kind[units] packets_when(initial, kind, = {1}); \
  packets_when(counted, kind, _Atomic int packets_count_##kind packets_when(initial, kind, = 1);)

// A request adds a unit, which is taken no earlier than its access to memory was performed. A unit
// of a set that waits already does not count a second time.
#define packets_request(kind, index) \
  do { int packets_i = index; \
    packets_in_memory( \
      int packets_old; \
      packets_when(counted, kind, packets_count(kind, add) packets_awaited) \
      packets_old = packets_pick(multiset, kind, \
        atomic_fetch_add_explicit(&packets_unit_##kind[packets_i], 1, packets_release), \
        atomic_exchange_explicit(&packets_unit_##kind[packets_i], 1, packets_release));) \
    packets_step( \
      packets_in_memory(packets_awaited) \
      packets_when(recounted, kind, packets_old = packets_waiting_##kind[packets_i];) \
      packets_pick(multiset, kind, \
        packets_waiting_##kind[packets_i]++; packets_unfinished_##kind++;, \
        if (!packets_waiting_##kind[packets_i]) { \
          packets_waiting_##kind[packets_i] = 1; packets_unfinished_##kind++; }) \
      packets_when(done, kind, packets_done_##kind = 0;) \
      packets_when(requested, kind, packets_requested_##kind[packets_i] = 1;) \
      packets_guards) \
    packets_when(recounted, kind, if (packets_old) { packets_count(kind, sub) }) \
  } while (0)

// A worker takes a unit of an open bucket, whichever it is, does the work, and says so.
#define packets_worker(kind, units, open, seen, work) \
  static void *packets_thread_##kind(void *packets_a) { \
    for (;;) { int packets_u; packets_in_memory(int packets_old;) \
      rest_begin(); \
      assume((open) && packets_unfinished_##kind \
        packets_when(limited, kind, && packets_running_##kind < packets_limit_##kind)); \
      packets_u = choose(units); \
      assume(packets_waiting_##kind[packets_u]); packets_waiting_##kind[packets_u]--; \
      packets_when(limited, kind, packets_running_##kind++;) \
      strong_end(); \
      packets_in_memory( \
        seen \
        packets_old = packets_pick(multiset, kind, \
          atomic_fetch_sub_explicit(&packets_unit_##kind[packets_u], 1, packets_acquire), \
          atomic_exchange_explicit(&packets_unit_##kind[packets_u], 0, packets_acquire)); \
        packets_awaited) \
      work; \
      packets_when(counted, kind, packets_count(kind, sub)) \
      packets_step( \
        packets_when(counted, kind, packets_awaited) \
        packets_unfinished_##kind--; \
        packets_when(limited, kind, packets_running_##kind--;) \
        packets_when(done, kind, packets_done_##kind = packets_unfinished_##kind == 0;) \
        packets_when(finished, kind, packets_finished_##kind[packets_u] = 1;) \
        packets_guards) \
    } return NULL; }

// The releaser has seen a guard come true: it looks at what that speaks of, and opens or closes.
#define packets_changed(name, cell, value, looks) \
  { int packets_old; looks \
    packets_old = atomic_exchange_explicit(&packets_told_##name, value, packets_release); \
    packets_step(packets_awaited cell = value; packets_guards) }

// Gives the fresh objects one after the other: allocation is outside the memory model.
#define packets_allocator(first) \
  FENCEPOST_GHOST int packets_fresh = first; \
  static object *fresh(void) { object *o = NULL; \
    packets_step(if (packets_fresh < OBJECTS) { o = &packets_heap[packets_fresh]; packets_fresh++; }) \
    return o; }
