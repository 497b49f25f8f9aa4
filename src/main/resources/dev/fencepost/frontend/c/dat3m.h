// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The words of Dartagnan. Bounds of loops mean nothing here: loops are searched as they are.
#include <stdbool.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define __VERIFIER_assert(condition) assert(condition)
#define __VERIFIER_loop_bound(bound) ((void)0)
#define __VERIFIER_tid() ((unsigned int)(pthread_self() - 1))
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(condition) ((void)(condition))
#define await_while(condition) while (condition)
