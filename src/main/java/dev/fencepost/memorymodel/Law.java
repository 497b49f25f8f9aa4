// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.SourceSpan;
import java.util.List;

/** A named law: for all instances and threads, the premise implies the conclusion. */
public record Law(
    String name, List<Variable> variables, Formula premise, Formula conclusion, SourceSpan span) {
  public Law {
    variables = List.copyOf(variables);
  }

  Variable variable(String variableName) {
    return variables.stream()
        .filter(variable -> variable.name().equals(variableName))
        .findFirst()
        .orElse(null);
  }
}
