// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A named law: for all instances and threads, the premise implies the conclusion. */
public record Law(
    String name, List<Variable> variables, Formula premise, Formula conclusion, SourceSpan span) {

  /** How many variables a law may have, those of its quantifiers counted. */
  public static final int MOST_VARIABLES = 16;

  public Law {
    variables = List.copyOf(variables);
  }

  /** The instances, those of quantifiers too, of whose steps the law speaks. */
  public List<Variable> orderedVariables() {
    return variablesOf(operation -> true);
  }

  /**
   * The accesses, those of quantifiers too, of whose issue the law speaks: it is a step of its own
   * then. (That of a fence is its only step.)
   */
  public List<Variable> issuedVariables() {
    return variablesOf(operation -> operation.step() == Formula.Step.ISSUE).stream()
        .filter(variable -> !variable.pattern().onlyFences())
        .toList();
  }

  private List<Variable> variablesOf(Predicate<Formula.Operation> kind) {
    List<Variable> bound = new ArrayList<>(variables);
    Set<String> ordered = new HashSet<>();
    for (Formula part : List.of(premise, conclusion)) {
      part.visit(
          formula -> {
            switch (formula) {
              case Formula.Less less ->
                  Stream.of(less.left(), less.right())
                      .filter(kind)
                      .forEach(operation -> ordered.add(operation.instance()));
              case Formula.Exists exists -> bound.add(exists.variable());
              case Formula.Forall forall -> bound.add(forall.variable());
              default -> {}
            }
          });
    }
    return bound.stream()
        .filter(variable -> !variable.isThread() && ordered.contains(variable.name()))
        .toList();
  }

  @Nullable Variable variable(String variableName) {
    return variables.stream()
        .filter(variable -> variable.name().equals(variableName))
        .findFirst()
        .orElse(null);
  }
}
