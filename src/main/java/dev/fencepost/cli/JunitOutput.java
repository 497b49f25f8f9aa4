// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.report.JunitReport;
import dev.fencepost.report.TextTrace;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** Checks as test cases. */
final class JunitOutput {

  private JunitOutput() {}

  /**
   * A check fails unless it holds.
   *
   * @param strict whether a warning makes it fail too
   */
  static String checks(List<CheckResult> results, boolean strict) {
    return JunitReport.of("check", results.stream().map(result -> check(result, strict)).toList());
  }

  private static JunitReport.Case check(CheckResult result, boolean strict) {
    Verdict verdict = result.verdict();
    boolean fails = !result.holds() || strict && !result.warnings().isEmpty();
    String details =
        switch (verdict) {
          case Verdict.Holds holds ->
              result.warnings().stream()
                  .map(warning -> "warning: " + warning)
                  .collect(Collectors.joining("\n"));
          case Verdict.Inconclusive inconclusive -> inconclusive.limit();
          case Verdict.Violated violated -> result.runText(TextTrace.Layout.FILE);
        };
    return new JunitReport.Case(
        result.task().file(),
        result.task().title(),
        result.statistics().seconds(),
        fails ? verdict.detailed() : "",
        details);
  }
}
