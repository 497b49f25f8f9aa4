/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* Two workers take work packets from a pool; a guard opens the bucket of the release phase when marking is done. */

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <fencepost.h>

FENCEPOST_GHOST static int marking = 2;
FENCEPOST_GHOST static int releasing;
FENCEPOST_GHOST static int under_way;

static int marked[2];
static int released;

static void take_marking(int object)
{
    marked[object] = 1;
    reachable("marked");
}

static void release(void)
{
    assert(marked[0] == 1);
    released = 1;
}

static void *worker(void *unused)
{
    (void)unused;
    for (;;) {
        int packet = -1;
        __VERIFIER_atomic_begin();
        if (marking > 0) {
            marking = marking - 1;
            packet = marking;
            under_way = under_way + 1;
        } else if (releasing > 0) {
            releasing = 0;
            packet = 2;
        }
        __VERIFIER_atomic_end();
        if (packet < 0)
            break;
        if (packet == 2) {
            release();
            break;
        }
        take_marking(packet);
        __VERIFIER_atomic_begin();
        under_way = under_way - 1;
        if (marking == 0)
            releasing = 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
