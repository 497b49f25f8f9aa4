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
   */
  record Progress(int answers, long lower, long upper, int checks, int counterexamples, Work work) {
    Progress with(Work now) {
      return new Progress(answers, lower, upper, checks, counterexamples, now);
    }
  }

  /**
   * What all checks did so far.
   *
   * @param states that they have searched
   * @param bytes that the states of those take which are under way
   * @param limit what they may take
   */
  record Work(long states, long bytes, long limit, double seconds) {}
}
