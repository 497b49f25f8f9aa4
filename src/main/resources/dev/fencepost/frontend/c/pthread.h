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

// Of those who hold it: -1 is a writer.
typedef struct { int __holders; } pthread_rwlock_t;
typedef struct { int __unused; } pthread_rwlockattr_t;
#define PTHREAD_RWLOCK_INITIALIZER {0}
#define pthread_rwlock_init(lock, attributes) ({ \
  pthread_rwlock_t *__lock = (lock); (void)(attributes); __lock->__holders = 0; 0; })
#define pthread_rwlock_destroy(lock) ({ \
  pthread_rwlock_t *__lock = (lock); if (__lock->__holders != 0) __VERIFIER_error(); 0; })
#define pthread_rwlock_rdlock(lock) ({ \
  pthread_rwlock_t *__lock = (lock); \
  __VERIFIER_atomic_begin(); __VERIFIER_assume(__lock->__holders >= 0); __lock->__holders++; __VERIFIER_atomic_end(); 0; })
#define pthread_rwlock_wrlock(lock) ({ \
  pthread_rwlock_t *__lock = (lock); \
  __VERIFIER_atomic_begin(); __VERIFIER_assume(__lock->__holders == 0); __lock->__holders = -1; __VERIFIER_atomic_end(); 0; })
#define pthread_rwlock_tryrdlock(lock) ({ \
  pthread_rwlock_t *__lock = (lock); \
  __VERIFIER_atomic_begin(); \
  int __free = __lock->__holders >= 0; \
  if (__free) __lock->__holders++; \
  __VERIFIER_atomic_end(); __free ? 0 : 16; })
#define pthread_rwlock_trywrlock(lock) ({ \
  pthread_rwlock_t *__lock = (lock); \
  __VERIFIER_atomic_begin(); \
  int __free = __lock->__holders == 0; \
  if (__free) __lock->__holders = -1; \
  __VERIFIER_atomic_end(); __free ? 0 : 16; })
#define pthread_rwlock_unlock(lock) ({ \
  pthread_rwlock_t *__lock = (lock); \
  __VERIFIER_atomic_begin(); \
  int __held = __lock->__holders; \
  __lock->__holders = __held > 0 ? __held - 1 : 0; \
  __VERIFIER_atomic_end(); \
  if (__held == 0) __VERIFIER_error(); 0; })

typedef pthread_mutex_t pthread_spinlock_t;
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define pthread_spin_init(lock, shared) ((void)(shared), pthread_mutex_init(lock, NULL))
#define pthread_spin_destroy(lock) pthread_mutex_destroy(lock)
#define pthread_spin_lock(lock) pthread_mutex_lock(lock)
#define pthread_spin_trylock(lock) pthread_mutex_trylock(lock)
#define pthread_spin_unlock(lock) pthread_mutex_unlock(lock)

typedef struct { pthread_mutex_t __mutex; int __done; } pthread_once_t;
#define PTHREAD_ONCE_INIT {{0}, 0}
#define pthread_once(once, function) ({ \
  pthread_once_t *__once = (once); \
  pthread_mutex_lock(&__once->__mutex); \
  if (!__once->__done) { function(); __once->__done = 1; } \
  pthread_mutex_unlock(&__once->__mutex); 0; })
