/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * ZGC's forwarding tables, for one object that is relocated in each of TABLES cycles, and the count of who uses its page.
 *
 * Who includes this has defined COPY_OBJECT(copy, table), which copies the object of a table, and may define
 *
 *     PLAIN_FIND           the table is read by plain loads
 *     BROKEN_NO_RELEASE    an entry is inserted without release
 *     BROKEN_NO_RETAIN     a mutator relocates without retaining the page
 */

#ifndef FENCEPOST_GC_ZGC_FORWARDING_H
#define FENCEPOST_GC_ZGC_FORWARDING_H

#ifndef TABLES
#define TABLES 1
#define ALL_IN_USE {1}
#endif

/* The one entry of each table. Who uses its page: the worker and mutators. */
static _Atomic int entry[TABLES];
static _Atomic int users[TABLES] = ALL_IN_USE;

#ifdef PLAIN_FIND
#define FIND get
#else
#define FIND get_acquire
#endif

/* ZForwarding::insert: gives the copy that has won. */
static inline int insert(int copy, int table)
{
#ifndef BROKEN_NO_RELEASE
    release_fence();
#endif
    if (cas_relaxed(&entry[table], NONE, copy))
        return copy;
    reachable("another thread relocates faster");
    return FIND(&entry[table]);
}

/* relocate_object_inner. */
static inline int relocate(int copy, int table)
{
    COPY_OBJECT(copy, table);
    return insert(copy, table);
}

/* ZForwarding::retain_page: not when the page has been released. */
static inline _Bool retain_page(int table)
{
    int count = get_acquire(&users[table]);
    while (count != 0 && swap_if_conservative(&users[table], count, count + 1) != count)
        count = get_acquire(&users[table]);
    return count != 0;
}

/* The source tries a compare-and-swap until it succeeds, to the same effect. */
static inline void release_page(int table)
{
    atomic_fetch_sub_explicit(&users[table], 1, memory_order_acq_rel);
    full_fence();
}

/* ZForwarding::detach_page. */
static inline void await_release(int table)
{
    while (get_acquire(&users[table]) != 0)
        ;
}

/* ZRelocate::relocate_object, by a mutator. */
static inline int relocate_or_find(int copy, int table)
{
    int found = FIND(&entry[table]);
    if (found != NONE)
        return found;
#ifdef BROKEN_NO_RETAIN
    reachable("a mutator relocates");
    return relocate(copy, table);
#else
    if (retain_page(table)) {
        found = relocate(copy, table);
        release_page(table);
        reachable("a mutator relocates");
        return found;
    }
    reachable("the page is gone: its object is in the table");
    return FIND(&entry[table]);
#endif
}

#endif
