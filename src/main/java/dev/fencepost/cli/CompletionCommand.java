// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes a completion script. */
@Command(
    name = "completion",
    description = "Writes a script that completes commands and options in bash and zsh.",
    footer = {"", "Examples:", "  source <(fencepost completion)"})
final class CompletionCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.print(AutoComplete.bash("fencepost", spec.root().commandLine()));
    return ExitStatus.HOLDS.code();
  }
}
