// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** What there is to know about memory models; only has subcommands. */
@Command(
    name = "model",
    description = "Shows a memory model, or compares two.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ModelShowCommand.class, ModelCompareCommand.class},
    footer = {
      "",
      "Examples:",
      "  fencepost model show pso-no",
      "  fencepost model compare tso pso-full"
    })
final class ModelCommand extends Subcommand {
  @Override
  ExitStatus run() {
    throw new ParameterException(spec.commandLine(), "show or compare?");
  }
}
