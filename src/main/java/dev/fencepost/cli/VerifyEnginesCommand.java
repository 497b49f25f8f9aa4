// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.compare.EngineAgreement;
import dev.fencepost.compare.EngineComparison;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.spin.Spin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs SPIN and our own Promela machine beside the machine. */
@Command(
    name = "verify-engines",
    description =
        "Checks C models with three engines and compares: Fencepost's own, and on the "
            + "exported PROMELA its Promela machine and SPIN.",
    footer = {
      "",
      "Examples:",
      "  fencepost verify-engines library/gc/chicken/chicken.c",
      "  fencepost verify-engines library/gc --time 60s",
      "",
      "Exit status: 0 all agree, 1 something differs, 2 something was left out,",
      "3 bad input (also where SPIN or a C compiler is missing)."
    })
final class VerifyEnginesCommand extends LongCommand {
  @Parameters(paramLabel = "PATH", description = "A model, or a folder of them.")
  private Path path;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Units.Time.class,
      description = "How much processor time each engine may take for one check (60s).")
  private Duration time = Duration.ofMinutes(1);

  @Option(
      names = "--bound",
      paramLabel = "N",
      description = "How often a thread may jump backwards in the uniform form (1).")
  private int bound = 1;

  @Mixin private ThreadsOption threads;

  @Mixin private FormatOption format;

  @Mixin private ResultsOption results;

  @Override
  ExitStatus run() throws InvalidInputException {
    require(
        bound >= 0 && bound <= PromelaExport.MAX_BOUND,
        "--bound must not be negative, nor more than " + PromelaExport.MAX_BOUND);
    OutputFile.require(List.of(path.toString()), results.name());
    Spin spin = Spin.require();
    ResultsOption.Form<EngineAgreement> form =
        ResultsOption.Form.ofRecords("verify-engines", EngineAgreement.class, any -> true);
    EngineComparison comparison =
        new EngineComparison(spin, time, bound, results.open(form, terminal));
    List<EngineAgreement> found =
        comparison.run(path, threads.count(), terminal.listener("engines"), this::show);
    return report(() -> write(found));
  }

  private void show(EngineAgreement row) {
    if (!format.isJson()) {
      terminal.println(row.line());
    }
  }

  private ExitStatus write(List<EngineAgreement> found) {
    if (format.isJson()) {
      JsonOutput.write(terminal, "verify-engines", "checks", found);
    } else {
      terminal.print(summary(found));
    }
    ExitStatus status = status(found).or(results.end(terminal));
    if (terminal.stopRequested()) {
      terminal.message("fencepost: stopped on request: the other checks are not done");
      return status.or(ExitStatus.INCONCLUSIVE);
    }
    return status;
  }

  private static String summary(List<EngineAgreement> found) {
    long agree = found.stream().filter(EngineAgreement::agrees).count();
    long leftOut = found.stream().filter(EngineAgreement::isLeftOut).count();
    return Phrase.of(
        "%,d checks: %,d agree, %,d differ, %,d left out%n",
        found.size(), agree, found.size() - agree - leftOut, leftOut);
  }

  private static ExitStatus status(List<EngineAgreement> found) {
    if (found.stream().anyMatch(EngineAgreement::differs)) {
      return ExitStatus.VIOLATED;
    }
    return found.stream().anyMatch(EngineAgreement::isLeftOut)
        ? ExitStatus.INCONCLUSIVE
        : ExitStatus.HOLDS;
  }
}
