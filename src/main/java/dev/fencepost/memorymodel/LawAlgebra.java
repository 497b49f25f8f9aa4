// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Step;

/**
 * The values of formulas, and the questions about instances of which formulas consist. One algebra
 * gives the truth of laws in a state, another the text of their conditions in an exported model;
 * {@link CompiledLaw} evaluates laws in any of them.
 *
 * <p>Instances and threads are numbers, the steps of an instance are bits ({@link LawSteps}).
 */
public interface LawAlgebra<T extends LawAlgebra.Value<T>> {
  /** No instance, and no thread. */
  int NONE = -1;

  /** A value: what a run decides later is neither true nor false. */
  interface Value<T> {
    T not();

    T and(T other);

    T or(T other);

    /** Whether it is false in all cases, so that conjunctions with it need not be evaluated. */
    boolean isFalse();
  }

  T of(boolean value);

  /** Whether a law fails if it has this value for some choice: no other choice matters then. */
  boolean fails(T law);

  /** Whether a law may fail for a choice for which its premise has this value. */
  boolean mayFail(T premise);

  /** The value of the law for one choice, as far as it counts. */
  default T ofChoice(T law) {
    return law;
  }

  /**
   * The next candidate for a variable, or {@link #NONE}. Candidates that are not in range may be
   * left out.
   *
   * @param previous the candidate before it, or {@link #NONE}
   */
  int next(LawRange range, int previous);

  /** Whether a candidate exists (a thread was started, an instance fetched) and is in range. */
  T isIn(LawRange range, int candidate);

  int threadOf(int instance);

  /** Whether an instance is of one of these classes, which are bits. */
  T is(int instance, long classes);

  /** Program order. */
  T before(int earlier, int later);

  T sameCell(int left, int right);

  T sameValue(int left, int right);

  T sameInstance(int left, int right);

  /**
   * The steps of an instance that an operation means, as bits.
   *
   * @param target the thread to which the operation is restricted, or {@link #NONE}
   */
  long steps(Step operation, int instance, int target);

  /** Whether a step of one instance is taken before a step of another; steps are bit numbers. */
  T less(int left, int leftStep, int right, int rightStep);
}
