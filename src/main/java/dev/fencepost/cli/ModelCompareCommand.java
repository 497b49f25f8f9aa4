// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.ModelComparison;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two memory models. */
@Command(
    name = "compare",
    description = "Lists litmus tests whose final states differ under two memory models.",
    footer = {
      "",
      "Examples:",
      "  fencepost model compare tso pso-full",
      "  fencepost model compare rmo-no ./my-cpu.mcm",
      "",
      "Run are the tests of library/litmus, and all of two threads with two plain accesses each of",
      "two variables, named by what they do: Wx Ry | Wy Rx.",
      "",
      "Exit status: 0 compared, 2 some search was not complete, 3 bad input, 4 a defect of"
          + " Fencepost."
    })
final class ModelCompareCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model, by name or file.")
  private String first;

  @Parameters(index = "1", paramLabel = "MODEL", description = "Another.")
  private String second;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many tests run side by side (all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text or json (text); docs/result-json.md has the schema of json.")
  private OutputFormat format = OutputFormat.TEXT;

  ModelCompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InvalidInputException {
    if (threads < 1) {
      throw new ParameterException(spec.commandLine(), "--threads must be at least 1");
    }
    ModelComparison comparison =
        ModelComparison.of(first, second, threads, terminal.listener("compare"));
    if (format == OutputFormat.JSON) {
      JsonObject document = JsonOutput.document("model compare");
      document.add("comparison", DataJson.of(comparison));
      JsonOutput.write(terminal, document);
    } else {
      terminal.print(comparison.text());
    }
    return (comparison.inconclusive().isEmpty() ? ExitStatus.HOLDS : ExitStatus.INCONCLUSIVE)
        .code();
  }
}
