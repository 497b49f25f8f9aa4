// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.LawAlgebra;
import dev.fencepost.memorymodel.LawChoices;
import dev.fencepost.memorymodel.LawCompiler;
import dev.fencepost.memorymodel.LawCompiler.Condition;
import dev.fencepost.memorymodel.LawRange;
import dev.fencepost.memorymodel.Truth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order between steps of two instances that a law asks for, and that a state may have to hold:
 * the papers' defining predicate. Conjuncts of the premise about the two instances alone exclude
 * pairs that never matter.
 */
final class OrderFact {
  /** The choices of the law in which the two are given; null if one is of a quantifier. */
  private final @Nullable LawChoices<Truth> choices;

  private final Variable first;
  private final Variable second;
  private final LawTruth truth;
  private final LawRange firstRange;
  private final LawRange secondRange;
  private final List<Condition<Truth>> parts = new ArrayList<>();
  private final int[] chosen = new int[2];
  private final boolean sameTarget;

  private OrderFact(
      LawTruth truth, Law law, Formula.Less less, List<Variable> scope, InstanceClasses classes) {
    this.truth = truth;
    first = find(scope, less.left().instance());
    second = find(scope, less.right().instance());
    firstRange = LawRange.of(first, classes::bits);
    secondRange = LawRange.of(second, classes::bits);
    List<Variable> both = first.equals(second) ? List.of(first) : List.of(first, second);
    choices =
        law.variables().containsAll(both)
            ? new LawChoices<>(truth, law, both, classes::bits)
            : null;
    sameTarget = less.left().target() != null && less.left().target().equals(less.right().target());
    LawCompiler<Truth> compiler = new LawCompiler<>(truth, List.of(first, second), classes::bits);
    for (Formula part : law.premise().conjuncts()) {
      if (speaksOfPair(part)) {
        parts.add(compiler.compile(part));
      }
    }
  }

  /** The facts that a law asks for. */
  static List<OrderFact> of(LawTruth truth, Law law, InstanceClasses classes) {
    List<OrderFact> facts = new ArrayList<>();
    List<Variable> scope = new ArrayList<>(law.variables());
    law.visit(
        formula -> {
          switch (formula) {
            case Formula.Forall forall -> scope.add(forall.variable());
            case Formula.Exists exists -> scope.add(exists.variable());
            case Formula.Less less -> facts.add(new OrderFact(truth, law, less, scope, classes));
            default -> {}
          }
        });
    return facts;
  }

  /** The variable of this name that was declared last. */
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

  /** Whether only steps to the same thread are compared. */
  boolean sameTarget() {
    return sameTarget;
  }

  /** Whether the law may still ask for the order of steps of these two. */
  boolean asks(int index, int other) {
    return asksInOrder(index, other) || index != other && asksInOrder(other, index);
  }

  private boolean asksInOrder(int left, int right) {
    return applies(left, right) && (choices == null || !isDecided(choices, left, right));
  }

  /** Whether the law is true, whatever comes, and whatever the order of the steps of the two is. */
  private boolean isDecided(LawChoices<Truth> open, int left, int right) {
    truth.hide(left, right);
    Truth worst = first.equals(second) ? open.value(left) : open.value(left, right);
    truth.hide(LawAlgebra.NONE, LawAlgebra.NONE);
    return worst == Truth.TRUE;
  }

  private boolean applies(int left, int right) {
    if (first.name().equals(second.name()) && left != right) {
      return false;
    }
    if (truth.is(left, firstRange.classes()) == Truth.FALSE
        || truth.is(right, secondRange.classes()) == Truth.FALSE) {
      return false;
    }
    chosen[0] = left;
    chosen[1] = right;
    for (Condition<Truth> part : parts) {
      if (part.on(chosen) == Truth.FALSE) {
        return false;
      }
    }
    return true;
  }
}
