/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The unlog bit and the lock bit of FIELDS_LOGGED fields: who writes a field first after a pause logs it. ALL_UNLOGGED is what the unlog
 * bits are at the start.
 *
 * -D ORDERED           the lock of a field acquires, and the bits are set with release
 * BROKEN_LOGGED_TWICE  the field is not locked while it is logged
 */

#ifndef FENCEPOST_GC_LXR_COALESCING_H
#define FENCEPOST_GC_LXR_COALESCING_H

enum unlog { LOGGED, UNLOGGED };
enum lock { UNLOCKED, LOCKED };

static _Atomic int unlog[FIELDS_LOGGED] = ALL_UNLOGGED;
static _Atomic int lock[FIELDS_LOGGED];

#ifdef ORDERED
#define LOCK_FIELD swap_if_acquire
#define SET_BIT set_release
#else
#define LOCK_FIELD swap_if_relaxed
#define SET_BIT set
#endif

/* attempt_to_lock_slot_bailout_if_logged. */
static inline _Bool lock_unless_logged(int at)
{
    for (;;) {
        if (get(&unlog[at]) == LOGGED)
            return 0;
#ifdef BROKEN_LOGGED_TWICE
        return 1;
#endif
        if (LOCK_FIELD(&lock[at], UNLOCKED, LOCKED) == UNLOCKED) {
            if (get(&unlog[at]) == LOGGED) {
                SET_BIT(&lock[at], UNLOCKED);
                reachable("another mutator logs faster");
                return 0;
            }
            return 1;
        }
    }
}

/* log_and_unlock_slot. */
static inline void log_and_unlock(int at)
{
    SET_BIT(&unlog[at], LOGGED);
    SET_BIT(&lock[at], UNLOCKED);
}

/* In a pause. */
static inline void unlog_field(int at)
{
    set(&unlog[at], UNLOGGED);
}

#endif
