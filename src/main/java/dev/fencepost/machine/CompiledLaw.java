// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.machine.LawCompiler.Condition;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.Law;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A general law, ready to be evaluated. Each part of its premise is looked at as soon as the
 * variables it speaks of are chosen, so that most choices end early.
 */
final class CompiledLaw {
  private final Variable[] variables;

  /** Per variable, the parts of the premise that can be looked at once it is chosen. */
  private final Condition[][] premises;

  private final Condition conclusion;

  /** Whether a quantifier inside the law ranges over instances. */
  private final boolean quantifiesInstances;

  /** Per variable, the only candidate, or {@link LawScope#NONE}. */
  private final int[] fixed;

  /** What is asked for: the instance that must be in a choice, and the truth that is low enough. */
  private int instance;

  private Truth enough = Truth.FALSE;

  CompiledLaw(Law law) {
    variables = law.variables().toArray(Variable[]::new);
    fixed = new int[variables.length];
    Arrays.fill(fixed, LawScope.NONE);
    LawCompiler compiler = new LawCompiler(law.variables());
    List<List<Condition>> parts = new ArrayList<>();
    for (int i = 0; i < variables.length; i++) {
      parts.add(new ArrayList<>());
    }
    for (Formula part : conjuncts(law.premise())) {
      Condition condition = compiler.compile(part);
      parts.get(Math.min(compiler.lastVariable(), variables.length - 1)).add(condition);
    }
    premises =
        parts.stream().map(list -> list.toArray(Condition[]::new)).toArray(Condition[][]::new);
    conclusion = compiler.compile(law.conclusion());
    quantifiesInstances = compiler.quantifiesInstances();
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

  /** Whether the law is false for some choice that has this instance in it. */
  boolean isFalse(LawScope scope, int instance) {
    ask(instance, Truth.FALSE);
    return worst(scope, 0, quantifiesInstances, Truth.TRUE) == Truth.FALSE;
  }

  /** Whether the law is true, whatever comes, for all choices that have this instance in them. */
  boolean isDecided(LawScope scope, int instance) {
    ask(instance, Truth.UNKNOWN);
    return worst(scope, 0, quantifiesInstances, Truth.TRUE) == Truth.TRUE;
  }

  /**
   * Whether the law is true, whatever comes, where these two are chosen for these variables, and
   * whatever the order of their steps is.
   */
  boolean isDecided(LawScope scope, int firstPlace, int first, int secondPlace, int second) {
    Arrays.fill(fixed, LawScope.NONE);
    fixed[firstPlace] = first;
    fixed[secondPlace] = second;
    scope.hide(first, second);
    ask(first, Truth.UNKNOWN);
    Truth worst = worst(scope, 0, true, Truth.TRUE);
    scope.hide(LawScope.NONE, LawScope.NONE);
    Arrays.fill(fixed, LawScope.NONE);
    return worst == Truth.TRUE;
  }

  private void ask(int wanted, Truth lowEnough) {
    instance = wanted;
    enough = lowEnough;
  }

  /**
   * The least truth over all choices for the variables from a place on; where it is {@link #enough}
   * or less, not all are looked at. A law that looks for instances by quantifiers may be decided by
   * any of them.
   *
   * @param in whether the instance is in the choice
   */
  private Truth worst(LawScope scope, int place, boolean in, Truth premise) {
    if (place == variables.length) {
      return in ? premise.not().or(conclusion.on(scope)) : Truth.TRUE;
    }
    Variable variable = variables[place];
    Truth worst = Truth.TRUE;
    boolean free = fixed[place] == LawScope.NONE;
    int count = free ? scope.candidates(variable) : 1;
    for (int i = 0; i < count && worst.compareTo(enough) > 0; i++) {
      int candidate = free ? scope.candidate(variable, i) : fixed[place];
      Truth known = known(scope, place, candidate, premise);
      if (known != Truth.FALSE) {
        boolean chosen = in || !variable.isThread() && candidate == instance;
        worst = worst.and(worst(scope, place + 1, chosen, known));
      }
    }
    return worst;
  }

  /** What is known of the premise when a candidate is chosen for the variable at a place. */
  private Truth known(LawScope scope, int place, int candidate, Truth premise) {
    Variable variable = variables[place];
    Truth known = candidate == LawScope.NONE ? Truth.FALSE : premise;
    if (known != Truth.FALSE && !variable.isThread()) {
      known = known.and(scope.is(candidate, variable.pattern()));
    }
    scope.value[place] = candidate;
    for (int part = 0; part < premises[place].length && known != Truth.FALSE; part++) {
      known = known.and(premises[place][part].on(scope));
    }
    return known;
  }
}
