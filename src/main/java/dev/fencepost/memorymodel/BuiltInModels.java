// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The models of {@code library/memory}, packed with the program; its {@code models} lists them. */
public final class BuiltInModels {
  private static final String FOLDER = "library/memory/";
  private static final List<String> STANDARD =
      List.of("sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no");

  private BuiltInModels() {}

  /** The six models of the OOPSLA'17 framework, under which a program runs if none is named. */
  public static List<MemoryModel> standard() {
    return STANDARD.stream().map(name -> named(name).orElseThrow()).toList();
  }

  /** All built-in models, in the order of the list. */
  public static List<MemoryModel> all() {
    List<MemoryModel> models = new ArrayList<>();
    for (String file : files()) {
      settings(file).forEach((name, settings) -> models.add(load(file, settings)));
    }
    return List.copyOf(models);
  }

  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (String file : files()) {
      names.addAll(settings(file).keySet());
    }
    return List.copyOf(names);
  }

  public static Optional<MemoryModel> named(String name) {
    for (String file : files()) {
      if (!name.startsWith(file)) {
        continue;
      }
      Map<String, String> settings = settings(file).get(name);
      if (settings != null) {
        return Optional.of(load(file, settings));
      }
    }
    return Optional.empty();
  }

  /** Finds models to include by name, for models that are not built in. */
  public static Optional<ModelText> find(String name) {
    return read(name);
  }

  private static List<String> files() {
    ModelText list = read("models").orElseThrow();
    return list.text().lines().filter(line -> !line.isBlank() && !line.startsWith("//")).toList();
  }

  private static Map<String, Map<String, String>> settings(String file) {
    try {
      return new LinkedHashMap<>(ModelLoader.names(read(file).orElseThrow()));
    } catch (InvalidInputException e) {
      throw new IllegalStateException("a built-in memory model is wrong", e);
    }
  }

  private static MemoryModel load(String file, Map<String, String> settings) {
    try {
      ModelText text = read(file).orElseThrow();
      return MemoryModel.compile(ModelLoader.load(text, settings, (name, from) -> read(name)));
    } catch (InvalidInputException e) {
      throw new IllegalStateException("a built-in memory model is wrong", e);
    }
  }

  private static Optional<ModelText> read(String name) {
    String path = FOLDER + (name.equals("models") ? name : name + ".mcm");
    try (InputStream stream = BuiltInModels.class.getClassLoader().getResourceAsStream(path)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(
              new ModelText(path, new String(stream.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
