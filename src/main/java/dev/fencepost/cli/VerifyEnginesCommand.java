// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.export.EngineAgreement;
import dev.fencepost.export.EngineComparison;
import dev.fencepost.export.Spin;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs SPIN beside the machine. */
@Command(
    name = "verify-engines",
    description = "Checks C models with Fencepost's own engine and with SPIN, and compares.",
    footer = {
      "",
      "Examples:",
      "  fencepost verify-engines library/gc/chicken/chicken.c",
      "  fencepost verify-engines library/gc --time 60s",
      "",
      "Exit status: 0 both agree, 1 something differs, 2 something was left out,",
      "3 bad input (also where SPIN or a C compiler is missing)."
    })
final class VerifyEnginesCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PATH", description = "A C file, or a folder of them.")
  private Path path;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Units.Time.class,
      description = "How long SPIN may take for one check (60s).")
  private Duration time = Duration.ofMinutes(1);

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many checks run side by side (all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--format", paramLabel = "FORMAT", description = "text or json (text).")
  private CheckCommand.CheckFormat format = CheckCommand.CheckFormat.TEXT;

  VerifyEnginesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InvalidInputException {
    if (threads < 1) {
      throw new ParameterException(spec.commandLine(), "--threads must be at least 1");
    }
    EngineComparison comparison = new EngineComparison(Spin.require(), time);
    List<EngineAgreement> found = comparison.run(path, threads, terminal.listener("engines"));
    terminal.endProgress();
    if (format == CheckCommand.CheckFormat.JSON) {
      JsonArray rows = new JsonArray();
      found.forEach(row -> rows.add(json(row)));
      JsonObject root = new JsonObject();
      root.add("checks", rows);
      JsonOutput.write(terminal, root);
    } else {
      found.forEach(row -> terminal.print(row.line() + System.lineSeparator()));
      terminal.print(summary(found));
    }
    return status(found).code();
  }

  private static JsonObject json(EngineAgreement row) {
    JsonObject json = new JsonObject();
    json.addProperty("file", row.check().file());
    json.addProperty("scenario", row.check().scenario());
    json.addProperty("model", row.check().model());
    json.addProperty("form", row.check().form().name().toLowerCase(Locale.ROOT));
    json.addProperty("verdict", row.own());
    json.addProperty("states", row.ownStates());
    json.addProperty("spinVerdict", row.spin());
    json.addProperty("spinStates", row.spinStates());
    json.addProperty("spinSeconds", row.spinSeconds());
    json.addProperty("agrees", row.agrees());
    json.addProperty("note", row.note());
    return json;
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
    if (found.stream().anyMatch(row -> !row.agrees() && !row.isLeftOut())) {
      return ExitStatus.VIOLATED;
    }
    return found.stream().anyMatch(EngineAgreement::isLeftOut)
        ? ExitStatus.INCONCLUSIVE
        : ExitStatus.HOLDS;
  }
}
