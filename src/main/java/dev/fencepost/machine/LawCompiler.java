// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.machine.LawScope.Range;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import java.util.ArrayList;
import java.util.List;

/** Compiles the formulas of a law to conditions on a {@link LawScope}; variables become places. */
final class LawCompiler {

  /** A compiled formula. */
  @FunctionalInterface
  interface Condition {
    Truth on(LawScope scope);
  }

  private interface Place {
    int in(LawScope scope);
  }

  private final InstanceClasses classes;
  private final List<String> names = new ArrayList<>();

  /** The place of the last variable that the formula compiled last speaks of. */
  private int lastVariable;

  private boolean quantifiesInstances;

  LawCompiler(List<Variable> variables, InstanceClasses classes) {
    this.classes = classes;
    variables.forEach(variable -> names.add(variable.name()));
  }

  /** Whether a quantifier of what was compiled so far ranges over instances. */
  boolean quantifiesInstances() {
    return quantifiesInstances;
  }

  int lastVariable() {
    return lastVariable;
  }

  /** Compiles a formula that stands by itself. */
  Condition compile(Formula formula) {
    lastVariable = 0;
    return condition(formula);
  }

  private Condition condition(Formula formula) {
    return switch (formula) {
      case Formula.Not not -> {
        Condition operand = condition(not.operand());
        yield scope -> operand.on(scope).not();
      }
      case Formula.And and -> all(and.operands().stream().map(this::condition).toList());
      case Formula.Or or -> any(or.operands().stream().map(this::condition).toList());
      case Formula.Implies implies -> {
        Condition premise = condition(implies.premise());
        Condition conclusion = condition(implies.conclusion());
        yield scope -> premise.on(scope).not().or(conclusion.on(scope));
      }
      case Formula.Forall forall -> quantified(forall.variable(), forall.body(), true);
      case Formula.Exists exists -> quantified(exists.variable(), exists.body(), false);
      case Formula.Less less -> less(less.left(), less.right());
      case Formula.SameThread same -> {
        Place left = thread(same.left());
        Place right = thread(same.right());
        yield scope -> Truth.of(left.in(scope) == right.in(scope));
      }
      case Formula.Is is -> {
        int instance = place(is.instance());
        long bits = classes.bits(is.pattern()::matches);
        yield scope -> scope.is(scope.value[instance], bits);
      }
      case Formula.Before before -> pair(before.earlier(), before.later(), LawScope::before);
      case Formula.SameCell same -> pair(same.left(), same.right(), LawScope::sameCell);
      case Formula.SameValue same -> pair(same.left(), same.right(), LawScope::sameValue);
      case Formula.SameInstance same -> pair(same.left(), same.right(), LawScope::sameInstance);
    };
  }

  /** A relation between two instances. */
  private interface Relation {
    Truth holds(LawScope scope, int left, int right);
  }

  private Condition pair(String left, String right, Relation relation) {
    int first = place(left);
    int second = place(right);
    return scope -> relation.holds(scope, scope.value[first], scope.value[second]);
  }

  private int place(String name) {
    int place = names.lastIndexOf(name);
    lastVariable = Math.max(lastVariable, place);
    return place;
  }

  private Place thread(ThreadTerm term) {
    int place = place(term.name());
    return term.ofInstance()
        ? scope -> scope.threadOf(scope.value[place])
        : scope -> scope.value[place];
  }

  private Condition less(Operation left, Operation right) {
    int first = place(left.instance());
    int second = place(right.instance());
    Steps firstSteps = steps(left);
    Steps secondSteps = steps(right);
    return scope -> {
      int earlier = scope.value[first];
      int later = scope.value[second];
      return scope.less(
          earlier, firstSteps.of(scope, earlier), later, secondSteps.of(scope, later));
    };
  }

  /** The steps of an instance that an operation means, as bits. */
  private interface Steps {
    long of(LawScope scope, int instance);
  }

  private Steps steps(Operation operation) {
    if (operation.step() == Formula.Step.ISSUE) {
      return LawScope::issue;
    }
    Place target = operation.target() == null ? scope -> LawScope.NONE : thread(operation.target());
    return (scope, instance) -> scope.steps(instance, target.in(scope));
  }

  private static Condition all(List<Condition> conditions) {
    return scope -> {
      Truth truth = Truth.TRUE;
      for (Condition condition : conditions) {
        truth = truth.and(condition.on(scope));
        if (truth == Truth.FALSE) {
          return truth;
        }
      }
      return truth;
    };
  }

  private static Condition any(List<Condition> conditions) {
    return scope -> {
      Truth truth = Truth.FALSE;
      for (Condition condition : conditions) {
        truth = truth.or(condition.on(scope));
      }
      return truth;
    };
  }

  private Condition quantified(Variable variable, Formula body, boolean every) {
    int place = names.size();
    int outer = lastVariable;
    names.add(variable.name());
    Condition inner = condition(body);
    names.remove(place);
    lastVariable = lastVariable == place ? Math.max(outer, place - 1) : lastVariable;
    quantifiesInstances |= !variable.isThread();
    Range range = Range.of(variable, classes);
    return scope -> {
      Truth truth = Truth.of(every);
      int candidates = scope.candidates(range);
      for (int i = 0; i < candidates; i++) {
        int candidate = scope.candidate(range, i);
        if (candidate != LawScope.NONE) {
          scope.value[place] = candidate;
          Truth is = range.isThread() ? Truth.TRUE : scope.is(candidate, range.classes());
          Truth one = is == Truth.FALSE ? is : inner.on(scope);
          truth = every ? truth.and(is.not().or(one)) : truth.or(is.and(one));
        }
      }
      return truth;
    };
  }
}
