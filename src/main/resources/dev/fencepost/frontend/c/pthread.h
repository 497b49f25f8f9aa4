// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

typedef unsigned long pthread_t;
typedef struct pthread_mutex_t { int $holder; } pthread_mutex_t;
typedef struct pthread_attr_t { int $unused; } pthread_attr_t;
typedef struct pthread_mutexattr_t { int $unused; } pthread_mutexattr_t;
typedef struct pthread_barrier_t { unsigned $all, $waiting, $leaving; } pthread_barrier_t;
typedef struct pthread_barrierattr_t { int $unused; } pthread_barrierattr_t;
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
typedef struct pthread_cond_t { unsigned $waiting, $woken; } pthread_cond_t;
typedef struct pthread_condattr_t { int $unused; } pthread_condattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#ifndef NULL
#define NULL ((void *)0)
#endif

// A destroyed mutex is held by nobody: who locks it waits for ever.
#define pthread_mutex_destroy(mutex) ({ \
  pthread_mutex_t *$destroyed = (mutex); \
  if ($destroyed->$holder != 0) __VERIFIER_error(); \
  $destroyed->$holder = -1; 0; })

// Nobody looks at whether a thread is detached.
#define pthread_detach(thread) ((void)(thread), 0)

// Threads wait in atomic blocks: one that waits for ever is a blocked end, of which the tool warns.
// Who was released from a barrier, or woken, always has its next step: a barrier waits for it before it is used again, and
// destruction waits too. So memory may be freed behind the destruction.
// The pointer is assigned, so that a local barrier may be read before it has a value.
#define pthread_barrier_init(barrier, attributes, count) ({ \
  pthread_barrier_t *$barrier; $barrier = (barrier); (void)(attributes); \
  if ($barrier->$all != 0) __VERIFIER_error(); \
  $barrier->$all = (count); $barrier->$waiting = 0; $barrier->$leaving = 0; \
  $barrier->$all == 0 ? 22 : 0; })
#define pthread_barrier_destroy(barrier) ({ \
  pthread_barrier_t *$barrier = (barrier); \
  __VERIFIER_atomic_begin(); \
  __VERIFIER_assume($barrier->$leaving == 0); \
  _Bool $wrong = $barrier->$all == 0 || $barrier->$waiting != 0; $barrier->$all = 0; \
  __VERIFIER_atomic_end(); \
  if ($wrong) __VERIFIER_error(); 0; })
// The last thread serves: each of those that meet is the last one in some run.
#define pthread_barrier_wait(barrier) ({ \
  pthread_barrier_t *$barrier = (barrier); \
  __VERIFIER_atomic_begin(); \
  __VERIFIER_assume($barrier->$leaving == 0); \
  unsigned $all = $barrier->$all; \
  unsigned $place = $barrier->$waiting + 1; \
  $barrier->$waiting = $place == $all ? 0 : $place; \
  if ($place == $all) $barrier->$leaving = $all - 1; \
  __VERIFIER_atomic_end(); \
  if ($all == 0) __VERIFIER_error(); \
  if ($place != $all) { \
    __VERIFIER_atomic_begin(); \
    __VERIFIER_assume($barrier->$leaving != 0); $barrier->$leaving -= 1; \
    __VERIFIER_atomic_end(); \
  } \
  $place == $all ? PTHREAD_BARRIER_SERIAL_THREAD : 0; })
// A bit for each thread that waits, and one above them once it is destroyed; a bit for each that is woken. A signal wakes one of
// those that wait, whichever; and a thread may wake without one.
#define $pthread_destroyed 0x10000u
#define pthread_cond_init(condition, attributes) ({ \
  pthread_cond_t *$condition = (condition); (void)(attributes); \
  $condition->$waiting = 0; $condition->$woken = 0; 0; })
#define pthread_cond_destroy(condition) ({ \
  pthread_cond_t *$condition = (condition); \
  __VERIFIER_atomic_begin(); \
  __VERIFIER_assume($condition->$woken == 0); \
  unsigned $waiting = $condition->$waiting; $condition->$waiting = $pthread_destroyed; \
  __VERIFIER_atomic_end(); \
  if ($waiting != 0) __VERIFIER_error(); 0; })
#define pthread_cond_signal(condition) ({ \
  pthread_cond_t *$condition = (condition); \
  __VERIFIER_atomic_begin(); \
  unsigned $waiting = $condition->$waiting; \
  if ($waiting != 0 && $waiting < $pthread_destroyed) { \
    unsigned $woken = __VERIFIER_nondet_uint(); __VERIFIER_assume($woken < 16); \
    __VERIFIER_assume($waiting & 1u << $woken); \
    $condition->$waiting = $waiting & ~(1u << $woken); \
    $condition->$woken |= 1u << $woken; \
  } \
  __VERIFIER_atomic_end(); \
  if ($waiting >= $pthread_destroyed) __VERIFIER_error(); 0; })
#define pthread_cond_broadcast(condition) ({ \
  pthread_cond_t *$condition = (condition); \
  __VERIFIER_atomic_begin(); \
  unsigned $waiting = $condition->$waiting; \
  if ($waiting < $pthread_destroyed) { $condition->$woken |= $waiting; $condition->$waiting = 0; } \
  __VERIFIER_atomic_end(); \
  if ($waiting >= $pthread_destroyed) __VERIFIER_error(); 0; })
#define pthread_cond_wait(condition, mutex) ({ \
  pthread_cond_t *$condition = (condition); pthread_mutex_t *$mutex = (mutex); \
  unsigned $self = 1u << (pthread_self() - 1); \
  __VERIFIER_atomic_begin(); \
  unsigned $waiting = $condition->$waiting; $condition->$waiting = $waiting | $self; \
  __VERIFIER_atomic_end(); \
  if ($waiting >= $pthread_destroyed) __VERIFIER_error(); \
  pthread_mutex_unlock($mutex); \
  _Bool $needs_signal = __VERIFIER_nondet_bool(); \
  __VERIFIER_atomic_begin(); \
  __VERIFIER_assume(!($needs_signal && $condition->$waiting & $self)); \
  $condition->$waiting &= ~$self; $condition->$woken &= ~$self; \
  __VERIFIER_atomic_end(); \
  pthread_mutex_lock($mutex); 0; })

// The writer is the handle of the thread that has the lock, or -1 once it is destroyed. Of each reader two bits count how
// often it has the lock; a fourth time is EAGAIN.
typedef struct pthread_rwlock_t { int $writer; unsigned $readers; } pthread_rwlock_t;
typedef struct pthread_rwlockattr_t { int $unused; } pthread_rwlockattr_t;
#define PTHREAD_RWLOCK_INITIALIZER {0, 0}
#define pthread_rwlock_init(lock, attributes) ({ \
  pthread_rwlock_t *$lock = (lock); (void)(attributes); $lock->$writer = 0; $lock->$readers = 0; 0; })
#define pthread_rwlock_destroy(lock) ({ \
  pthread_rwlock_t *$lock = (lock); \
  if ($lock->$writer != 0 || $lock->$readers != 0) __VERIFIER_error(); \
  $lock->$writer = -1; 0; })
// A step of a reader or a writer: it waits, or gives another result where the lock is taken.
#define $pthread_rdlock(lock, waits) ({ \
  pthread_rwlock_t *$lock = (lock); \
  unsigned $one = 1u << 2 * (pthread_self() - 1); \
  __VERIFIER_atomic_begin(); \
  int $writer = $lock->$writer; \
  __VERIFIER_assume(!((waits) && $writer > 0)); \
  int $result = $writer > 0 ? 16 : ($lock->$readers & 3 * $one) == 3 * $one ? 11 : 0; \
  if ($result == 0) $lock->$readers += $one; \
  __VERIFIER_atomic_end(); \
  if ($writer < 0) __VERIFIER_error(); $result; })
#define $pthread_wrlock(lock, waits) ({ \
  pthread_rwlock_t *$lock = (lock); \
  __VERIFIER_atomic_begin(); \
  int $writer = $lock->$writer; \
  int $result = $writer > 0 || $lock->$readers != 0 ? 16 : 0; \
  __VERIFIER_assume(!((waits) && $result != 0)); \
  if ($result == 0) $lock->$writer = (int)pthread_self(); \
  __VERIFIER_atomic_end(); \
  if ($writer < 0) __VERIFIER_error(); $result; })
#define pthread_rwlock_rdlock(lock) $pthread_rdlock(lock, 1)
#define pthread_rwlock_wrlock(lock) $pthread_wrlock(lock, 1)
#define pthread_rwlock_tryrdlock(lock) $pthread_rdlock(lock, 0)
#define pthread_rwlock_trywrlock(lock) $pthread_wrlock(lock, 0)
#define pthread_rwlock_unlock(lock) ({ \
  pthread_rwlock_t *$lock = (lock); \
  unsigned $one = 1u << 2 * (pthread_self() - 1); \
  __VERIFIER_atomic_begin(); \
  int $writes = $lock->$writer == (int)pthread_self(); \
  int $reads = ($lock->$readers & 3 * $one) != 0; \
  if ($writes) $lock->$writer = 0; \
  if (!$writes && $reads) $lock->$readers -= $one; \
  __VERIFIER_atomic_end(); \
  if (!$writes && !$reads) __VERIFIER_error(); 0; })

typedef pthread_mutex_t pthread_spinlock_t;
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define pthread_spin_init(lock, shared) ((void)(shared), pthread_mutex_init(lock, NULL))
#define pthread_spin_destroy(lock) pthread_mutex_destroy(lock)
#define pthread_spin_lock(lock) pthread_mutex_lock(lock)
#define pthread_spin_trylock(lock) pthread_mutex_trylock(lock)
#define pthread_spin_unlock(lock) pthread_mutex_unlock(lock)

typedef struct pthread_once_t { pthread_mutex_t $mutex; int $done; } pthread_once_t;
#define PTHREAD_ONCE_INIT {{0}, 0}
// Who comes when it is done takes no lock: else it would be ordered with others who come then.
#define pthread_once(once, function) ({ \
  pthread_once_t *$once = (once); \
  if (!__atomic_load_n(&$once->$done, __ATOMIC_ACQUIRE)) { \
    pthread_mutex_lock(&$once->$mutex); \
    if (!$once->$done) { (function)(); __atomic_store_n(&$once->$done, 1, __ATOMIC_RELEASE); } \
    pthread_mutex_unlock(&$once->$mutex); \
  } 0; })
