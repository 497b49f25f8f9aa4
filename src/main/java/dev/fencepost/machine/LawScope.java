// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.memorymodel.Pattern;

/**
 * What a law is evaluated on: a history, and a choice of instances and threads for its variables.
 * An instance may also be one that a thread will fetch some day ({@link #future}): nothing is known
 * of it but its thread, and that it comes later.
 */
final class LawScope {
  private static final int FUTURE = 1 << 20;
  private static final int MOST_VARIABLES = 16;

  final InstanceClasses classes;
  final boolean multiCopyAtomic;
  final int[] value = new int[MOST_VARIABLES];
  History history;
  int threads;

  LawScope(InstanceClasses classes, boolean multiCopyAtomic) {
    this.classes = classes;
    this.multiCopyAtomic = multiCopyAtomic;
  }

  /** Some instance that this thread will fetch. */
  static int future(int thread) {
    return FUTURE + thread;
  }

  static boolean isFuture(int instance) {
    return instance >= FUTURE;
  }

  int threadOf(int instance) {
    return isFuture(instance) ? instance - FUTURE : history.thread[instance];
  }

  /** Whether the instance is of the class; one of the future may be. */
  Truth is(int instance, Pattern pattern) {
    return isFuture(instance)
        ? Truth.UNKNOWN
        : Truth.of(pattern.matches(classes.get(history.instanceClass[instance])));
  }

  Truth before(int earlier, int later) {
    if (threadOf(earlier) != threadOf(later)) {
      return Truth.FALSE;
    }
    if (isFuture(earlier)) {
      return isFuture(later) ? Truth.UNKNOWN : Truth.FALSE;
    }
    return Truth.of(isFuture(later) || earlier < later);
  }

  Truth sameCell(int left, int right) {
    if (isFuture(left) || isFuture(right)) {
      return Truth.UNKNOWN;
    }
    int first = history.cell[left];
    int second = history.cell[right];
    if (first == History.UNKNOWN || second == History.UNKNOWN) {
      return Truth.UNKNOWN;
    }
    int otherFirst = history.secondCell[left];
    int otherSecond = history.secondCell[right];
    boolean same =
        first == second
            || first == otherSecond
            || otherFirst == second
            || otherFirst != History.UNKNOWN && otherFirst == otherSecond;
    return Truth.of(same);
  }

  Truth sameValue(int left, int right) {
    if (isFuture(left) || isFuture(right) || !history.isDone(left) || !history.isDone(right)) {
      return Truth.UNKNOWN;
    }
    return Truth.of(history.value[left] == history.value[right]);
  }

  static Truth sameInstance(int left, int right) {
    return isFuture(left) && isFuture(right) ? Truth.UNKNOWN : Truth.of(left == right);
  }

  /** The steps of an instance; with a target, those that reach that thread's memory. */
  long steps(int instance, int target) {
    if (isFuture(instance)) {
      return 1;
    }
    long all = history.steps[instance];
    return target < 0 || all == 1 ? all : 2L << target & all;
  }

  /** Every step on the left before every step on the right. */
  Truth less(int left, long leftSteps, int right, long rightSteps) {
    Truth truth = Truth.TRUE;
    for (long i = leftSteps; i != 0; i &= i - 1) {
      for (long j = rightSteps; j != 0 && truth != Truth.FALSE; j &= j - 1) {
        int step = Long.numberOfTrailingZeros(i);
        truth = truth.and(less(left, step, right, Long.numberOfTrailingZeros(j)));
      }
    }
    return truth;
  }

  private Truth less(int left, int step, int right, int otherStep) {
    boolean leftTaken = !isFuture(left) && history.isPerformed(left, step);
    boolean rightTaken = !isFuture(right) && history.isPerformed(right, otherStep);
    if (leftTaken && rightTaken) {
      return Truth.of(history.isBefore(left, step, right, otherStep));
    }
    return leftTaken ? Truth.TRUE : rightTaken ? Truth.FALSE : Truth.UNKNOWN;
  }
}
