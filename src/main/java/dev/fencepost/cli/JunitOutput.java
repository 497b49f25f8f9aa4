// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.report.JunitReport;
import dev.fencepost.report.TextTrace;
import dev.fencepost.report.VerdictWords;
import dev.fencepost.verdict.Verdict;
import java.util.List;

/** Checks as test cases. */
final class JunitOutput {

  private JunitOutput() {}

  /** A check fails unless it holds. */
  static String checks(List<CheckResult> results) {
    return JunitReport.of("check", results.stream().map(JunitOutput::check).toList());
  }

  private static JunitReport.Case check(CheckResult result) {
    Verdict verdict = result.verdict();
    String details =
        switch (verdict) {
          case Verdict.Holds holds -> "";
          case Verdict.Inconclusive inconclusive -> inconclusive.limit();
          case Verdict.Violated violated -> TextTrace.of(violated, result.task().file());
        };
    return new JunitReport.Case(
        result.task().file(),
        result.task().title(),
        result.statistics().seconds(),
        result.holds() ? "" : VerdictWords.detailed(verdict),
        details);
  }
}
