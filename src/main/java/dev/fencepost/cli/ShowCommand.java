// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Stage;
import dev.fencepost.source.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what becomes of a file on its way to the checker. */
@Command(
    name = "show",
    description = "Shows a file as the stages of the front end see it.",
    footer = {
      "",
      "Examples:",
      "  fencepost show ir my-collector.c",
      "  fencepost show tokens my-collector.c -D SCENARIO=WR"
    })
final class ShowCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "STAGE", description = "tokens, ast or ir.")
  private Stage stage;

  @Parameters(index = "1", paramLabel = "FILE", description = "The C file.")
  private String file;

  @Option(
      names = "-D",
      paramLabel = "NAME[=VALUE]",
      mapFallbackValue = "1",
      description = "Defines a macro for the preprocessor.")
  private Map<String, String> defines = new LinkedHashMap<>();

  ShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InvalidInputException {
    CheckTask task = CheckTask.of(file, "sc").withDefines(new LinkedHashMap<>(defines));
    terminal.print(stage.show(task));
    return ExitStatus.HOLDS.code();
  }
}
