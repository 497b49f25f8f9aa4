// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with a terminal that can refuse its arguments. */
abstract class Subcommand implements Callable<Integer> {
  final Terminal terminal;

  @Spec CommandSpec spec;

  Subcommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Refuses the arguments unless they fit. */
  final void require(boolean fits, String message) {
    if (!fits) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
