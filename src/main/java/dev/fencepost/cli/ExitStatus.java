// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.verdict.Verdict;
import java.util.List;

/** What the process says to the shell when it ends. */
enum ExitStatus {
  HOLDS(0),
  INCONCLUSIVE(2),
  VIOLATED(1),
  BAD_INPUT(3),
  DEFECT(4);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /**
   * The gravest status of some checks.
   *
   * @param strict whether a warning makes a check that holds inconclusive
   */
  static ExitStatus of(List<CheckResult> results, boolean strict) {
    return results.stream().map(result -> of(result, strict)).reduce(HOLDS, ExitStatus::or);
  }

  private static ExitStatus of(CheckResult result, boolean strict) {
    return switch (result.verdict()) {
      case Verdict.Violated violated -> VIOLATED;
      case Verdict.Inconclusive inconclusive -> INCONCLUSIVE;
      case Verdict.Holds holds -> {
        boolean doubtful = strict && !result.warnings().isEmpty();
        yield result.isBounded() || doubtful ? INCONCLUSIVE : HOLDS;
      }
    };
  }

  /** The graver of two: the constants stand in that order. */
  ExitStatus or(ExitStatus other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
