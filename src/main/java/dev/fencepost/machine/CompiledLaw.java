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
 * A general law, ready to be evaluated. Each part of its premise is looked at as soon as the
 * variables it speaks of are chosen, so that most choices end early.
 */
final class CompiledLaw {
  private final Variable[] variables;

  /** Per variable, the parts of the premise that can be looked at once it is chosen. */
  private final Condition[][] premises;

  private final Condition conclusion;

  CompiledLaw(Law law) {
    variables = law.variables().toArray(Variable[]::new);
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
   * The least truth of the law over all choices that have this instance in them.
   *
   * @param withFuture whether instances that are still to be fetched may be chosen too
   */
  Truth worst(LawScope scope, int instance, boolean withFuture) {
    return worst(scope, 0, instance, false, withFuture, Truth.TRUE);
  }

  private Truth worst(
      LawScope scope, int place, int instance, boolean in, boolean withFuture, Truth premise) {
    if (place == variables.length) {
      return in ? premise.not().or(conclusion.on(scope)) : Truth.TRUE;
    }
    Variable variable = variables[place];
    Truth worst = Truth.TRUE;
    int count = variable.isThread() ? scope.threads : scope.history.count;
    int futures = withFuture && !variable.isThread() ? scope.threads + 1 : 0;
    for (int i = 0; i < count + futures && worst != Truth.FALSE; i++) {
      int candidate = i < count ? i : LawScope.future(i - count);
      if (i < count
          && !variable.isThread()
          && scope.is(candidate, variable.pattern()) == Truth.FALSE) {
        continue;
      }
      scope.value[place] = candidate;
      Truth known = premise;
      for (Condition part : premises[place]) {
        known = known.and(part.on(scope));
      }
      if (known != Truth.FALSE) {
        boolean chosen = in || !variable.isThread() && candidate == instance;
        worst = worst.and(worst(scope, place + 1, instance, chosen, withFuture, known));
      }
    }
    return worst;
  }
}
