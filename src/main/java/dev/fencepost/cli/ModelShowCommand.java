// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.LoadedModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.ModelData;
import dev.fencepost.suite.ModelSheet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows a memory model. */
@Command(
    name = "show",
    description = "Shows a memory model: its laws, its stages, its compiled order table.",
    footer = {
      "",
      "Examples:",
      "  fencepost model show pso-no",
      "  fencepost model show ./my-cpu.mcm:cas=no",
      "",
      "Tiny programs are run under the model; if one of them can never end, its laws contradict"
          + " one",
      "another or cannot be kept: exit status 3."
    })
final class ModelShowCommand extends Subcommand {

  @Parameters(paramLabel = "MODEL", description = "The model, by name or file.")
  private String name;

  @Mixin private FormatOption format;

  @Override
  ExitStatus run() throws InvalidInputException {
    LoadedModel model = LoadedModel.unproved(name);
    if (format.isJson()) {
      model.requireSense();
      JsonOutput.write(terminal, "model show", "model", ModelData.of(model));
    } else {
      terminal.print(ModelSheet.of(model));
      model.requireSense();
    }
    return ExitStatus.HOLDS;
  }
}
