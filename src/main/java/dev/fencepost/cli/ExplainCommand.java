// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.report.HtmlReport;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a saved result again. */
@Command(
    name = "explain",
    description = "Shows a saved result again, as text or for the browser, without any search.",
    footer = {
      "",
      "Examples:",
      "  fencepost check my-collector.c --model pso-no --format json > result.json",
      "  fencepost explain result.json",
      "  fencepost explain result.json --html report.html",
      "  fencepost table oopsla17 --format json --traces > table.json",
      "  fencepost explain table.json --html table.html",
      "",
      "Exit status: 0 shown, 3 bad input, 4 a defect of Fencepost."
    })
final class ExplainCommand extends Subcommand {

  @Parameters(paramLabel = "RESULT", description = "A result in JSON, of check or table.")
  private String file;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Writes a report for the browser: one file. Nothing is printed then.")
  private @Nullable String html;

  @Option(names = "--full", description = "Shows all steps of a long run.")
  private boolean full;

  @Mixin private FormatOption format;

  @Override
  ExitStatus run() throws InvalidInputException {
    OutputFile.require(List.of(file), html);
    JsonObject document = ResultFile.read(file, List.of("check", "table"));
    List<CheckResult> results = ResultFile.use(file, () -> ResultFile.results(document));
    if (html != null) {
      String report =
          ResultFile.use(file, () -> terminal.reports().make(() -> HtmlReport.of(document)));
      return OutputFile.write(terminal, html, () -> report);
    }
    if (format.isJson()) {
      JsonOutput.write(terminal, document);
      return ExitStatus.HOLDS;
    }
    List<CheckTask> tasks = results.stream().map(CheckResult::task).toList();
    TextOutput output = new TextOutput(terminal, true, terminal.layout(full), tasks);
    results.forEach(output::result);
    output.end(results);
    return ExitStatus.HOLDS;
  }
}
