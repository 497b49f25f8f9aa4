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
 * The choices for the variables of a law, gone through in one order of the variables: what is given
 * comes first. Each part of the premise is looked at as soon as the variables it speaks of are
 * chosen, so that most choices end early.
 */
final class LawChoices {
  private final Range[] ranges;

  /** Per variable, the parts of the premise that can be looked at once it is chosen. */
  private final Condition[][] premises;

  private final Condition conclusion;
  private final boolean quantifyInstances;

  /** The instances that are given for the first variables, and how many. */
  private final int[] given = new int[2];

  private int givenCount;

  /** The truth that is low enough to look no further. */
  private Truth enough = Truth.FALSE;

  /**
   * @param first the variables that come first; the others follow in the law's order
   */
  LawChoices(Law law, List<Variable> first, InstanceClasses classes) {
    List<Variable> order = new ArrayList<>(first);
    law.variables().stream().filter(variable -> !first.contains(variable)).forEach(order::add);
    ranges = order.stream().map(v -> Range.of(v, classes)).toArray(Range[]::new);
    LawCompiler compiler = new LawCompiler(order, classes);
    List<List<Condition>> parts = new ArrayList<>();
    order.forEach(variable -> parts.add(new ArrayList<>()));
    for (Formula part : conjuncts(law.premise())) {
      Condition condition = compiler.compile(part);
      parts.get(Math.min(compiler.lastVariable(), ranges.length - 1)).add(condition);
    }
    premises =
        parts.stream().map(list -> list.toArray(Condition[]::new)).toArray(Condition[][]::new);
    conclusion = compiler.compile(law.conclusion());
    quantifyInstances = compiler.quantifiesInstances();
  }

  /** Whether a quantifier of the law ranges over instances. */
  boolean quantifyInstances() {
    return quantifyInstances;
  }

  /** The parts of a conjunction. */
  static List<Formula> conjuncts(Formula formula) {
    if (!(formula instanceof Formula.And and)) {
      return List.of(formula);
    }
    List<Formula> parts = new ArrayList<>();
    for (Formula operand : and.operands()) {
      parts.addAll(conjuncts(operand));
    }
    return parts;
  }

  /**
   * The least truth of the law over all choices; where it is {@code lowEnough} or less, not all are
   * looked at.
   */
  Truth worst(LawScope scope, Truth lowEnough) {
    givenCount = 0;
    enough = lowEnough;
    return worst(scope, 0, Truth.TRUE);
  }

  /** The same where an instance is given for the first variable. */
  Truth worst(LawScope scope, Truth lowEnough, int first) {
    given[0] = first;
    givenCount = 1;
    enough = lowEnough;
    return worst(scope, 0, Truth.TRUE);
  }

  /** The same where instances are given for the first two variables. */
  Truth worst(LawScope scope, Truth lowEnough, int first, int second) {
    given[0] = first;
    given[1] = second;
    givenCount = 2;
    enough = lowEnough;
    return worst(scope, 0, Truth.TRUE);
  }

  private Truth worst(LawScope scope, int place, Truth premise) {
    if (place == ranges.length) {
      return premise.not().or(conclusion.on(scope));
    }
    if (place < givenCount) {
      return worstWith(scope, place, given[place], premise);
    }
    Truth worst = Truth.TRUE;
    int count = scope.candidates(ranges[place]);
    for (int i = 0; i < count && worst.compareTo(enough) > 0; i++) {
      worst = worst.and(worstWith(scope, place, scope.candidate(ranges[place], i), premise));
    }
    return worst;
  }

  /** The least truth where a candidate is chosen for the variable at a place. */
  private Truth worstWith(LawScope scope, int place, int candidate, Truth premise) {
    Truth known = candidate == LawScope.NONE ? Truth.FALSE : premise;
    if (known != Truth.FALSE && !ranges[place].isThread()) {
      known = known.and(scope.is(candidate, ranges[place].classes()));
    }
    scope.value[place] = candidate;
    for (int part = 0; part < premises[place].length && known != Truth.FALSE; part++) {
      known = known.and(premises[place][part].on(scope));
    }
    return known == Truth.FALSE ? Truth.TRUE : worst(scope, place + 1, known);
  }
}
