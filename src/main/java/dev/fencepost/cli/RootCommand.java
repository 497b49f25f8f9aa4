// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself, which only has subcommands. */
@Command(
    name = "fencepost",
    description = "A model checker for garbage collectors on relaxed memory.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  fencepost init my-collector",
      "  fencepost check library/gc/chicken/chicken.c --model pso-full",
      "  fencepost fences my-collector.c --model cpus",
      "  fencepost serve",
      "  fencepost table oopsla17",
      "  fencepost litmus library/litmus --model tso",
      "  fencepost model show pso-no",
      "  fencepost check --help",
      "",
      "Exit status: 0 holds, 1 violated, 2 inconclusive, 3 bad input, 4 a defect of Fencepost."
    })
final class RootCommand implements Runnable {
  /** What to type first. */
  static final List<String> BEGINNINGS =
      List.of(
          "  fencepost init my-collector                   writes a small collector to begin from",
          "  fencepost check my-collector/my-collector.c   checks it on x86, ARM, RISC-V, POWER",
          "  fencepost table oopsla17                      checks copying collectors, and"
              + " compares");

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
