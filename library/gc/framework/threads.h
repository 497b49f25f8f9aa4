/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * main: starts COLLECTORS times collector() and MUTATORS times mutator(), with their numbers, and joins them. AT_END is what it
 * does then, if that is defined.
 */

#ifndef FENCEPOST_GC_THREADS_H
#define FENCEPOST_GC_THREADS_H

#include "heap.h"

#define START_MUTATOR(number)    \
    pthread_t mutator_##number;  \
    pthread_create(&mutator_##number, NULL, mutator, (void *)(intptr_t)number)

int main(void)
{
    pthread_t collector_thread;
    fencepost_collector_path pthread_create(&collector_thread, NULL, collector, NULL);
#if COLLECTORS == 2
    pthread_t second_collector;
    fencepost_collector_path pthread_create(&second_collector, NULL, collector, (void *)(intptr_t)1);
#endif
    START_MUTATOR(0);
#if MUTATORS >= 2
    START_MUTATOR(1);
#endif
#if MUTATORS >= 3
    START_MUTATOR(2);
#endif
#if MUTATORS >= 4
    START_MUTATOR(3);
#endif
#if MUTATORS >= 5
    START_MUTATOR(4);
#endif
#if MUTATORS >= 6
    START_MUTATOR(5);
#endif
#if MUTATORS >= 7
    START_MUTATOR(6);
#endif
#if MUTATORS >= 8
    START_MUTATOR(7);
#endif

    pthread_join(collector_thread, NULL);
#if COLLECTORS == 2
    pthread_join(second_collector, NULL);
#endif
    pthread_join(mutator_0, NULL);
#if MUTATORS >= 2
    pthread_join(mutator_1, NULL);
#endif
#if MUTATORS >= 3
    pthread_join(mutator_2, NULL);
#endif
#if MUTATORS >= 4
    pthread_join(mutator_3, NULL);
#endif
#if MUTATORS >= 5
    pthread_join(mutator_4, NULL);
#endif
#if MUTATORS >= 6
    pthread_join(mutator_5, NULL);
#endif
#if MUTATORS >= 7
    pthread_join(mutator_6, NULL);
#endif
#if MUTATORS >= 8
    pthread_join(mutator_7, NULL);
#endif
#ifdef AT_END
    AT_END;
#endif
    return 0;
}

#endif
