// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.ModelData;
import dev.fencepost.suite.ModelSheet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
final class ModelShowCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "MODEL", description = "The model, by name or file.")
  private String name;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text or json (text); docs/result-json.md has the schema of json.")
  private OutputFormat format = OutputFormat.TEXT;

  ModelShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InvalidInputException {
    LoadedModel model = LoadedModel.unproved(name);
    if (format == OutputFormat.JSON) {
      model.requireSense();
      JsonObject document = JsonOutput.document("model show");
      document.add("model", DataJson.of(ModelData.of(model)));
      JsonOutput.write(terminal, document);
      return ExitStatus.HOLDS.code();
    }
    terminal.print(ModelSheet.of(model));
    model.requireSense();
    return ExitStatus.HOLDS.code();
  }
}
