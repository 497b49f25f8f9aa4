// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.Optimisation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.Agreement;
import dev.fencepost.suite.LitmusReport;
import dev.fencepost.suite.LitmusResult;
import dev.fencepost.suite.LitmusSuite;
import dev.fencepost.suite.Table;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs litmus tests. */
@Command(
    name = "litmus",
    description = "Runs litmus tests in herd's format and compares them with what is expected.",
    footer = {
      "",
      "Examples:",
      "  fencepost litmus library/litmus/SB.litmus --model tso",
      "  fencepost litmus SB.litmus --model ./my-cpu.mcm --witness",
      "  fencepost litmus SB.litmus --model tso --svg SB.svg",
      "  fencepost litmus library/litmus",
      "  fencepost litmus my-tests --expected my-tests/expected.csv --format csv",
      "",
      "What is expected of a test stands in a file beside it, SB.expect for SB.litmus, or in a"
          + " table",
      "with the columns file, model, verdict, quantifier, observation, validates and final_states.",
      "",
      "Exit status: 0 everything as expected, 1 something differs, 2 something was inconclusive,",
      "3 bad input, 4 a defect of Fencepost."
    })
final class LitmusCommand extends LongCommand {
  @Parameters(paramLabel = "PATH", arity = "1..*", description = "Litmus tests, or folders.")
  private List<String> paths;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      split = ",",
      description =
          "Memory models, by name or file. A group such as cpus or sparc stands for several."
              + " Without this option those that something is expected of, else the model of the"
              + " test's own processor, or for C the usual ones of check.")
  private List<String> models = List.of();

  @Option(
      names = "--expected",
      paramLabel = "FILE",
      description =
          "A table of expectations. Without this option the .expect files beside the tests, and"
              + " expected.csv in a folder that is run or in the one above.")
  private @Nullable String expected;

  @Option(names = "--witness", description = "Shows a run for each final state.")
  private boolean witness;

  @Mixin private GraphOptions graphs;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes a report in JUnit's XML, for CI.")
  private @Nullable String junit;

  @Option(names = "--all", description = "Shows the final states of each test of a folder, too.")
  private boolean all;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text, markdown, csv or json (text).")
  private TableOutput.Format format = TableOutput.Format.TEXT;

  @Mixin private ThreadsOption threads;

  @Mixin private ResultsOption results;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "How many instructions of a thread in a loop may be under way at once (6).")
  private @Nullable Integer window;

  @Option(
      names = "--without",
      paramLabel = "NAME",
      split = ",",
      description =
          "Switches off what makes searches smaller or faster: partial-order, cache, table and"
              + " others, as for 'check'. The final states stay the same.")
  private List<Optimisation> without = List.of();

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Units.Time.class,
      description = "Give up a test after this time: 60s, 5m.")
  private @Nullable Duration time;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Units.Bytes.class,
      description = "Give up a test when its states take this much memory: 4G (70%% of the heap).")
  private @Nullable Long memory;

  @Override
  ExitStatus run() throws InvalidInputException {
    require(window == null || window >= 1, "--window must be at least 1");
    require(
        (time == null || !time.isZero()) && (memory == null || memory > 0),
        "--memory and --time must be more than 0");
    require(
        !results.isAsked() || !witness && !graphs.isAsked(),
        "--results keeps no runs: leave out --witness, --svg and --dot");
    LitmusSuite.Options options =
        new LitmusSuite.Options(
            ModelNames.expanded(models),
            Optional.ofNullable(expected),
            threads.count(),
            witness || graphs.isAsked(),
            without,
            bounds());
    Inputs inputs = new Inputs();
    graphs.require(LitmusSuite.files(paths, options, inputs), junit, results.name());
    ResultsOption.Form<LitmusResult> form =
        ResultsOption.Form.ofRecords(
            "litmus", LitmusResult.class, result -> result.limit().isEmpty());
    LitmusReport report =
        LitmusSuite.run(
            paths, options, inputs, terminal.listener("litmus"), results.open(form, terminal));
    return report(() -> status(report));
  }

  private Bounds bounds() {
    Bounds bounds = Bounds.none();
    bounds = time == null ? bounds : bounds.withTime(time);
    bounds = memory == null ? bounds : bounds.withMemory(memory);
    return window == null ? bounds : bounds.withWindow(window);
  }

  private ExitStatus status(LitmusReport report) {
    Table table = report.table();
    ExitStatus written = write(report, table);
    report
        .refused()
        .sequencedValues()
        .forEach(diagnostics -> diagnostics.forEach(d -> terminal.messageLines(d.toString())));
    ExitStatus status =
        report.refused().isEmpty() ? TableOutput.status(table) : ExitStatus.BAD_INPUT;
    if (expected != null && table.agreement() == Agreement.OPEN) {
      terminal.messageLines("inconclusive: no row of " + expected + " is of a model that was run");
      status = status.or(ExitStatus.INCONCLUSIVE);
    }
    return status.or(written).or(results.end(terminal));
  }

  private ExitStatus write(LitmusReport report, Table table) {
    LitmusOutput output = new LitmusOutput(terminal, report);
    if (format == TableOutput.Format.JSON) {
      output.json();
    } else {
      if (format == TableOutput.Format.TEXT) {
        output.details(all || witness);
      }
      TableOutput.print(terminal, table, format, false);
    }
    ExitStatus drawn =
        graphs.isAsked() ? graphs.write(output.graphs(), terminal) : ExitStatus.HOLDS;
    return drawn.or(
        OutputFile.write(
            terminal, junit, () -> TableOutput.junit("litmus", table, output.refused())));
  }
}
