// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.serve;

import com.google.gson.JsonElement;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.report.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the page offers.
 *
 * @param models the memory models, those first that are usual
 * @param usual those that are checked where none is chosen
 * @param programs files of the library
 */
record Menu(List<ModelNames.Described> models, List<String> usual, List<String> programs) {

  private static final Pattern MODELS = Pattern.compile(".*\\.(c|packets|pml)");

  static JsonElement json() {
    List<String> programs = new ArrayList<>(PackedLibrary.list("library/litmus", ".litmus"));
    addModels("library/gc", programs);
    List<String> usual = ModelNames.standard();
    List<ModelNames.Described> models = new ArrayList<>(ModelNames.all());
    models.sort(Comparator.comparing(model -> !usual.contains(model.name())));
    return Json.object(new Menu(models, usual, programs));
  }

  /** Adds the models of a folder and of those in it. */
  private static void addModels(String folder, List<String> programs) {
    for (String name : PackedLibrary.list(folder, "")) {
      if (MODELS.matcher(name).matches()) {
        programs.add(name);
      } else if (!name.contains(".")) {
        addModels(name, programs);
      }
    }
  }
}
