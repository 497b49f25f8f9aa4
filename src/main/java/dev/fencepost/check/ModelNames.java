// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.BuiltInModels.Compiled;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.NearName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The memory models that a check can name. */
public final class ModelNames {
  private ModelNames() {}

  /** The models that a program runs under when none is named. */
  public static List<String> standard() {
    return BuiltInModels.standard().stream().map(MemoryModel::name).toList();
  }

  /** The models under which files of a language are checked when none is named. */
  public static List<String> usual(FrontEnd frontEnd) {
    return switch (frontEnd.models()) {
      case Models.Standard standard -> standard();
      case Models.Usual(List<String> names) -> names;
      case Models.None none -> List.of(Models.None.PLACEHOLDER);
    };
  }

  /** The models that names stand for: a group stands for several. */
  public static List<String> expanded(List<String> names) {
    Map<String, List<String>> groups = BuiltInModels.groups();
    return names.stream()
        .flatMap(name -> groups.getOrDefault(name, List.of(name)).stream())
        .distinct()
        .toList();
  }

  /** Names of groups, and their models. */
  public static SequencedMap<String, List<String>> groups() {
    return BuiltInModels.groups();
  }

  /** The model of the processor whose assembly a litmus test is in; else the usual models. */
  public static List<String> of(String architecture) {
    return switch (architecture) {
      case "AArch64" -> List.of("armv8");
      case "RISCV" -> List.of("riscv");
      case "PPC" -> List.of("power");
      case "X86", "X86_64" -> List.of("x86");
      default -> standard();
    };
  }

  /** All models, with one line for people on each. */
  public static List<Described> all() {
    return BuiltInModels.all().stream().map(m -> new Described(m.name(), m.title())).toList();
  }

  /** A model's name and what it is. */
  public record Described(String name, String title) {}

  /** Fails with near names and the list of all if there is no such model. */
  static Compiled named(String text) throws InvalidInputException {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    Map<String, String> settings = settings(text, text.substring(name.length()));
    Optional<Compiled> model = BuiltInModels.named(name, settings);
    if (model.isEmpty()) {
      throw new InvalidInputException("unknown memory model '" + name + "'", hint(name));
    }
    return model.get();
  }

  /** Settings of parameters behind the name of a model: {@code :cas=no:rcpc=no}. */
  static Map<String, String> settings(String name, String text) throws InvalidInputException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String part : text.split(":", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String parameter = part.substring(0, equals).strip();
        if (settings.putIfAbsent(parameter, part.substring(equals + 1).strip()) != null) {
          throw new InvalidInputException(
              "'" + name + "' sets " + parameter + " twice", "set each parameter once");
        }
      } else if (!part.isEmpty() || text.endsWith(":")) {
        throw new InvalidInputException(
            "'" + name + "' does not name a model and its settings",
            "settings are written so: armv8:rcpc=no or ./my-cpu.mcm:cas=no");
      }
    }
    return settings;
  }

  private static String hint(String name) {
    List<String> names = new ArrayList<>(all().stream().map(Described::name).toList());
    names.addAll(groups().sequencedKeySet());
    List<String> near = near(name.toLowerCase(Locale.ROOT), names);
    return near.isEmpty()
        ? "the models are " + String.join(", ", names) + "; a file is named ./my-cpu.mcm"
        : "did you mean " + String.join(" or ", near) + "? 'fencepost models' lists all";
  }

  /** The names with this prefix; if there are none, names at a small edit distance. */
  private static List<String> near(String name, List<String> names) {
    List<String> longer =
        names.stream().filter(known -> name.length() > 1 && known.startsWith(name)).toList();
    int slips = Math.max(1, name.length() / 3);
    return longer.isEmpty()
        ? names.stream().filter(known -> NearName.changes(name, known) <= slips).toList()
        : longer;
  }
}
