// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The models of {@code library/memory}, packed with the program; its {@code models} lists them. */
public final class BuiltInModels {
  private static final String FOLDER = "library/memory/";
  private static final String GROUPS = "groups";

  private BuiltInModels() {}

  /**
   * A model, ready to run.
   *
   * @param texts the texts that it is made of, its own file first
   */
  public record Compiled(MemoryModel model, List<ModelText> texts) {}

  /** A model by its own text; compiled on first use, as a run uses few of them. */
  private static final class BuiltIn {
    private final ModelText text;
    private final Map<String, String> settings;
    private @Nullable Compiled compiled;

    BuiltIn(ModelText text, Map<String, String> settings) {
      this.text = text;
      this.settings = settings;
    }

    synchronized Compiled compiled() {
      if (compiled == null) {
        try {
          compiled = load(text, settings);
        } catch (InvalidInputException e) {
          throw new IllegalStateException("a built-in memory model is wrong", e);
        }
      }
      return compiled;
    }

    /** The model with more of its parameters set. */
    Compiled with(Map<String, String> more) throws InvalidInputException {
      Map<String, String> all = new LinkedHashMap<>(settings);
      all.putAll(more);
      return load(text, all);
    }

    MemoryModel model() {
      return compiled().model();
    }
  }

  /** Reads the names of all models when one is first asked for. */
  private static final class Named {
    /** Whatever is left to the check that asks first: a class is made ready once. */
    static final Map<String, BuiltIn> MODELS = Budget.unlimited().run(Named::read);

    private Named() {}

    private static Map<String, BuiltIn> read() {
      Map<String, BuiltIn> models = new LinkedHashMap<>();
      for (String file : lines("models")) {
        ModelText text = find(file).orElseThrow();
        try {
          ModelLoader.names(text)
              .forEach((name, settings) -> models.put(name, new BuiltIn(text, settings)));
        } catch (InvalidInputException e) {
          throw new IllegalStateException("a built-in memory model is wrong", e);
        }
      }
      return Collections.unmodifiableMap(models);
    }
  }

  /** The models under which a program runs if none is named. */
  public static List<MemoryModel> standard() {
    return groups().getOrDefault("usual", List.of()).stream()
        .map(Named.MODELS::get)
        .map(BuiltIn::model)
        .toList();
  }

  /** Names that stand for several models, and the models. */
  public static SequencedMap<String, List<String>> groups() {
    SequencedMap<String, List<String>> groups = new LinkedHashMap<>();
    for (String line : lines(GROUPS)) {
      List<String> words = List.of(line.trim().split(" +", -1));
      groups.put(words.getFirst(), words.subList(1, words.size()));
    }
    groups.put("all", List.copyOf(Named.MODELS.keySet()));
    return groups;
  }

  /** All built-in models, in the order of the list. */
  public static List<MemoryModel> all() {
    return Named.MODELS.values().stream().map(BuiltIn::model).toList();
  }

  public static Optional<MemoryModel> named(String name) {
    return Optional.ofNullable(Named.MODELS.get(name)).map(BuiltIn::model);
  }

  /**
   * A model by its name, with these settings of its parameters; empty if there is none of that
   * name.
   *
   * @throws InvalidInputException if it has no such parameter, or the parameter no such value
   */
  public static Optional<Compiled> named(String name, Map<String, String> settings)
      throws InvalidInputException {
    BuiltIn found = Named.MODELS.get(name);
    if (found == null) {
      return Optional.empty();
    }
    return Optional.of(settings.isEmpty() ? found.compiled() : found.with(settings));
  }

  private static List<String> lines(String name) {
    ModelText list =
        find(name)
            .orElseThrow(() -> new IllegalStateException(FOLDER + " is not on the class path"));
    return list.text().lines().filter(line -> !line.isBlank() && !line.startsWith("//")).toList();
  }

  private static Compiled load(ModelText text, Map<String, String> settings)
      throws InvalidInputException {
    Set<ModelText> texts = new LinkedHashSet<>();
    texts.add(text);
    ModelLoader.Library library =
        (name, from) -> {
          Optional<ModelText> found = find(name);
          found.ifPresent(texts::add);
          return found;
        };
    MemoryModel model = MemoryModel.compile(ModelLoader.load(text, settings, library));
    return new Compiled(model, List.copyOf(texts));
  }

  /** The text of a model, by the name under which others include it. */
  public static Optional<ModelText> find(String name) {
    String path = FOLDER + (name.equals("models") || name.equals(GROUPS) ? name : name + ".mcm");
    return TextFile.packed(path).map(text -> new ModelText(path, text));
  }
}
