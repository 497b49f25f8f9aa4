// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.machine.LawCompiler.Condition;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Law;
import java.util.ArrayList;
import java.util.List;

/**
 * An order between steps of two instances that a law asks for, and so a state may have to hold: the
 * papers' defining predicate. Parts of the premise about the two instances alone tell which pairs
 * never matter.
 */
final class OrderFact {
  private final Variable first;
  private final Variable second;
  private final List<Condition> parts = new ArrayList<>();
  private final boolean sameTarget;

  private OrderFact(Law law, Formula.Less less, Variable first, Variable second) {
    this.first = first;
    this.second = second;
    sameTarget = less.left().target() != null && less.left().target().equals(less.right().target());
    LawCompiler compiler = new LawCompiler(List.of(first, second));
    for (Formula part : CompiledLaw.conjuncts(law.premise())) {
      if (speaksOfPair(part)) {
        parts.add(compiler.compile(part));
      }
    }
  }

  /** The facts that a law asks for. */
  static List<OrderFact> of(Law law) {
    List<OrderFact> facts = new ArrayList<>();
    collect(law.premise(), law, new ArrayList<>(law.variables()), facts);
    collect(law.conclusion(), law, new ArrayList<>(law.variables()), facts);
    return facts;
  }

  private static void collect(
      Formula formula, Law law, List<Variable> scope, List<OrderFact> facts) {
    switch (formula) {
      case Formula.Less less ->
          facts.add(
              new OrderFact(
                  law,
                  less,
                  find(scope, less.left().instance()),
                  find(scope, less.right().instance())));
      case Formula.Not not -> collect(not.operand(), law, scope, facts);
      case Formula.And and -> and.operands().forEach(part -> collect(part, law, scope, facts));
      case Formula.Or or -> or.operands().forEach(part -> collect(part, law, scope, facts));
      case Formula.Implies implies -> {
        collect(implies.premise(), law, scope, facts);
        collect(implies.conclusion(), law, scope, facts);
      }
      case Formula.Forall forall -> inner(forall.variable(), forall.body(), law, scope, facts);
      case Formula.Exists exists -> inner(exists.variable(), exists.body(), law, scope, facts);
      case Formula.Before atom -> {}
      case Formula.SameCell atom -> {}
      case Formula.SameValue atom -> {}
      case Formula.SameInstance atom -> {}
      case Formula.SameThread atom -> {}
      case Formula.Is atom -> {}
    }
  }

  private static void inner(
      Variable variable, Formula body, Law law, List<Variable> scope, List<OrderFact> facts) {
    scope.add(variable);
    collect(body, law, scope, facts);
    scope.remove(scope.size() - 1);
  }

  private static Variable find(List<Variable> scope, String name) {
    return scope.reversed().stream()
        .filter(variable -> variable.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private boolean speaksOfPair(Formula part) {
    return switch (part) {
      case Formula.Before atom -> isPair(atom.earlier(), atom.later());
      case Formula.SameCell atom -> isPair(atom.left(), atom.right());
      case Formula.SameInstance atom -> isPair(atom.left(), atom.right());
      case Formula.Is atom -> isPair(atom.instance(), atom.instance());
      case Formula.Not not -> speaksOfPair(not.operand());
      default -> false;
    };
  }

  private boolean isPair(String left, String right) {
    List<String> pair = List.of(first.name(), second.name());
    return pair.contains(left) && pair.contains(right);
  }

  /** The steps of {@code other} whose order with a step of {@code index} must be held, as bits. */
  long held(LawScope scope, int index, int step, int other) {
    boolean asks = applies(scope, index, other) || applies(scope, other, index);
    return !asks ? 0 : sameTarget ? 1L << step : -1L;
  }

  private boolean applies(LawScope scope, int left, int right) {
    if (scope.is(left, first.pattern()) == Truth.FALSE
        || scope.is(right, second.pattern()) == Truth.FALSE) {
      return false;
    }
    scope.value[0] = left;
    scope.value[1] = right;
    for (Condition part : parts) {
      if (part.on(scope) == Truth.FALSE) {
        return false;
      }
    }
    return true;
  }
}
