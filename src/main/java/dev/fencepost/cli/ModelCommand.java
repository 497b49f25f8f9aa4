// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What there is to know about memory models; only has subcommands. */
@Command(
    name = ModelCommand.NAME,
    description = "Shows a memory model, or compares two.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  fencepost model show pso-no",
      "  fencepost model compare tso pso-full"
    })
final class ModelCommand implements Callable<Integer> {
  static final String NAME = "model";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "show or compare?");
  }
}
