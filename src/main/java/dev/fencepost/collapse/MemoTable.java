// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.transition.Successors;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memo table of one process: entries by a key other than 0. Many threads read it without a
 * lock, and each may add entries.
 *
 * <p>It uses open addressing. A key and its entry are neighbours, so that most lookups touch one
 * cache line.
 */
final class MemoTable {
  private static final int FIRST_BITS = 6;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final AtomicLong room;

  private volatile long[] slots = new long[2 << FIRST_BITS];
  private volatile int[] lists = new int[64];
  private int end;
  private int entries;

  /**
   * @param room the memory that tables may still take together
   */
  MemoTable(AtomicLong room) {
    this.room = room;
  }

  /** Looks at where keys would be, so that they are near. */
  long approach(long[] keys, int count) {
    long[] table = slots;
    long seen = 0;
    for (int i = 0; i < count; i++) {
      seen ^= table[place(keys[i], table)];
    }
    return seen;
  }

  MemoEntry find(long key) {
    return new MemoEntry(bits(key));
  }

  /** The bits of the entry of a key, without an object. */
  long bits(long key) {
    long[] table = slots;
    int mask = table.length - 1;
    int place = place(key, table);
    for (long found = (long) LONGS.getAcquire(table, place);
        found != 0;
        found = (long) LONGS.getAcquire(table, place)) {
      if (found == key) {
        return table[place + 1];
      }
      place = place + 2 & mask;
    }
    return MemoEntry.UNKNOWN.bits();
  }

  private static int place(long key, long[] slots) {
    int hash = (int) ((key ^ key >>> Integer.SIZE + 3) * MULTIPLIER >>> Integer.SIZE);
    return 2 * hash & slots.length - 1;
  }

  /** Keeps steps; the entry that there is now. */
  synchronized MemoEntry add(long key, FoundSteps found) {
    MemoEntry known = find(key);
    return known.isUnknown() ? put(key, entry(found)) : known;
  }

  /** Keeps an entry whose steps, if any, are in the lists of a table of which this is a cache. */
  synchronized MemoEntry add(long key, MemoEntry entry) {
    MemoEntry known = find(key);
    return known.isUnknown() ? put(key, entry) : known;
  }

  private MemoEntry put(long key, MemoEntry entry) {
    if (2 * (entries + 1) > slots.length / 2) {
      slots = doubled(slots);
    }
    put(slots, key, entry.bits());
    entries++;
    return entry;
  }

  private long[] doubled(long[] old) {
    room.addAndGet(-(long) old.length * Long.BYTES);
    long[] table = new long[2 * old.length];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        put(table, old[i], old[i + 1]);
      }
    }
    return table;
  }

  private static void put(long[] table, long key, long entry) {
    int place = place(key, table);
    while (table[place] != 0) {
      place = place + 2 & table.length - 1;
    }
    table[place + 1] = entry;
    LONGS.setRelease(table, place, key);
  }

  private MemoEntry entry(FoundSteps found) {
    int count = found.count();
    boolean coded = found.isCoded();
    if (count == 1 && !coded) {
      return MemoEntry.to(found.view(0));
    }
    int size = count * stride(coded);
    int[] target = lists;
    if (end + size > target.length) {
      room.addAndGet(-(long) target.length * Integer.BYTES);
      target = Arrays.copyOf(target, Math.max(end + size, 2 * target.length));
      lists = target;
    }
    int at = end;
    for (int i = 0; i < count; i++) {
      target[end++] = found.view(i).projection();
      target[end++] = found.view(i).process();
      if (coded) {
        target[end++] = found.code(i);
      }
    }
    return MemoEntry.list(at, count, coded);
  }

  private static int stride(boolean coded) {
    return coded ? 3 : 2;
  }

  /** The view that a step of a list leads to. */
  View view(MemoEntry list, int step) {
    int[] all = lists;
    int at = list.at() + step * stride(list.isCoded());
    return View.of(all[at], all[at + 1]);
  }

  /** The violation code of a step of a list. */
  int code(MemoEntry list, int step) {
    return list.isCoded() ? lists[list.at() + step * stride(true) + 2] : Successors.FINE;
  }
}
