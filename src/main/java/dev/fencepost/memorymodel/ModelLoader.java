// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.memorymodel.ModelFile.Item;
import dev.fencepost.memorymodel.ModelFile.Setting;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Loads a model: follows its includes, sets its parameters, checks its laws. */
public final class ModelLoader {

  /** Finds the text of an included model by its name. */
  @FunctionalInterface
  public interface Library {
    Optional<ModelText> find(String name, String includedFrom);
  }

  /** A model's file name and text. */
  public record ModelText(String file, String text) {}

  private final Library library;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final List<String> path = new ArrayList<>();
  private final Set<String> included = new LinkedHashSet<>();
  private final Set<String> fenceKinds = new LinkedHashSet<>();
  private final Set<String> attributes = new LinkedHashSet<>();
  private final Map<String, Integer> costs = new LinkedHashMap<>();
  private final Map<String, Mapping> mappings = new LinkedHashMap<>();
  private final Map<String, String> operations = new LinkedHashMap<>();
  private final Map<String, Law> laws = new LinkedHashMap<>();
  private Traits traits = Traits.NONE;

  private ModelLoader(Library library) {
    this.library = library;
  }

  /**
   * The names under which a file's model is known: one, or one for each setting of the parameters
   * in its name.
   */
  public static Map<String, Map<String, String>> names(ModelText text)
      throws InvalidInputException {
    List<Diagnostic> diagnostics = new ArrayList<>();
    ModelFile file = ModelFileParser.parse(text.file(), text.text(), diagnostics);
    failOn(diagnostics);
    Map<String, Map<String, String>> names = new LinkedHashMap<>();
    names.put(file.name(), Map.of());
    for (Item item : file.items()) {
      if (item instanceof Item.Parameter parameter && file.name().contains(parameter.place())) {
        names = expand(names, parameter);
      }
    }
    return names;
  }

  private static Map<String, Map<String, String>> expand(
      Map<String, Map<String, String>> names, Item.Parameter parameter) {
    Map<String, Map<String, String>> expanded = new LinkedHashMap<>();
    names.forEach(
        (name, settings) -> {
          for (String value : parameter.values()) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(parameter.name(), value);
            expanded.put(name.replace(parameter.place(), value), more);
          }
        });
    return expanded;
  }

  /**
   * Loads a model with these settings; a parameter that is not set has the first of its values.
   *
   * @throws InvalidInputException with everything that is wrong with the file and its includes
   */
  public static ModelDefinition load(ModelText text, Map<String, String> settings, Library library)
      throws InvalidInputException {
    ModelLoader loader = new ModelLoader(library);
    ModelFile file = ModelFileParser.parse(text.file(), text.text(), loader.diagnostics);
    if (file.name().isEmpty() && loader.diagnostics.isEmpty()) {
      loader.error(
          file.named(),
          "the file does not name its model",
          "begin with: model my-cpu \"one line about it\"");
    }
    List<Setting> set = new ArrayList<>();
    settings.forEach((name, value) -> set.add(new Setting(name, value, SourceSpan.NONE)));
    Parameters parameters = new Parameters(file, set, loader.diagnostics);
    loader.add(file, parameters);
    failOn(loader.diagnostics);
    String name = file.name();
    String title = file.title();
    for (Map.Entry<String, String> value : parameters.values().entrySet()) {
      String place = "{" + value.getKey() + "}";
      boolean shown = name.contains(place) || !settings.containsKey(value.getKey());
      name = shown ? name.replace(place, value.getValue()) : name + ":" + value;
      title = title.replace(place, value.getValue());
    }
    ModelDefinition definition =
        new ModelDefinition(
            name,
            title,
            loader.traits,
            List.copyOf(loader.fenceKinds),
            List.copyOf(loader.attributes),
            List.copyOf(loader.mappings.values()),
            loader.operations,
            loader.costs,
            List.copyOf(loader.laws.values()));
    failOn(LawChecker.check(definition));
    return definition;
  }

  private static void failOn(List<Diagnostic> diagnostics) throws InvalidInputException {
    if (!diagnostics.isEmpty()) {
      throw new InvalidInputException(diagnostics);
    }
  }

  private void error(SourceSpan span, String message, String hint) {
    diagnostics.add(new Diagnostic(span, message, hint));
  }

  private void add(ModelFile file, Parameters parameters) {
    path.add(file.file());
    add(file.items(), file.file(), parameters);
    path.remove(path.size() - 1);
  }

  private void add(List<Item> items, String file, Parameters parameters) {
    for (Item item : items) {
      Budget.ask();
      if (diagnostics.size() > InvalidInputException.MOST) {
        return;
      }
      switch (item) {
        case Item.Include include -> include(include, file, parameters);
        case Item.Parameter parameter -> {}
        case Item.Trait trait -> traits = trait.change().apply(traits);
        case Item.Declares declares ->
            (declares.fences() ? fenceKinds : attributes).addAll(declares.names());
        case Item.Several several -> add(several.items(), file, parameters);
        case Item.When when -> {
          if (parameters.has(when.setting())) {
            add(when.items(), file, parameters);
          }
        }
        case Item.Maps maps -> add(maps.mapping());
        case Item.Operations named -> operations.putAll(named.names());
        case Item.Costs cost -> costs.put(cost.what(), cost.cost());
        case Item.Lawful lawful -> add(lawful.law());
      }
    }
  }

  private void add(Mapping mapping) {
    String key = mapping.kind() + " " + mapping.order();
    Mapping other = mappings.putIfAbsent(key, mapping);
    if (other != null && !other.span().equals(mapping.span())) {
      error(
          mapping.span(),
          "this access is mapped already, at " + other.span(),
          "map each kind with each order once");
    }
  }

  private void add(Law law) {
    Law other = laws.putIfAbsent(law.name(), law);
    if (other != null && !other.span().equals(law.span())) {
      error(
          law.span(),
          "there is a law \"" + law.name() + "\" already, at " + other.span(),
          "give each law a name of its own");
    }
  }

  private void include(Item.Include include, String from, Parameters parameters) {
    Optional<ModelText> text = library.find(include.name(), from);
    if (text.isEmpty()) {
      error(
          include.span(),
          "there is no model '" + include.name() + "' to include",
          "it is looked for beside this file and among the built-in models");
      return;
    }
    String file = text.get().file();
    if (path.contains(file)) {
      error(
          include.span(),
          "the includes form a cycle: " + String.join(" -> ", path) + " -> " + file,
          "take what both need into a file of its own");
      return;
    }
    List<Setting> settings = new ArrayList<>();
    Map<String, String> key = new LinkedHashMap<>();
    for (Setting setting : include.settings()) {
      String value = parameters.value(setting.value()).orElse(setting.value());
      settings.add(new Setting(setting.parameter(), value, setting.span()));
      key.put(setting.parameter(), value);
    }
    if (included.add(file + key)) {
      ModelFile parsed = ModelFileParser.parse(file, text.get().text(), diagnostics);
      add(parsed, new Parameters(parsed, settings, diagnostics));
    }
  }
}
