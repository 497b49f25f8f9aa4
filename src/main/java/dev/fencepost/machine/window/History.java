// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.memorymodel.LawSteps;
import java.util.Arrays;

/**
 * The instances that general laws may still relate to others, finished or not, and the order of
 * their steps as far as laws ask for it: the papers' defining predicates. Instances of one thread
 * stand in program order.
 */
public final class History {
  public static final int UNKNOWN = -1;

  public int count;
  public int[] thread = new int[8];
  public Code[] code = new Code[8];

  /** The cells accessed, or {@link #UNKNOWN}; the second of a two-word CAS. */
  public int[] cell = new int[8];

  public int[] secondCell = new int[8];
  public long[] value = new long[8];

  /** The class as laws see it, by outcome. */
  public int[] instanceClass = new int[8];

  /** The steps taken, as bits. */
  public long[] performed = new long[8];

  /** All steps that the instance takes, as bits. */
  public long[] steps = new long[8];

  /** Row r, step s: which steps of which instances came before it. */
  private long[] before;

  /** The most steps that an instance can have. */
  private final int width;

  /** All reflections, as bits. */
  private final long reflected;

  /**
   * @param memories the most memories that there can be
   */
  public History(int memories) {
    width = LawSteps.width(memories);
    reflected = LawSteps.reflections(memories);
    before = new long[capacity() * width * capacity()];
  }

  public void clear() {
    count = 0;
  }

  public void copyFrom(History other) {
    reserve(other.count);
    count = other.count;
    System.arraycopy(other.thread, 0, thread, 0, count);
    System.arraycopy(other.code, 0, code, 0, count);
    System.arraycopy(other.cell, 0, cell, 0, count);
    System.arraycopy(other.secondCell, 0, secondCell, 0, count);
    System.arraycopy(other.value, 0, value, 0, count);
    System.arraycopy(other.instanceClass, 0, instanceClass, 0, count);
    System.arraycopy(other.performed, 0, performed, 0, count);
    System.arraycopy(other.steps, 0, steps, 0, count);
    for (int i = 0; i < count; i++) {
      for (long rest = performed[i]; rest != 0; rest &= rest - 1) {
        int step = Long.numberOfTrailingZeros(rest);
        System.arraycopy(other.before, other.row(i, step), before, row(i, step), count);
      }
    }
  }

  private int capacity() {
    return thread.length;
  }

  /** Adds an instance behind all others of its thread; gives its place. */
  public int add(int owner, Code instance, long allSteps) {
    reserve(count + 1);
    int index = count++;
    thread[index] = owner;
    code[index] = instance;
    cell[index] = UNKNOWN;
    secondCell[index] = UNKNOWN;
    value[index] = 0;
    instanceClass[index] = instance.instanceClass;
    performed[index] = 0;
    steps[index] = allSteps;
    for (int i = 0; i < index; i++) {
      for (long rest = performed[i]; rest != 0; rest &= rest - 1) {
        before[row(i, Long.numberOfTrailingZeros(rest)) + index] = 0;
      }
    }
    return index;
  }

  /** The places of all instances, thread by thread. */
  public int[] byThread(int threads) {
    int[] order = new int[count];
    int next = 0;
    for (int owner = 0; owner < threads; owner++) {
      for (int i = 0; i < count; i++) {
        if (thread[i] == owner) {
          order[next++] = i;
        }
      }
    }
    return order;
  }

  private int row(int index, int step) {
    return (index * width + step) * capacity();
  }

  /**
   * A new memory has what {@code creator}'s has: stores have been reflected to both, to the new one
   * right after the other, or to none.
   */
  void addTarget(int creator, int target) {
    int from = LawSteps.reflectionNumber(creator);
    int to = LawSteps.reflectionNumber(target);
    for (int i = 0; i < count; i++) {
      if (isReflected(i)) {
        steps[i] |= 1L << to;
        if (isPerformed(i, from)) {
          performed[i] |= 1L << to;
          System.arraycopy(before, row(i, from), before, row(i, to), capacity());
        }
      }
    }
    for (int i = 0; i < count * width; i++) {
      for (int j = 0; j < count; j++) {
        if (isReflected(j)) {
          long seen = before[i * capacity() + j];
          before[i * capacity() + j] |= (seen >>> from & 1) << to;
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (isReflected(i) && isPerformed(i, to)) {
        before[row(i, to) + i] |= 1L << from;
      }
    }
  }

  /** Whether it is a store with a step for each memory. */
  private boolean isReflected(int index) {
    return (steps[index] & reflected) != 0;
  }

  public boolean isDone(int index) {
    return performed[index] == steps[index];
  }

  /** The place of the n-th unfinished instance of a thread, counted from 0. */
  public int unfinished(int owner, int nth) {
    int seen = 0;
    for (int i = 0; i < count; i++) {
      if (thread[i] == owner && !isDone(i) && seen++ == nth) {
        return i;
      }
    }
    throw new IllegalStateException("an instance of the window has no history");
  }

  /** Takes steps at once, but for the issue, which comes before the others. */
  public void perform(int index, long taken) {
    if ((taken & LawSteps.ISSUE) != 0 && taken != LawSteps.ISSUE) {
      perform(index, LawSteps.ISSUE);
      perform(index, taken & ~LawSteps.ISSUE);
      return;
    }
    for (long rest = taken; rest != 0; rest &= rest - 1) {
      int step = Long.numberOfTrailingZeros(rest);
      for (int other = 0; other < count; other++) {
        before[row(index, step) + other] = performed[other];
      }
    }
    performed[index] |= taken;
  }

  public boolean isPerformed(int index, int step) {
    return (performed[index] >>> step & 1) != 0;
  }

  /** Whether a step came before another; both have been taken. */
  public boolean isBefore(int index, int step, int other, int otherStep) {
    return (before[row(other, otherStep) + index] >>> step & 1) != 0;
  }

  /** The steps of {@code other} that came before a step, as bits. */
  public long before(int index, int step, int other) {
    return before[row(index, step) + other];
  }

  public void setBefore(int index, int step, int other, long steps) {
    before[row(index, step) + other] = steps;
  }

  public void remove(int index) {
    int tail = count - index - 1;
    System.arraycopy(thread, index + 1, thread, index, tail);
    System.arraycopy(code, index + 1, code, index, tail);
    System.arraycopy(cell, index + 1, cell, index, tail);
    System.arraycopy(secondCell, index + 1, secondCell, index, tail);
    System.arraycopy(value, index + 1, value, index, tail);
    System.arraycopy(instanceClass, index + 1, instanceClass, index, tail);
    System.arraycopy(performed, index + 1, performed, index, tail);
    System.arraycopy(steps, index + 1, steps, index, tail);
    for (int i = 0; i < count; i++) {
      for (int step = 0; step < width; step++) {
        int row = row(i, step);
        System.arraycopy(before, row + index + 1, before, row + index, tail);
        before[row + count - 1] = 0;
      }
    }
    System.arraycopy(before, row(index + 1, 0), before, row(index, 0), tail * width * capacity());
    count--;
  }

  private void reserve(int size) {
    if (size <= capacity()) {
      return;
    }
    int old = capacity();
    int grown = Math.max(size, 2 * old);
    long[] matrix = new long[grown * width * grown];
    for (int i = 0; i < count * width; i++) {
      System.arraycopy(before, i * old, matrix, i * grown, count);
    }
    before = matrix;
    thread = Arrays.copyOf(thread, grown);
    code = Arrays.copyOf(code, grown);
    cell = Arrays.copyOf(cell, grown);
    secondCell = Arrays.copyOf(secondCell, grown);
    value = Arrays.copyOf(value, grown);
    instanceClass = Arrays.copyOf(instanceClass, grown);
    performed = Arrays.copyOf(performed, grown);
    steps = Arrays.copyOf(steps, grown);
  }
}
