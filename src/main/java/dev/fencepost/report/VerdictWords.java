// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.verdict.Verdict;

/** The one word for each verdict that people and programs see. */
public final class VerdictWords {

  private VerdictWords() {}

  public static String of(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Holds holds -> "holds";
      case Verdict.Violated violated -> "violated";
      case Verdict.Inconclusive inconclusive -> "inconclusive";
    };
  }
}
