// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The command itself, which only has subcommands. */
@Command(
    name = "fencepost",
    description = "A model checker for garbage collectors on relaxed memory.",
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
final class RootCommand extends Subcommand {
  /** In the order of the help. */
  private static final List<Class<? extends Subcommand>> SUBCOMMANDS =
      List.of(
          InitCommand.class,
          CheckCommand.class,
          ResumeCommand.class,
          FencesCommand.class,
          TableCommand.class,
          LitmusCommand.class,
          ExplainCommand.class,
          ShowCommand.class,
          ModelsCommand.class,
          ModelCommand.class,
          ExportCommand.class,
          VerifyEnginesCommand.class,
          PromoteCommand.class,
          ServeCommand.class,
          CompletionCommand.class);

  /** What to type first. */
  static final List<String> BEGINNINGS =
      List.of(
          "  fencepost init my-collector                   writes a small collector to begin from",
          "  fencepost check my-collector/my-collector.c   checks it on x86, ARM, RISC-V, POWER",
          "  fencepost table oopsla17                      checks copying collectors, and"
              + " compares");

  @Override
  ExitStatus run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  /** The subcommand of a name alone, as it costs time to make them; all if there is none. */
  static List<Class<? extends Subcommand>> named(String name) {
    return SUBCOMMANDS.stream()
        .filter(type -> type.getAnnotation(Command.class).name().equals(name))
        .findFirst()
        .<List<Class<? extends Subcommand>>>map(List::of)
        .orElse(SUBCOMMANDS);
  }
}
