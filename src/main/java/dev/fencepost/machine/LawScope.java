// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Law;

/**
 * What a law is evaluated on: a history, and a choice of instances and threads for its variables.
 * An instance may also be one that a thread will fetch some day ({@link #future}): nothing is known
 * of it but its thread, and that it comes later.
 */
final class LawScope {
  private static final int FUTURE = 1 << 20;

  /** No instance. */
  static final int NONE = -1;

  final int[] value = new int[Law.MOST_VARIABLES];
  History history;
  int threads;

  /** Per thread, and for those not started yet, the classes that it may still fetch, as bits. */
  final long[] ahead = new long[Program.MAX_THREADS + 1];

  /** Whether instances that are still to be fetched may be chosen too. */
  boolean withFuture;

  private int hiddenFirst = NONE;
  private int hiddenSecond = NONE;

  /** What counts as the answer where the address of an instance of one's own thread is open. */
  Truth openAddress = Truth.UNKNOWN;

  /**
   * What a variable stands for.
   *
   * @param classes those of instances, as bits
   */
  record Range(boolean isThread, long classes) {
    static Range of(Variable variable, InstanceClasses classes) {
      return variable.isThread()
          ? new Range(true, 0)
          : new Range(false, classes.bits(variable.pattern()::matches));
    }
  }

  /** From now on the order of steps of these two is not known, even where they were taken. */
  void hide(int first, int second) {
    hiddenFirst = first;
    hiddenSecond = second;
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

  /** How many candidates there are for a variable; {@link #candidate} gives them. */
  int candidates(Range range) {
    if (range.isThread()) {
      return threads;
    }
    return history.count + (withFuture ? threads + 1 : 0);
  }

  /** A thread, or an instance; {@link #NONE} for one of a thread that fetches no more. */
  int candidate(Range range, int number) {
    if (range.isThread() || number < history.count) {
      return number;
    }
    int thread = number - history.count;
    return ahead[thread] == 0 ? NONE : future(thread);
  }

  /**
   * Whether the instance is of one of the classes, which are bits; one of the future, or one that
   * may fail, may be.
   */
  Truth is(int instance, long classes) {
    if (isFuture(instance)) {
      return (ahead[threadOf(instance)] & classes) == 0 ? Truth.FALSE : Truth.UNKNOWN;
    }
    int success = history.instanceClass[instance];
    int failure = history.code[instance].failureClass;
    boolean matches = (classes >>> success & 1) != 0;
    boolean open = failure != success && !history.isDone(instance);
    return open && matches != ((classes >>> failure & 1) != 0) ? Truth.UNKNOWN : Truth.of(matches);
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
    if (left == right) {
      return Truth.TRUE;
    }
    int first = history.cell[left];
    int second = history.cell[right];
    if (first == History.UNKNOWN || second == History.UNKNOWN) {
      return threadOf(left) == threadOf(right) ? openAddress : Truth.UNKNOWN;
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

  Truth sameInstance(int left, int right) {
    return isFuture(left) && isFuture(right) ? Truth.UNKNOWN : Truth.of(left == right);
  }

  /**
   * The steps of an instance that reach memory; with a target, those that reach that thread's.
   * Those of a fence, and of what is still to come, are taken for one.
   */
  long steps(int instance, int target) {
    if (isFuture(instance)) {
      return History.ONLY;
    }
    long all = history.steps[instance] & ~History.ISSUE;
    return target < 0 || all == History.ONLY ? all : History.reflection(target) & all;
  }

  /** The issue of an instance. */
  long issue(int instance) {
    return isFuture(instance) || (history.steps[instance] & History.ISSUE) == 0
        ? steps(instance, NONE)
        : History.ISSUE;
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
    if (left == hiddenFirst && right == hiddenSecond
        || left == hiddenSecond && right == hiddenFirst) {
      return Truth.UNKNOWN;
    }
    if (leftTaken && rightTaken) {
      return Truth.of(history.isBefore(left, step, right, otherStep));
    }
    return leftTaken ? Truth.TRUE : rightTaken ? Truth.FALSE : Truth.UNKNOWN;
  }
}
