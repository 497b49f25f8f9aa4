// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.History;
import dev.fencepost.machine.window.State;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.LawAlgebra;
import dev.fencepost.memorymodel.LawRange;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.memorymodel.Truth;

/**
 * The truth of laws in a state. An instance is one of the state's history, or one that a thread
 * will fetch later ({@link #future}): of the latter only the thread is known.
 */
final class LawTruth implements LawAlgebra<Truth> {
  private static final int FUTURE = 1 << 20;

  /** So many choices are made between two looks at the budget. */
  private static final int LOOK_EVERY = 1 << 10;

  @SuppressWarnings("NullAway.Init") // look sets it
  private History history;

  private int threads;

  private int choices;

  /** The classes that each thread may still fetch, as bits; behind them, those of new threads. */
  private final long[] ahead = new long[Program.MAX_THREADS + 1];

  /** A law fails where its truth is not above this. */
  private Truth failure = Truth.FALSE;

  /** A law may fail where the truth of its premise is not below this. */
  private Truth leastPremise = Truth.TRUE;

  /** Whether instances of the future may be chosen. */
  private boolean withFuture;

  private int hiddenFirst = NONE;
  private int hiddenSecond = NONE;

  /** The answer to {@link #sameCell} where an address of the same thread is open. */
  private Truth openAddress = Truth.UNKNOWN;

  /** Evaluates laws in this state from now on. */
  void look(State state) {
    history = state.history;
    threads = state.threadCount;
    for (int i = 0; i <= threads; i++) {
      ahead[i] = state.ahead(i);
    }
  }

  History history() {
    return history;
  }

  /**
   * Asks from now on whether laws are decided: true whatever comes. Else it asks whether they are
   * not false.
   */
  void askDecided(boolean decided) {
    withFuture = decided;
    failure = decided ? Truth.UNKNOWN : Truth.FALSE;
    leastPremise = failure.not();
  }

  void assumeOpenAddress(Truth same) {
    openAddress = same;
  }

  /** Hides the order of steps of these two from now on. */
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

  @Override
  public int threadOf(int instance) {
    return isFuture(instance) ? instance - FUTURE : history.thread[instance];
  }

  @Override
  public Truth of(boolean value) {
    return Truth.of(value);
  }

  @Override
  public boolean fails(Truth law) {
    return law.isAtMost(failure);
  }

  @Override
  public boolean mayFail(Truth premise) {
    return leastPremise.isAtMost(premise);
  }

  /** Instances of the history come before those of the future. */
  @Override
  public int next(LawRange range, int previous) {
    if ((++choices & (LOOK_EVERY - 1)) == 0) {
      Budget.look();
    }
    if (range.isThread()) {
      return previous + 1 < threads ? previous + 1 : NONE;
    }
    if (!isFuture(previous)) {
      for (int i = previous + 1; i < history.count; i++) {
        long failed = range.classes() >>> history.code[i].failureClass;
        if (((range.classes() >>> history.instanceClass[i] | failed) & 1) != 0) {
          return i;
        }
      }
    }
    int first = isFuture(previous) ? threadOf(previous) + 1 : 0;
    for (int thread = first; thread <= threads && withFuture; thread++) {
      if ((ahead[thread] & range.classes()) != 0) {
        return future(thread);
      }
    }
    return NONE;
  }

  @Override
  public Truth isIn(LawRange range, int candidate) {
    return range.isThread() ? Truth.TRUE : is(candidate, range.classes());
  }

  /** An instance of the future may be of any class ahead; one that may fail has two. */
  @Override
  public Truth is(int instance, long classes) {
    if (isFuture(instance)) {
      return (ahead[threadOf(instance)] & classes) == 0 ? Truth.FALSE : Truth.UNKNOWN;
    }
    int success = history.instanceClass[instance];
    int failed = history.code[instance].failureClass;
    boolean matches = (classes >>> success & 1) != 0;
    boolean open = failed != success && !history.isDone(instance);
    return open && matches != ((classes >>> failed & 1) != 0) ? Truth.UNKNOWN : Truth.of(matches);
  }

  @Override
  public Truth before(int earlier, int later) {
    if (threadOf(earlier) != threadOf(later)) {
      return Truth.FALSE;
    }
    if (isFuture(earlier)) {
      return isFuture(later) ? Truth.UNKNOWN : Truth.FALSE;
    }
    return Truth.of(isFuture(later) || earlier < later);
  }

  @Override
  public Truth sameCell(int left, int right) {
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

  @Override
  public Truth sameValue(int left, int right) {
    if (isFuture(left) || isFuture(right) || !history.isDone(left) || !history.isDone(right)) {
      return Truth.UNKNOWN;
    }
    return Truth.of(history.value[left] == history.value[right]);
  }

  @Override
  public Truth sameInstance(int left, int right) {
    return isFuture(left) && isFuture(right) ? Truth.UNKNOWN : Truth.of(left == right);
  }

  /** All steps of a fence, or of an instance of the future, are one. */
  @Override
  public long steps(Step operation, int instance, int target) {
    if (isFuture(instance)) {
      return LawSteps.ONLY;
    }
    long all = history.steps[instance];
    return operation == Step.ISSUE && (all & LawSteps.ISSUE) != 0
        ? LawSteps.ISSUE
        : LawSteps.to(target, all & ~LawSteps.ISSUE);
  }

  @Override
  public Truth less(int left, int step, int right, int otherStep) {
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
