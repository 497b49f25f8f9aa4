// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

typedef unsigned long pthread_t;
typedef struct pthread_mutex_t { int __holder; } pthread_mutex_t;
typedef struct pthread_attr_t { int __unused; } pthread_attr_t;
typedef struct pthread_mutexattr_t { int __unused; } pthread_mutexattr_t;
typedef struct pthread_barrier_t { unsigned __all, __waiting; unsigned char __round; } pthread_barrier_t;
typedef struct pthread_barrierattr_t { int __unused; } pthread_barrierattr_t;
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
typedef struct pthread_cond_t { unsigned __waiting; } pthread_cond_t;
typedef struct pthread_condattr_t { int __unused; } pthread_condattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#ifndef NULL
#define NULL ((void *)0)
#endif

// A destroyed mutex is held by nobody: who locks it waits for ever.
#define pthread_mutex_destroy(mutex) ({ \
  pthread_mutex_t *__destroyed = (mutex); \
  if (__destroyed->__holder != 0) __VERIFIER_error(); \
  __destroyed->__holder = -1; 0; })

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
// A bit for each thread that waits. A signal wakes one of them, whichever; and a thread may wake without one.
#define pthread_cond_init(condition, attributes) ({ \
  pthread_cond_t *__condition = (condition); (void)(attributes); __condition->__waiting = 0; 0; })
#define pthread_cond_destroy(condition) ((void)(condition), 0)
#define pthread_cond_signal(condition) ({ \
  pthread_cond_t *__condition = (condition); \
  __VERIFIER_atomic_begin(); \
  unsigned __waiting = __condition->__waiting; \
  if (__waiting != 0) { \
    unsigned __woken = __VERIFIER_nondet_uint(); __VERIFIER_assume(__woken < 16); \
    __VERIFIER_assume(__waiting & 1u << __woken); \
    __condition->__waiting = __waiting & ~(1u << __woken); \
  } \
  __VERIFIER_atomic_end(); 0; })
#define pthread_cond_broadcast(condition) ({ \
  pthread_cond_t *__condition = (condition); \
  __VERIFIER_atomic_begin(); __condition->__waiting = 0; __VERIFIER_atomic_end(); 0; })
#define pthread_cond_wait(condition, mutex) ({ \
  pthread_cond_t *__condition = (condition); pthread_mutex_t *__mutex = (mutex); \
  unsigned __self = 1u << pthread_self(); \
  __VERIFIER_atomic_begin(); __condition->__waiting |= __self; __VERIFIER_atomic_end(); \
  pthread_mutex_unlock(__mutex); \
  _Bool __needs_signal = __VERIFIER_nondet_bool(); \
  __VERIFIER_atomic_begin(); \
  __VERIFIER_assume(!(__needs_signal && __condition->__waiting & __self)); \
  __condition->__waiting &= ~__self; \
  __VERIFIER_atomic_end(); \
  pthread_mutex_lock(__mutex); 0; })

// Of those who hold it: -1 is a writer.
typedef struct pthread_rwlock_t { int __holders; } pthread_rwlock_t;
typedef struct pthread_rwlockattr_t { int __unused; } pthread_rwlockattr_t;
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

typedef struct pthread_once_t { pthread_mutex_t __mutex; int __done; } pthread_once_t;
#define PTHREAD_ONCE_INIT {{0}, 0}
// Who comes when it is done takes no lock: else it would be ordered with others who come then.
#define pthread_once(once, function) ({ \
  pthread_once_t *__once = (once); \
  if (!__atomic_load_n(&__once->__done, __ATOMIC_ACQUIRE)) { \
    pthread_mutex_lock(&__once->__mutex); \
    if (!__once->__done) { (function)(); __atomic_store_n(&__once->__done, 1, __ATOMIC_RELEASE); } \
    pthread_mutex_unlock(&__once->__mutex); \
  } 0; })
