// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fencepost.check.ModelNames;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the memory models. */
@Command(
    name = "models",
    description = "Lists the memory models.",
    footer = {"", "Examples:", "  fencepost models", "  fencepost models --format json"})
final class ModelsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(names = "--format", paramLabel = "FORMAT", description = "text or json (text).")
  private OutputFormat format = OutputFormat.TEXT;

  ModelsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    JsonArray models = new JsonArray();
    int width = ModelNames.all().stream().mapToInt(model -> model.name().length()).max().orElse(1);
    for (ModelNames.Described model : ModelNames.all()) {
      JsonObject json = new JsonObject();
      json.addProperty("name", model.name());
      json.addProperty("title", model.title());
      models.add(json);
      if (format == OutputFormat.TEXT) {
        terminal.println(
            String.format(Locale.ROOT, "%-" + width + "s  %s", model.name(), model.title()));
      }
    }
    if (format == OutputFormat.JSON) {
      JsonObject document = JsonOutput.document("models");
      document.add("models", models);
      JsonOutput.write(terminal, document);
    }
    return ExitStatus.HOLDS.code();
  }
}
