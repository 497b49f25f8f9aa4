// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.serve;

import com.google.gson.JsonElement;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.report.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What the page offers.
 *
 * @param models the memory models
 * @param usual those that are checked where none is chosen
 * @param programs files of the library
 */
record Menu(List<ModelNames.Described> models, List<String> usual, List<String> programs) {

  static JsonElement json() {
    List<String> programs = new ArrayList<>(PackedLibrary.list("library/litmus", ".litmus"));
    for (String folder : PackedLibrary.list("library/gc", "")) {
      if (!folder.contains(".")) {
        programs.addAll(PackedLibrary.list(folder, ".c"));
      }
    }
    return Json.object(new Menu(ModelNames.all(), ModelNames.standard(), programs));
  }
}
