// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * The writes that some thread may not have seen yet, in one coherence order for each cell. A
 * <em>view</em> is a set of them, as bits: with a write it has the earlier ones of its cell. The
 * first write of a cell that can still be read is its <em>base</em>: every view has it. A cell
 * without writes here holds what memory holds; with writes, memory holds the value of the last.
 */
public final class Coherence {
  /** Views are words. */
  public static final int MOST = Long.SIZE;

  /** The writer of an initial value, or one whose thread makes no difference any more. */
  public static final int NOBODY = -1;

  /** No write: the cell holds what memory holds. */
  public static final int NONE = -1;

  public int count;
  public int[] cell = new int[8];

  /** The place in the cell's coherence order. */
  public int[] rank = new int[8];

  public int[] writer = new int[8];
  public long[] value = new long[8];

  /** What a thread that reads the write, and orders another read behind it, has seen. */
  public long[] message = new long[8];

  /** The writes that come before by coherence and by fences, as bits. */
  public long[] before = new long[8];

  /** The writes that come before by coherence and as earlier exclusives of a thread, as bits. */
  public long[] exclusiveBefore = new long[8];

  /** Whether nobody writes the cell between the write before and this one. */
  public boolean[] glued = new boolean[8];

  public boolean[] base = new boolean[8];

  /** What those threads have seen that have passed a full fence, when they passed it. */
  public long synced;

  public void clear() {
    count = 0;
    synced = 0;
  }

  void copyFrom(Coherence other) {
    reserve(other.count);
    count = other.count;
    synced = other.synced;
    System.arraycopy(other.cell, 0, cell, 0, count);
    System.arraycopy(other.rank, 0, rank, 0, count);
    System.arraycopy(other.writer, 0, writer, 0, count);
    System.arraycopy(other.value, 0, value, 0, count);
    System.arraycopy(other.message, 0, message, 0, count);
    System.arraycopy(other.before, 0, before, 0, count);
    System.arraycopy(other.exclusiveBefore, 0, exclusiveBefore, 0, count);
    System.arraycopy(other.glued, 0, glued, 0, count);
    System.arraycopy(other.base, 0, base, 0, count);
  }

  private void reserve(int size) {
    if (size > cell.length) {
      int length = Math.max(size, 2 * cell.length);
      cell = Arrays.copyOf(cell, length);
      rank = Arrays.copyOf(rank, length);
      writer = Arrays.copyOf(writer, length);
      value = Arrays.copyOf(value, length);
      message = Arrays.copyOf(message, length);
      before = Arrays.copyOf(before, length);
      exclusiveBefore = Arrays.copyOf(exclusiveBefore, length);
      glued = Arrays.copyOf(glued, length);
      base = Arrays.copyOf(base, length);
    }
  }

  /** Adds a write that comes after nothing. */
  public int add(int of, int place, int by, long written) {
    reserve(count + 1);
    cell[count] = of;
    rank[count] = place;
    writer[count] = by;
    value[count] = written;
    message[count] = 0;
    before[count] = 0;
    exclusiveBefore[count] = 0;
    glued[count] = false;
    base[count] = false;
    return count++;
  }

  /** The write of a cell that is first, of those that can be read, or {@link #NONE}. */
  public int base(int of) {
    for (int i = 0; i < count; i++) {
      if (cell[i] == of && base[i]) {
        return i;
      }
    }
    return NONE;
  }

  /** The last write of a cell that a view has, or {@link #NONE} where the cell has no writes. */
  public int last(int of, long view) {
    int last = base(of);
    for (int i = 0; i < count; i++) {
      if (cell[i] == of && (view >>> i & 1) != 0 && rank[i] > rank[last]) {
        last = i;
      }
    }
    return last;
  }

  /** The write that comes after another one by coherence, or {@link #NONE}. */
  public int next(int write) {
    int next = NONE;
    for (int i = 0; write != NONE && i < count; i++) {
      if (cell[i] == cell[write] && rank[i] > rank[write] && (next < 0 || rank[i] < rank[next])) {
        next = i;
      }
    }
    return next;
  }

  /** A write, and those before it in its cell, as a view. */
  public long upTo(int write) {
    long view = 0;
    for (int i = 0; write != NONE && i < count; i++) {
      view |= cell[i] == cell[write] && rank[i] <= rank[write] ? 1L << i : 0;
    }
    return view;
  }

  /** The writes of a cell behind a place in its order, as bits. */
  private long behind(int of, int place) {
    long writes = 0;
    for (int i = 0; i < count; i++) {
      writes |= cell[i] == of && rank[i] > place ? 1L << i : 0;
    }
    return writes;
  }

  /** Makes a cell's value in memory a write, where it is not one yet. */
  public void begin(int of, long inMemory) {
    if (base(of) == NONE) {
      int first = add(of, 0, NOBODY, inMemory);
      base[first] = true;
    }
  }

  /**
   * The exclusives of a thread around one of its writes, in program order.
   *
   * @param earlier those before it, as bits
   * @param later those behind it
   */
  public record Exclusives(long earlier, long later) {
    /** Of a write that is none. */
    public static final Exclusives NONE = new Exclusives(0, 0);
  }

  /**
   * Whether a write may come right behind another one by coherence, after the writes of a view, and
   * between exclusives: neither order gets a cycle.
   */
  public boolean fits(int after, long earlier, Exclusives exclusives) {
    long later = behind(cell[after], rank[after]);
    long place = upTo(after);
    return (close(before, earlier | place) & follow(before, later)) == 0
        && (close(exclusiveBefore, exclusives.earlier | place)
                & follow(exclusiveBefore, exclusives.later | later))
            == 0;
  }

  /** Adds a write that fits right behind another one. */
  public int insert(int after, long earlier, Exclusives exclusives) {
    long later = behind(cell[after], rank[after]);
    long place = upTo(after);
    for (int i = 0; i < count; i++) {
      rank[i] += (later >>> i & 1) != 0 ? 1 : 0;
    }
    int write = add(cell[after], rank[after] + 1, NOBODY, 0);
    relate(before, write, earlier | place, later);
    relate(exclusiveBefore, write, exclusives.earlier | place, exclusives.later | later);
    return write;
  }

  /** These writes, and all that come before one of them by coherence and exclusives. */
  public long beforeExclusives(long writes) {
    return close(exclusiveBefore, writes);
  }

  /** These writes, and all that come after one of them by coherence and exclusives. */
  public long behindExclusives(long writes) {
    return follow(exclusiveBefore, writes);
  }

  private void relate(long[] order, int write, long earlier, long later) {
    long all = close(order, earlier);
    order[write] = all;
    for (long rest = follow(order, later); rest != 0; rest &= rest - 1) {
      order[Long.numberOfTrailingZeros(rest)] |= all | 1L << write;
    }
  }

  private static long close(long[] order, long writes) {
    long all = writes;
    for (long rest = writes; rest != 0; rest &= rest - 1) {
      all |= order[Long.numberOfTrailingZeros(rest)];
    }
    return all;
  }

  /** These writes, and all that come after one of them. */
  private long follow(long[] order, long writes) {
    long all = writes;
    for (int i = 0; i < count; i++) {
      all |= (order[i] & writes) != 0 ? 1L << i : 0;
    }
    return all;
  }

  /** A write reaches all threads at once, as the last of its cell. */
  void writeAtOnce(int of, long written) {
    int last = base(of);
    if (last != NONE) {
      base[last] = false;
      int after = last;
      while (after != NONE) {
        last = after;
        after = next(last);
      }
      int write = insert(last, 0, Exclusives.NONE);
      value[write] = written;
      base[write] = true;
    }
  }

  /** Keeps the writes of a list, in its order; {@code views} is how their views change. */
  public void permute(int[] order, int length, LongUnaryOperator views) {
    int size = count;
    for (int i = 0; i < length; i++) {
      int to = add(cell[order[i]], rank[order[i]], writer[order[i]], value[order[i]]);
      message[to] = views.applyAsLong(message[order[i]]);
      before[to] = views.applyAsLong(before[order[i]]);
      exclusiveBefore[to] = views.applyAsLong(exclusiveBefore[order[i]]);
      glued[to] = glued[order[i]];
      base[to] = base[order[i]];
    }
    for (int[] numbers : new int[][] {cell, rank, writer}) {
      System.arraycopy(numbers, size, numbers, 0, length);
    }
    for (long[] words : new long[][] {value, message, before, exclusiveBefore}) {
      System.arraycopy(words, size, words, 0, length);
    }
    System.arraycopy(glued, size, glued, 0, length);
    System.arraycopy(base, size, base, 0, length);
    count = length;
  }
}
