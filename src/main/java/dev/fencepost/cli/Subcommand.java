// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.InvalidInputException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with a terminal that can refuse its arguments. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class Subcommand implements Callable<Integer> {
  /** What names files and folders; an empty one is a variable of a script that is not set. */
  private static final Set<String> NAMES = Set.of("FILE", "FOLDER", "PATH", "RESULT", "URI");

  @SuppressWarnings("NullAway.Init") // Main sets it when it makes the command
  Terminal terminal;

  @Spec CommandSpec spec;

  /** Does what the command is for. */
  abstract ExitStatus run() throws InvalidInputException;

  @Override
  public Integer call() throws InvalidInputException {
    for (ArgSpec each : spec.commandLine().getParseResult().matchedArgs()) {
      require(
          !NAMES.contains(each.paramLabel()) || !each.originalStringValues().contains(""),
          (each instanceof OptionSpec option ? option.longestName() : each.paramLabel())
              + " is an empty name");
    }
    Duration time = spec.commandLine().getParseResult().matchedOptionValue("--time", null);
    terminal.reports().limit(ReportMaker.time(Optional.ofNullable(time)));
    return run().or(terminal.failures()).code();
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
