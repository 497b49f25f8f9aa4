// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.NearName;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Warning;
import java.util.List;
import java.util.Optional;

/** Warnings about definitions that a text never asks for. */
final class UnusedDefinitions {

  private UnusedDefinitions() {}

  /** One for each, of a text that was translated. */
  static List<Warning> warnings(SourceUnit source) {
    return source.defines().keySet().stream()
        .map(name -> name.replaceFirst("\\(.*", ""))
        .filter(name -> !source.asked().contains(name))
        .map(name -> warning(name, source))
        .toList();
  }

  private static Warning warning(String name, SourceUnit source) {
    String option =
        switch (name) {
          case "MUTATORS" -> "-D MUTATORS (--mutators)";
          case Scenarios.DEFINE -> "-D SCENARIO (--scenario)";
          default -> "-D " + name;
        };
    Optional<String> meant = NearName.of(name, source.asked().all());
    String why =
        source.asked().isSkipped(name)
            ? "only a part of the text asks for it that other definitions leave out"
            : "no text asks for it"
                + meant.map(other -> "; did you mean " + other + "?").orElse("");
    String message = option + " changes nothing: " + why;
    return new Warning(Warning.Kind.UNUSED_DEFINITION, SourceSpan.NONE, message);
  }
}
