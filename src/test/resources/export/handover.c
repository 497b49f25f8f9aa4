/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */
/* A message that is handed over with a fence (WR) or without (RW). */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <fencepost.h>

#define WR 1
#define RW 2

static int message, ready;

static void *sender(void *unused) {
  message = 1;
#if SCENARIO == WR
  fence_release();
#endif
  ready = 1;
  return NULL;
}

static void *receiver(void *unused) {
  if (ready) {
#if SCENARIO == WR
    fence_acquire();
#endif
    assert(message == 1);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sender, NULL);
  pthread_create(&second, NULL, receiver, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
