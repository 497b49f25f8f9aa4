// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Model files as texts: the first is loaded, the others can be included, as can built-in ones. */
final class ModelTexts {
  private final Map<String, String> texts = new LinkedHashMap<>();

  private ModelTexts() {}

  static ModelTexts of(String main) {
    ModelTexts texts = new ModelTexts();
    texts.texts.put("main", main);
    return texts;
  }

  ModelTexts with(String name, String text) {
    texts.put(name, text);
    return this;
  }

  ModelDefinition load(Map<String, String> settings) throws InvalidInputException {
    return ModelLoader.load(text("main").orElseThrow(), settings, (name, from) -> text(name));
  }

  MemoryModel compile() throws InvalidInputException {
    return MemoryModel.compile(load(Map.of()));
  }

  private Optional<ModelText> text(String name) {
    return texts.containsKey(name)
        ? Optional.of(new ModelText(name + ".mcm", texts.get(name)))
        : BuiltInModels.find(name);
  }

  /** What is wrong, each as "place: message (hint)". */
  List<String> errors(Map<String, String> settings) {
    try {
      load(settings);
      return List.of();
    } catch (InvalidInputException e) {
      return e.diagnostics().stream().map(ModelTexts::shown).toList();
    }
  }

  private static String shown(Diagnostic diagnostic) {
    return diagnostic.span() + ": " + diagnostic.message() + " (" + diagnostic.hint() + ")";
  }
}
