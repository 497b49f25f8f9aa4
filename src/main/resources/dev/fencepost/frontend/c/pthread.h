// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

typedef unsigned long pthread_t;
typedef struct { int __holder; } pthread_mutex_t;
typedef struct { int __unused; } pthread_attr_t;
typedef struct { int __unused; } pthread_mutexattr_t;
typedef struct { unsigned __all, __waiting; unsigned char __round; } pthread_barrier_t;
typedef struct { int __unused; } pthread_barrierattr_t;
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
typedef struct { unsigned char __signals; } pthread_cond_t;
typedef struct { int __unused; } pthread_condattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#ifndef NULL
#define NULL ((void *)0)
#endif

// Threads wait in atomic blocks: one that waits for ever is a blocked end, of which the tool warns.
#define pthread_barrier_init(barrier, attributes, count) ({ \
  pthread_barrier_t *__barrier = (barrier); (void)(attributes); \
  if (__barrier->__all != 0) __VERIFIER_error(); \
  __barrier->__all = (count); __barrier->__waiting = 0; __barrier->__round = 0; \
  if (__barrier->__all == 0) __VERIFIER_error(); 0; })
#define pthread_barrier_destroy(barrier) ({ \
  pthread_barrier_t *__barrier = (barrier); \
  if (__barrier->__all == 0 || __barrier->__waiting != 0) __VERIFIER_error(); __barrier->__all = 0; 0; })
#define pthread_barrier_wait(barrier) ({ \
  pthread_barrier_t *__barrier = (barrier); \
  __VERIFIER_atomic_begin(); \
  unsigned __all = __barrier->__all; \
  unsigned __place = __barrier->__waiting + 1; \
  unsigned char __round = __barrier->__round; \
  __barrier->__waiting = __place == __all ? 0 : __place; \
  if (__place == __all) __barrier->__round = __round + 1; \
  __VERIFIER_atomic_end(); \
  if (__all == 0) __VERIFIER_error(); \
  if (__place != __all) { \
    __VERIFIER_atomic_begin(); __VERIFIER_assume(__barrier->__round != __round); __VERIFIER_atomic_end(); \
  } \
  __place == __all ? PTHREAD_BARRIER_SERIAL_THREAD : 0; })
#define pthread_cond_init(condition, attributes) ({ \
  pthread_cond_t *__condition = (condition); (void)(attributes); __condition->__signals = 0; 0; })
#define pthread_cond_destroy(condition) ((void)(condition), 0)
// A signal wakes all that wait, and a thread may wake without one: POSIX permits both.
#define pthread_cond_signal(condition) ({ \
  pthread_cond_t *__condition = (condition); \
  __VERIFIER_atomic_begin(); __condition->__signals++; __VERIFIER_atomic_end(); 0; })
#define pthread_cond_broadcast(condition) pthread_cond_signal(condition)
#define pthread_cond_wait(condition, mutex) ({ \
  pthread_cond_t *__condition = (condition); pthread_mutex_t *__mutex = (mutex); \
  unsigned char __seen = __condition->__signals; \
  pthread_mutex_unlock(__mutex); \
  if (!__VERIFIER_nondet_bool()) { \
    __VERIFIER_atomic_begin(); __VERIFIER_assume(__condition->__signals != __seen); __VERIFIER_atomic_end(); \
  } \
  pthread_mutex_lock(__mutex); 0; })
