// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The words of GenMC. Those that make its search smaller mean nothing here.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
typedef pthread_t __VERIFIER_thread_t;
typedef pthread_mutex_t __VERIFIER_plock_t;
#define __VERIFIER_spawn(start, argument) ({ \
  pthread_t $spawned; pthread_create(&$spawned, NULL, start, argument); $spawned; })
#define __VERIFIER_spawn_symmetric(start, argument, thread) __VERIFIER_spawn(start, argument)
#define __VERIFIER_join(thread) ({ void *$result; pthread_join(thread, &$result); $result; })
#define __VERIFIER_join_symmetric(thread) pthread_join(thread, NULL)
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(condition) ((void)(condition))
#define __VERIFIER_local_write(statement) do { statement; } while (0)
#define __VERIFIER_final_write(statement) do { statement; } while (0)
#define __VERIFIER_helped_CAS(statement) do { statement; } while (0)
#define __VERIFIER_helping_CAS(statement) do { statement; } while (0)
#define __VERIFIER_speculative_read(value) ({ __auto_type $annotated = value; $annotated; })
#define __VERIFIER_confirming_read(value) ({ __auto_type $annotated = value; $annotated; })
#define __VERIFIER_confirming_CAS(value) ({ __auto_type $annotated = value; $annotated; })
#define __VERIFIER_final_CAS(value) ({ __auto_type $annotated = value; $annotated; })
#define __VERIFIER_optional(statement) do { } while (0)
#define __VERIFIER_method_begin(name, argument) ((void)0)
#define __VERIFIER_method_end(name, result) ((void)0)
#define __VERIFIER_plock_lock(lock) pthread_mutex_lock(lock)
#define __VERIFIER_plock_unlock(lock) pthread_mutex_unlock(lock)
