// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.benchmark.ExportCosts;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.fences.FencesListener.Progress;
import dev.fencepost.fences.FencesTable;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import dev.fencepost.suite.Ablation;
import dev.fencepost.suite.KnownResults;
import dev.fencepost.suite.Table;
import dev.fencepost.suite.TableRunner;
import dev.fencepost.suite.TableSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a published table again. */
@Command(
    name = "table",
    description = "Runs the checks of a published table and compares.",
    footer = {
      "",
      "Examples:",
      "  fencepost table oopsla17                copying collectors, six memory models",
      "  fencepost table setta16                 verdicts, states, time and memory",
      "  fencepost table sapphire18              Transactional Sapphire; takes minutes",
      "  fencepost table ldrf                    memories of their own, and shared ones",
      "  fencepost table mplr22                  work-packet collectors, 582 checks",
      "  fencepost table mutators                1 to 3 mutators that loop for ever",
      "  fencepost table models                  the same under the other memory models",
      "  fencepost table cpus                    one mutator on x86, ARMv8 and RISC-V",
      "  fencepost table production              collectors that ship, and their twins",
      "  fencepost table progress                wait- and lock-freedom; takes minutes",
      "  fencepost table racing                  mutators that race on one field",
      "  fencepost table mutators --rows Baker   some of its rows",
      "  fencepost table setta16 --ablation      what each optimisation gives",
      "  fencepost table setta16 --hand-coding   what exported models cost in SPIN",
      "  fencepost table oopsla17 --format csv",
      "  fencepost table oopsla17 --html table.html",
      "",
      "Exit status: 0 everything as published, 1 something differs, 2 something was inconclusive,",
      "3 bad input, 4 a defect of Fencepost."
    })
final class TableCommand extends LongCommand {
  @Parameters(
      paramLabel = "NAME",
      description =
          "The table: oopsla17, setta16, sapphire18, ldrf, mplr22, mutators, models,"
              + " cpus, production, racing or progress.")
  private String name;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text, markdown, csv or json (text).")
  private TableOutput.Format format = TableOutput.Format.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes a report for the browser: one file, with a page for each failure.")
  private @Nullable String html;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes a report in JUnit's XML, for CI: a cell fails if it differs.")
  private @Nullable String junit;

  @Option(
      names = "--rows",
      paramLabel = "TEXT",
      description = "Only the rows whose names contain this.")
  private String rows = "";

  @Option(names = "--traces", description = "JSON also has the violating runs.")
  private boolean traces;

  @Mixin private ThreadsOption threads;

  @Mixin private ResultsOption results;

  @Option(
      names = "--ablation",
      description =
          "Runs the table also with each optimisation switched off, and shows states, memory and"
              + " time side by side.")
  private boolean ablation;

  @Option(
      names = "--hand-coding",
      description =
          "setta16: compares both exported forms, searched by SPIN, with Fencepost's own engine.")
  private boolean handCoding;

  @Override
  ExitStatus run() throws InvalidInputException {
    OutputFile.require(List.of(), html, junit, results.name());
    requireOptionsThatFit();
    CheckListener listener = terminal.listener(name);
    KnownResults<CheckResult> known = results.open(ResultsOption.Form.ofChecks("table"), terminal);
    Table table =
        ablation
            ? Ablation.run(name, threads.count(), listener)
            : handCoding
                ? ExportCosts.run(Spin.require(), listener)
                : name.equals(FencesTable.NAME)
                    ? FencesTable.run(rows, threads.count(), this::show)
                    : TableRunner.run(
                        TableSpec.named(name).withRows(rows),
                        threads.count(),
                        strategy(),
                        listener,
                        known);
    return report(() -> write(table));
  }

  /** Where no run is shown or kept, none is looked for that is easy to read. */
  private Strategy strategy() {
    boolean hasRuns = traces || html != null || junit != null || results.isAsked();
    return Strategy.usual().withAnyRun(!hasRuns);
  }

  private void show(Progress progress) {
    terminal.progressLine(() -> FencesOutput.line(FencesTable.NAME, progress));
  }

  private ExitStatus write(Table table) {
    TableOutput.print(terminal, table, format, traces);
    return TableOutput.status(table)
        .or(results.end(terminal))
        .or(OutputFile.write(terminal, html, () -> TableOutput.html(table)))
        .or(
            OutputFile.write(
                terminal, junit, () -> TableOutput.junit("table " + name, table, List.of())));
  }

  private void requireOptionsThatFit() {
    require(rows.isEmpty() || !ablation && !handCoding, "--rows goes with whole checks of a table");
    require(
        html == null && junit == null || !ablation && !handCoding,
        "--html and --junit go with whole checks of a table");
    require(
        !results.isAsked() || !ablation && !handCoding && !name.equals(FencesTable.NAME),
        "--results goes with whole checks of a table");
    require(!handCoding || name.equals("setta16"), "--hand-coding is for setta16");
  }
}
