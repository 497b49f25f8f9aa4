// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.report.SarifReport;
import dev.fencepost.source.Diagnostic;
import java.util.List;

/** Violations in SARIF, written when all checks are done. */
final class SarifOutput implements CheckOutput {
  private final Terminal terminal;

  SarifOutput(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void result(CheckResult result) {
    // All at the end, so that nothing is half-written.
  }

  @Override
  public void end(List<CheckResult> results) {
    SarifReport report = new SarifReport();
    for (CheckResult result : results) {
      String file = result.task().file();
      result
          .trace()
          .ifPresent(trace -> report.violation(trace, file + ", " + result.task().title(), file));
    }
    JsonOutput.write(terminal, report.document(Version.number()));
  }

  /** The document for input that cannot be checked. */
  void invalid(List<Diagnostic> diagnostics) {
    SarifReport report = new SarifReport();
    diagnostics.forEach(report::diagnostic);
    JsonOutput.write(terminal, report.document(Version.number()));
  }
}
