// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Writes a completion script. */
@Command(
    name = "completion",
    description = "Writes a script that completes commands and options in bash and zsh.",
    footer = {"", "Examples:", "  source <(fencepost completion)"})
final class CompletionCommand extends Subcommand {

  @Override
  ExitStatus run() {
    terminal.print(AutoComplete.bash("fencepost", spec.root().commandLine()));
    return ExitStatus.HOLDS;
  }
}
