// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

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
      "  fencepost check library/gc/chicken/chicken.c --model pso-full",
      "  fencepost table oopsla17",
      "  fencepost litmus library/litmus --model tso",
      "  fencepost model show pso-no",
      "  fencepost check --help",
      "",
      "Exit status: 0 holds, 1 violated, 2 inconclusive, 3 bad input, 4 a defect of Fencepost."
    })
final class RootCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
