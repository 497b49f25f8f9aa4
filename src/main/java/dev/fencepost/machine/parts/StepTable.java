// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the own steps of one process lead to. Read without a lock by many threads, of which each may
 * add.
 *
 * <p>A key is the number of what the process sees of what is shared above that of the process. An
 * open-addressing table has key and value side by side, so that one look is enough for most. A
 * value above 0 is the only step, as a key; one with 0 in its upper half is no step, {@link
 * #STUCK}, {@link #IDLE} or {@link #OPEN}; one below 0 is where the steps are in a list, with how
 * many they are and whether one has a code.
 */
public final class StepTable {
  /** Not known. */
  public static final long UNKNOWN = 0;

  /** The process cannot take a step. */
  public static final long STUCK = 1;

  /** It can, but none is worth to be kept. */
  static final long IDLE = 2;

  /** What it can do hangs on more than this, or changes more: it is to be asked each time. */
  public static final long OPEN = 3;

  private static final int FIRST_BITS = 6;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int CODED = 1 << Integer.SIZE - 2;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final AtomicLong room;

  private volatile long[] slots = new long[2 << FIRST_BITS];
  private volatile int[] lists = new int[64];
  private int end;
  private int entries;

  /**
   * @param room what tables may still take together, which this takes from
   */
  StepTable(AtomicLong room) {
    this.room = room;
  }

  public static long key(int shared, int number) {
    return (long) shared << Integer.SIZE | number;
  }

  /** What is shared, of a key or of a value that is one. */
  public static int shared(long key) {
    return (int) (key >> Integer.SIZE);
  }

  public static int number(long key) {
    return (int) key;
  }

  /** The table as it is now, for several looks. */
  long[] slots() {
    return slots;
  }

  /** Looks at where keys would be in a table, so that they are near. */
  static long approach(long[] slots, long[] keys, int count) {
    long seen = 0;
    for (int i = 0; i < count; i++) {
      seen ^= slots[place(keys[i], slots)];
    }
    return seen;
  }

  /** The value of a key, or {@link #UNKNOWN}. */
  public long find(long key) {
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
    return UNKNOWN;
  }

  private static int place(long key, long[] slots) {
    int hash = (int) ((key ^ key >>> Integer.SIZE + 3) * MULTIPLIER >>> Integer.SIZE);
    return 2 * hash & slots.length - 1;
  }

  /** Remembers that steps are to be asked for each time. */
  public synchronized long addOpen(long key) {
    put(key, OPEN);
    return OPEN;
  }

  /**
   * Remembers where steps lead; the value for that.
   *
   * @param moves whether there was a step, though it may not have been found worth to be kept
   */
  public synchronized long add(long key, StepTargets found, boolean moves) {
    long known = find(key);
    if (known != UNKNOWN) {
      return known;
    }
    long value = value(found, moves);
    put(key, value);
    return value;
  }

  /** Keeps a value that was found elsewhere. */
  synchronized void keep(long key, long value) {
    if (find(key) == UNKNOWN) {
      put(key, value);
    }
  }

  private void put(long key, long value) {
    if (2 * (entries + 1) > slots.length / 2) {
      slots = doubled(slots);
    }
    put(slots, key, value);
    entries++;
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

  private static void put(long[] table, long key, long value) {
    int place = place(key, table);
    while (table[place] != 0) {
      place = place + 2 & table.length - 1;
    }
    table[place + 1] = value;
    LONGS.setRelease(table, place, key);
  }

  private long value(StepTargets found, boolean moves) {
    int count = found.count();
    boolean coded = found.isCoded();
    if (count == 0) {
      return moves ? IDLE : STUCK;
    }
    if (count == 1 && !coded) {
      return key(found.shared(0), found.process(0));
    }
    int size = count * (coded ? 3 : 2);
    int[] target = lists;
    if (end + size > target.length) {
      room.addAndGet(-(long) target.length * Integer.BYTES);
      target = Arrays.copyOf(target, Math.max(end + size, 2 * target.length));
      lists = target;
    }
    int at = end;
    for (int i = 0; i < count; i++) {
      target[end++] = found.shared(i);
      target[end++] = found.process(i);
      if (coded) {
        target[end++] = found.code(i);
      }
    }
    return key(Integer.MIN_VALUE | (coded ? CODED : 0) | count, at);
  }

  public static boolean moves(long value) {
    return value != STUCK;
  }

  /** Whether steps are in a list. */
  static boolean isList(long value) {
    return value < 0;
  }

  /** Whether a step of a list has a code. */
  static boolean isCoded(long value) {
    return (shared(value) & CODED) != 0;
  }

  static int count(long value) {
    return shared(value) & CODED - 1;
  }

  /** Where the steps of lists are, two numbers each and maybe a code, from {@link #number} on. */
  int[] lists() {
    return lists;
  }
}
