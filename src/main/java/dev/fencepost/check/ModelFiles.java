// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Memory models in files: {@code ./my-cpu.mcm}, or with settings {@code ./my-cpu.mcm:cas=no}.
 * Included models are looked for beside the file that includes them and then among the built-in
 * ones.
 */
final class ModelFiles implements ModelLoader.Library {
  private static final String ENDING = ".mcm";

  private final SourceFiles files;

  /** Built-in files: what they include is built in too. */
  private final Set<String> builtIn = new LinkedHashSet<>();

  private ModelFiles(SourceFiles files) {
    this.files = files;
  }

  /** Whether this is the name of a file and not of a built-in model. */
  static boolean isFile(String name) {
    return name.endsWith(ENDING) || name.contains(ENDING + ":");
  }

  /** The name without its settings. */
  static String file(String name) {
    int end = name.indexOf(ENDING + ":");
    return end < 0 ? name : name.substring(0, end + ENDING.length());
  }

  static LoadedModel load(String name, SourceFiles files) throws InvalidInputException {
    String file = file(name);
    ModelFiles found = new ModelFiles(files);
    ModelText text =
        new ModelText(file, found.files.read(file, "'fencepost models' lists the built-in models"));
    Map<String, String> settings = ModelNames.settings(name, name.substring(file.length()));
    MemoryModel model = MemoryModel.compile(ModelLoader.load(text, settings, found));
    return new LoadedModel(model, true, found.files);
  }

  @Override
  public Optional<ModelText> find(String name, String includedFrom) {
    if (!builtIn.contains(includedFrom)) {
      String beside = Path.of(includedFrom).resolveSibling(name + ENDING).toString();
      Optional<String> text = files.find(beside);
      if (text.isPresent()) {
        return Optional.of(new ModelText(beside, text.get()));
      }
    }
    Optional<ModelText> found = BuiltInModels.find(name);
    found.ifPresent(
        text -> {
          builtIn.add(text.file());
          files.remember(text.file(), text.text());
        });
    return found;
  }
}
