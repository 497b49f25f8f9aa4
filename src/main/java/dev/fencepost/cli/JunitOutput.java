// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.report.JunitReport;
import dev.fencepost.report.TextTrace;
import dev.fencepost.report.VerdictWords;
import dev.fencepost.suite.TableCell;
import dev.fencepost.verdict.Verdict;
import java.util.List;

/** Checks and tables as test cases. */
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

  /** A cell fails if it differs from what was published, or was inconclusive. */
  static String table(String name, List<TableCell> cells) {
    return JunitReport.of("table " + name, cells.stream().map(JunitOutput::cell).toList());
  }

  private static JunitReport.Case cell(TableCell cell) {
    String problem = "";
    if (!cell.asPublished()) {
      problem = cell.word() + ", published " + cell.published();
    } else if (cell.inconclusive()) {
      problem = "inconclusive: " + cell.word();
    }
    return new JunitReport.Case(
        cell.key().row(),
        cell.key().model() + (cell.key().value().isEmpty() ? "" : ", " + cell.key().value()),
        cell.results().stream().mapToDouble(each -> each.statistics().seconds()).sum(),
        problem,
        "");
  }
}
