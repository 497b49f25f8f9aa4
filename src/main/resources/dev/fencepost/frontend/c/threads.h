// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The threads of C11, by those of POSIX.
#include <pthread.h>
typedef pthread_t thrd_t;
typedef int (*thrd_start_t)(void *);
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_once_t once_flag;
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };
#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define thread_local _Thread_local
#define thrd_create(thread, start, argument) pthread_create(thread, NULL, start, argument)
#define thrd_join(thread, result) ({ \
  void *$result; pthread_join(thread, &$result); \
  int *$to = (result); if ($to) *$to = (int)(long)$result; \
  (int)thrd_success; })
#define thrd_exit(result) pthread_exit((void *)(long)(result))
#define thrd_current() pthread_self()
#define thrd_equal(first, second) pthread_equal(first, second)
#define thrd_detach(thread) ((void)(thread), (int)thrd_success)
#define thrd_yield() ((void)0)
#define mtx_init(mutex, type) ({ \
  _Static_assert(!((type) & mtx_recursive), "recursive mutexes are not supported"); \
  pthread_mutex_init(mutex, NULL); (int)thrd_success; })
#define mtx_lock(mutex) pthread_mutex_lock(mutex)
#define mtx_trylock(mutex) (pthread_mutex_trylock(mutex) == 0 ? (int)thrd_success : (int)thrd_busy)
#define mtx_unlock(mutex) pthread_mutex_unlock(mutex)
#define mtx_destroy(mutex) ((void)pthread_mutex_destroy(mutex))
#define cnd_init(condition) pthread_cond_init(condition, NULL)
#define cnd_wait(condition, mutex) pthread_cond_wait(condition, mutex)
#define cnd_signal(condition) pthread_cond_signal(condition)
#define cnd_broadcast(condition) pthread_cond_broadcast(condition)
#define cnd_destroy(condition) ((void)pthread_cond_destroy(condition))
#define call_once(flag, function) ((void)pthread_once(flag, function))
