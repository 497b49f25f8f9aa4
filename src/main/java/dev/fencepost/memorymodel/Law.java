// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A named law: for all instances and threads, the premise implies the conclusion. */
public record Law(
    String name, List<Variable> variables, Formula premise, Formula conclusion, SourceSpan span) {

  /** How many variables a law may have, those of its quantifiers counted. */
  public static final int MOST_VARIABLES = 16;

  public Law {
    variables = List.copyOf(variables);
  }

  /** The instances, those of quantifiers too, whose steps the law orders. */
  public List<Variable> orderedVariables() {
    return variablesOf(operation -> true);
  }

  /**
   * The accesses, those of quantifiers too, whose issue the law orders: it is a step of its own
   * then. The issue of a fence is its only step.
   */
  public List<Variable> issuedVariables() {
    return variablesOf(operation -> operation.step() == Formula.Step.ISSUE).stream()
        .filter(variable -> !variable.pattern().onlyFences())
        .toList();
  }

  /** Whether it orders the moment at which an address or a branch is known. */
  boolean waitsForAddressOrBranch() {
    return !variablesOf(o -> o.step() == Formula.Step.ADDRESS || o.step() == Formula.Step.RESOLVE)
        .isEmpty();
  }

  private List<Variable> variablesOf(Predicate<Formula.Operation> kind) {
    Set<String> ordered =
        parts(Formula.Less.class)
            .flatMap(less -> Stream.of(less.left(), less.right()))
            .filter(kind)
            .map(Formula.Operation::instance)
            .collect(Collectors.toSet());
    return Stream.concat(variables.stream(), quantified().stream())
        .filter(variable -> !variable.isThread() && ordered.contains(variable.name()))
        .toList();
  }

  /** The variables of quantifiers. */
  public List<Variable> quantified() {
    return Stream.concat(
            parts(Formula.Exists.class).map(Formula.Exists::variable),
            parts(Formula.Forall.class).map(Formula.Forall::variable))
        .toList();
  }

  /** The classes of instances of which the law speaks. */
  List<Pattern> patterns() {
    Stream<Variable> bound = Stream.concat(variables.stream(), quantified().stream());
    return Stream.concat(
            bound.filter(variable -> !variable.isThread()).map(Variable::pattern),
            parts(Formula.Is.class).map(Formula.Is::pattern))
        .toList();
  }

  public boolean comparesValues() {
    return parts(Formula.SameValue.class).findAny().isPresent();
  }

  /** Visits premise and conclusion, each formula before its parts. */
  public void visit(Consumer<Formula> visitor) {
    premise.visit(visitor);
    conclusion.visit(visitor);
  }

  /** The formulas of a kind in premise and conclusion. */
  private <F extends Formula> Stream<F> parts(Class<F> kind) {
    List<F> found = new ArrayList<>();
    visit(
        formula -> {
          if (kind.isInstance(formula)) {
            found.add(kind.cast(formula));
          }
        });
    return found.stream();
  }

  /** Whether it speaks of the step of an instance that may be a fence. */
  boolean ordersFences() {
    return orderedVariables().stream().anyMatch(v -> !v.pattern().onlyAccesses());
  }
}
