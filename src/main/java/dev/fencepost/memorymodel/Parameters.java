// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.ModelFile.Item;
import dev.fencepost.memorymodel.ModelFile.Setting;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The parameters that a model file declares, and their values; what is wrong is a diagnostic. */
final class Parameters {
  private final SequencedMap<String, Item.Parameter> declared = new LinkedHashMap<>();
  private final SequencedMap<String, String> values = new LinkedHashMap<>();
  private final List<Diagnostic> diagnostics;

  /**
   * @param settings of the file's user; a parameter that is not set has the first of its values
   */
  Parameters(ModelFile file, List<Setting> settings, List<Diagnostic> diagnostics) {
    this.diagnostics = diagnostics;
    for (Item item : file.items()) {
      if (item instanceof Item.Parameter parameter) {
        declare(parameter);
      }
    }
    Map<String, Setting> set = new LinkedHashMap<>();
    for (Setting setting : settings) {
      Setting other = set.putIfAbsent(setting.parameter(), setting);
      if (other != null) {
        error(setting.span(), setting.parameter() + " is set twice", "set each parameter once");
      } else if (isValue(setting, file.named())) {
        values.put(setting.parameter(), setting.value());
      }
    }
  }

  private void declare(Item.Parameter parameter) {
    Item.Parameter other = declared.putIfAbsent(parameter.name(), parameter);
    if (other != null) {
      error(
          parameter.span(),
          "there is a parameter '" + parameter.name() + "' already, at " + other.span(),
          "give each parameter a name of its own");
    }
    values.put(parameter.name(), parameter.values().getFirst());
  }

  /**
   * Whether a setting has a parameter and a value of it that exist. A setting without a place is of
   * the command line: then the parameter is shown, or where it should have been.
   *
   * @param named the statement that names the model
   */
  private boolean isValue(Setting setting, SourceSpan named) {
    Item.Parameter parameter = declared.get(setting.parameter());
    boolean placed = !setting.span().equals(SourceSpan.NONE);
    if (parameter == null) {
      error(
          placed ? setting.span() : named,
          "there is no parameter '" + setting.parameter() + "'",
          known(setting.parameter()));
      return false;
    }
    if (!parameter.values().contains(setting.value())) {
      error(
          placed ? setting.span() : parameter.span(),
          parameter.name() + " cannot be " + setting.value(),
          "its values are " + String.join(", ", parameter.values()));
      return false;
    }
    return true;
  }

  private String known(String name) {
    return declared.isEmpty()
        ? "the model has no parameters; a file declares one: parameter " + name + ": yes | no"
        : "the parameters are "
            + declared.values().stream()
                .map(each -> each.name() + ": " + String.join(" | ", each.values()))
                .collect(Collectors.joining("; "));
  }

  private void error(SourceSpan span, String message, String hint) {
    diagnostics.add(new Diagnostic(span, message, hint));
  }

  /** Whether a parameter has this value here. */
  boolean has(Setting setting) {
    return isValue(setting, setting.span())
        && setting.value().equals(values.get(setting.parameter()));
  }

  /** The value of a parameter. */
  Optional<String> value(String parameter) {
    return Optional.ofNullable(values.get(parameter));
  }

  /** The values of all parameters, in the order of the file. */
  SequencedMap<String, String> values() {
    return values;
  }
}
