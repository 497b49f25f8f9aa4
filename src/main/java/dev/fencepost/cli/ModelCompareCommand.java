// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.ModelComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
final class ModelCompareCommand extends Subcommand {

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model, by name or file.")
  private String first;

  @Parameters(index = "1", paramLabel = "MODEL", description = "Another.")
  private String second;

  @Mixin private ThreadsOption threads;

  @Mixin private FormatOption format;

  @Override
  ExitStatus run() throws InvalidInputException {
    ModelComparison comparison =
        ModelComparison.of(first, second, threads.count(), terminal.listener("compare"));
    if (format.isJson()) {
      JsonOutput.write(terminal, "model compare", "comparison", comparison);
    } else {
      terminal.print(comparison.text());
    }
    return comparison.inconclusive().isEmpty() ? ExitStatus.HOLDS : ExitStatus.INCONCLUSIVE;
  }
}
