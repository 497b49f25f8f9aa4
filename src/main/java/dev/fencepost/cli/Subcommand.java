// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
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

  /** Reports what is known, also where somebody asked to stop. */
  static <T, E extends Exception> T report(Budget.Work<T, E> work) throws E {
    return Budget.current().withoutStop().run(work);
  }

  /** Refuses the arguments unless they fit. */
  final void require(boolean fits, String message) {
    if (!fits) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }
}
