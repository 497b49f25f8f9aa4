// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.verdict.Verdict;

/** The words for verdicts that people and programs see. */
public final class VerdictWords {

  private VerdictWords() {}

  /** The word, and what must be said with it: the window bound, the length of the trace. */
  public static String detailed(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Holds holds when holds.window().isPresent() ->
          "holds, window <= " + holds.window().getAsInt();
      case Verdict.Violated violated -> violatedIn(violated.trace().length());
      case Verdict.Holds holds -> of(holds);
      case Verdict.Inconclusive inconclusive -> of(inconclusive);
    };
  }

  private static String violatedIn(int steps) {
    return "violated in " + steps + (steps == 1 ? " step" : " steps");
  }

  /** The word alone. */
  public static String of(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Holds holds -> "holds";
      case Verdict.Violated violated -> "violated";
      case Verdict.Inconclusive inconclusive -> "inconclusive";
    };
  }
}
