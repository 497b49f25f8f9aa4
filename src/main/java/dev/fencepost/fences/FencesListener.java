// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.Checker;
import dev.fencepost.source.InvalidInputException;

/** Hears of a search for fences while it runs. */
@FunctionalInterface
public interface FencesListener {

  /** Hears nothing. */
  FencesListener NONE = progress -> {};

  void progress(Progress progress);

  /** Called with each answer as soon as it is verified. */
  default void answer(Answer answer) throws InvalidInputException {}

  /** Why a search did so whose budget asked it to stop. */
  default String whyStopped() {
    return Checker.STOPPED;
  }

  /**
   * How far the search has got.
   *
   * @param lower no cheaper assignment holds, beside the answers
   * @param upper the cost of the cheapest assignment that is known to hold, or -1
   * @param states that the checks under way have searched so far
   */
  record Progress(
      int answers, long lower, long upper, int checks, int counterexamples, long states) {
    Progress withStates(long searched) {
      return new Progress(answers, lower, upper, checks, counterexamples, searched);
    }
  }
}
