// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.check.CheckResult;
import dev.fencepost.report.SarifReport;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.verdict.Verdict;
import java.util.List;

/** Checks in SARIF. */
final class SarifOutput {

  private SarifOutput() {}

  /** Violations, checks without a verdict, and warnings. */
  static JsonObject checks(List<CheckResult> results) {
    SarifReport report = new SarifReport();
    for (CheckResult result : results) {
      String file = result.task().file();
      String checked = file + ", " + result.task().title();
      switch (result.verdict()) {
        case Verdict.Violated violated -> report.violation(violated.trace(), checked, file);
        case Verdict.Inconclusive open -> report.inconclusive(open.limit(), checked, file);
        case Verdict.Holds holds -> {}
      }
      result.warnings().forEach(warning -> report.warning(warning, checked, file));
    }
    return report.document(Version.number());
  }

  /** What is wrong with input that cannot be checked. */
  static JsonObject problems(List<Diagnostic> diagnostics) {
    SarifReport report = new SarifReport();
    diagnostics.forEach(report::diagnostic);
    return report.document(Version.number());
  }
}
