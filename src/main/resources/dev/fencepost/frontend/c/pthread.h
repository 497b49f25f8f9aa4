// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

typedef unsigned long pthread_t;
typedef struct { int __holder; } pthread_mutex_t;
typedef struct { int __unused; } pthread_attr_t;
typedef struct { int __unused; } pthread_mutexattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#ifndef NULL
#define NULL ((void *)0)
#endif
