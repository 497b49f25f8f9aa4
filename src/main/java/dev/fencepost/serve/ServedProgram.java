// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.serve;

import com.google.gson.JsonElement;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.IncludePath;
import dev.fencepost.check.ModelNames;
import dev.fencepost.report.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A program as the page sends it.
 *
 * @param file its name; one of the library keeps the headers beside it
 * @param models names of memory models
 * @param defines macros, name to replacement
 */
record ServedProgram(String file, String text, List<String> models, Map<String, String> defines) {
  private static final Pattern LIBRARY = Pattern.compile("library(/[A-Za-z0-9_+-]+)+\\.[a-z]+");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_+-]+\\.[a-z]+");

  /**
   * The program of a request.
   *
   * @throws IllegalArgumentException if the request has none
   */
  static ServedProgram of(JsonElement request) {
    ServedProgram program = Json.read(request, ServedProgram.class);
    boolean named = LIBRARY.matcher(program.file).matches() || NAME.matcher(program.file).matches();
    boolean modelled = program.models.stream().noneMatch(model -> model.contains(".mcm"));
    if (!named || !modelled || program.models.isEmpty()) {
      throw new IllegalArgumentException("no program");
    }
    return program;
  }

  /** Its check under one model. Headers come from the library alone. */
  CheckTask task(String model, Bounds bounds) {
    String name = LIBRARY.matcher(file).matches() ? file : "playground/" + file;
    CheckTask task =
        CheckTask.of(name, model)
            .withText(text)
            .withBounds(bounds)
            .withIncludes(IncludePath.PACKED);
    for (Map.Entry<String, String> define : defines.entrySet()) {
      task = task.withDefine(define.getKey(), define.getValue());
    }
    return task;
  }

  /** The models, groups written out. */
  List<String> expandedModels() {
    return ModelNames.expanded(models);
  }
}
