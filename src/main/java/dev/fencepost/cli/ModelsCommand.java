// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.ModelNames;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the memory models. */
@Command(
    name = "models",
    description = "Lists the memory models.",
    footer = {"", "Examples:", "  fencepost models", "  fencepost models --format json"})
final class ModelsCommand extends Subcommand {

  @Mixin private FormatOption format;

  @Override
  ExitStatus run() {
    List<ModelNames.Described> models = ModelNames.all();
    if (format.isJson()) {
      JsonOutput.write(terminal, "models", "models", models);
    } else {
      int width = models.stream().mapToInt(model -> model.name().length()).max().orElse(1);
      String line = "%-" + width + "s  %s";
      models.forEach(m -> terminal.printf(line, m.name(), m.title()));
      terminal.println("");
      terminal.println("Groups, for --model:");
      ModelNames.groups()
          .forEach(
              (name, members) ->
                  terminal.printf(
                      line,
                      name,
                      name.equals("all") ? "all of the above" : String.join(", ", members)));
    }
    return ExitStatus.HOLDS;
  }
}
