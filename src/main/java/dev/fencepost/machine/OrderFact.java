// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.machine.LawCompiler.Condition;
import dev.fencepost.machine.LawScope.Range;
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
  /** The choices of the law in which the two are given; null if one is of a quantifier. */
  private final LawChoices choices;

  private final Variable first;
  private final Variable second;
  private final Range firstRange;
  private final Range secondRange;
  private final List<Condition> parts = new ArrayList<>();
  private final boolean sameTarget;

  private OrderFact(
      Law law, Formula.Less less, Variable first, Variable second, InstanceClasses classes) {
    this.first = first;
    this.second = second;
    firstRange = Range.of(first, classes);
    secondRange = Range.of(second, classes);
    List<Variable> both = first.equals(second) ? List.of(first) : List.of(first, second);
    choices = law.variables().containsAll(both) ? new LawChoices(law, both, classes) : null;
    sameTarget = less.left().target() != null && less.left().target().equals(less.right().target());
    LawCompiler compiler = new LawCompiler(List.of(first, second), classes);
    for (Formula part : LawChoices.conjuncts(law.premise())) {
      if (speaksOfPair(part)) {
        parts.add(compiler.compile(part));
      }
    }
  }

  /** The facts that a law asks for. */
  static List<OrderFact> of(Law law, InstanceClasses classes) {
    List<OrderFact> facts = new ArrayList<>();
    List<Variable> scope = new ArrayList<>(law.variables());
    for (Formula part : List.of(law.premise(), law.conclusion())) {
      part.visit(
          formula -> {
            switch (formula) {
              case Formula.Forall forall -> scope.add(forall.variable());
              case Formula.Exists exists -> scope.add(exists.variable());
              case Formula.Less less -> {
                Variable first = find(scope, less.left().instance());
                Variable second = find(scope, less.right().instance());
                facts.add(new OrderFact(law, less, first, second, classes));
              }
              default -> {}
            }
          });
    }
    return facts;
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

  /** Whether only steps to one and the same thread are compared. */
  boolean sameTarget() {
    return sameTarget;
  }

  /** Whether the law may still ask for the order of steps of these two. */
  boolean asks(LawScope scope, int index, int other) {
    return asksInOrder(scope, index, other) || index != other && asksInOrder(scope, other, index);
  }

  private boolean asksInOrder(LawScope scope, int left, int right) {
    return applies(scope, left, right) && (choices == null || !isDecided(scope, left, right));
  }

  /** Whether the law is true, whatever comes, and whatever the order of the steps of the two is. */
  private boolean isDecided(LawScope scope, int left, int right) {
    scope.hide(left, right);
    Truth worst =
        first.equals(second)
            ? choices.worst(scope, Truth.UNKNOWN, left)
            : choices.worst(scope, Truth.UNKNOWN, left, right);
    scope.hide(LawScope.NONE, LawScope.NONE);
    return worst == Truth.TRUE;
  }

  private boolean applies(LawScope scope, int left, int right) {
    if (first.name().equals(second.name()) && left != right) {
      return false;
    }
    if (scope.is(left, firstRange.classes()) == Truth.FALSE
        || scope.is(right, secondRange.classes()) == Truth.FALSE) {
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
