// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import dev.fencepost.compare.EngineAgreement;
import dev.fencepost.compare.EngineComparison;
import dev.fencepost.compare.EngineLog;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
final class VerifyEnginesCommand extends Subcommand {

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

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Adds each result to this file as a line of JSON. Checks that it has already are not "
              + "done again.")
  private Optional<Path> results = Optional.empty();

  VerifyEnginesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws InvalidInputException {
    require(
        bound >= 0 && bound <= PromelaExport.MAX_BOUND,
        "--bound must not be negative, nor more than " + PromelaExport.MAX_BOUND);
    Spin spin = Spin.require();
    EngineLog log =
        results.isPresent()
            ? EngineLog.in(results.get(), terminal.files(), terminal::message)
            : EngineLog.none();
    EngineComparison comparison = new EngineComparison(spin, time, bound, log, Version.build());
    List<EngineAgreement> found =
        comparison.run(
            path,
            threads.count(),
            terminal.listener("engines"),
            row -> {
              if (!format.isJson()) {
                terminal.println(row.line());
              }
            });
    terminal.endProgress();
    if (format.isJson()) {
      List<JsonElement> rows = found.stream().map(EngineLog::json).toList();
      JsonOutput.write(terminal, "verify-engines", "checks", rows);
    } else {
      terminal.print(summary(found));
    }
    if (log.problem().isPresent()) {
      Failure.report(terminal, log.problem().get());
      return status(found).or(ExitStatus.BAD_INPUT).code();
    }
    return status(found).code();
  }

  private static String summary(List<EngineAgreement> found) {
    long agree = found.stream().filter(EngineAgreement::agrees).count();
    long leftOut = found.stream().filter(EngineAgreement::isLeftOut).count();
    return String.format(
        Locale.ROOT,
        "%,d checks: %,d agree, %,d differ, %,d left out%n",
        found.size(),
        agree,
        found.size() - agree - leftOut,
        leftOut);
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
