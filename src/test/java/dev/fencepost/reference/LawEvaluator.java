// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Law;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Laws read as they are written, on the list of all instances of a complete run. */
final class LawEvaluator {
  private final List<LawInstance> instances;
  private final int threads;

  /** What a variable stands for: a place in the list, or a thread. */
  private final Map<String, Integer> chosen = new HashMap<>();

  LawEvaluator(List<LawInstance> instances, int threads) {
    this.instances = instances;
    this.threads = threads;
  }

  boolean holds(Law law) {
    return forAll(law.variables(), 0, new Formula.Implies(law.premise(), law.conclusion()));
  }

  private boolean forAll(List<Variable> variables, int from, Formula body) {
    if (from == variables.size()) {
      return holds(body);
    }
    return quantify(variables.get(from), true, () -> forAll(variables, from + 1, body));
  }

  private interface Body {
    boolean holds();
  }

  private boolean quantify(Variable variable, boolean every, Body body) {
    int candidates = variable.isThread() ? threads : instances.size();
    for (int i = 0; i < candidates; i++) {
      boolean ranges =
          variable.isThread() || variable.pattern().matches(instances.get(i).instanceClass());
      chosen.put(variable.name(), i);
      if (ranges && body.holds() != every) {
        return !every;
      }
    }
    return every;
  }

  private LawInstance instance(String name) {
    return instances.get(chosen.get(name));
  }

  private int thread(ThreadTerm term) {
    return term.ofInstance() ? instance(term.name()).thread() : chosen.get(term.name());
  }

  private boolean holds(Formula formula) {
    return switch (formula) {
      case Formula.Before before -> {
        LawInstance earlier = instance(before.earlier());
        LawInstance later = instance(before.later());
        yield earlier.thread() == later.thread() && earlier.place() < later.place();
      }
      case Formula.SameCell same -> instance(same.left()).cell() == instance(same.right()).cell();
      case Formula.SameValue same ->
          instance(same.left()).value() == instance(same.right()).value();
      case Formula.SameInstance same -> chosen.get(same.left()).equals(chosen.get(same.right()));
      case Formula.SameThread same -> thread(same.left()) == thread(same.right());
      case Formula.Is is -> is.pattern().matches(instance(is.instance()).instanceClass());
      case Formula.Less less -> {
        List<Integer> later = times(less.right());
        yield times(less.left()).stream().allMatch(t -> later.stream().allMatch(u -> t < u));
      }
      case Formula.Not not -> !holds(not.operand());
      case Formula.And and -> and.operands().stream().allMatch(this::holds);
      case Formula.Or or -> or.operands().stream().anyMatch(this::holds);
      case Formula.Implies implies -> !holds(implies.premise()) || holds(implies.conclusion());
      case Formula.Forall forall -> quantify(forall.variable(), true, () -> holds(forall.body()));
      case Formula.Exists exists -> quantify(exists.variable(), false, () -> holds(exists.body()));
    };
  }

  private List<Integer> times(Operation operation) {
    LawInstance instance = instance(operation.instance());
    boolean access = instance.instanceClass().kind() != InstanceKind.FENCE;
    if (operation.step() == Step.ISSUE && access) {
      return List.of(instance.issue());
    }
    List<Integer> times = instance.times();
    boolean one = operation.target() != null && times.size() > 1;
    return one ? List.of(times.get(thread(operation.target()))) : times;
  }
}
