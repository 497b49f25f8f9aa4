// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.memorymodel.Formula.Operation;
import dev.fencepost.memorymodel.Formula.ThreadTerm;
import dev.fencepost.memorymodel.Formula.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Compiles formulas to functions of the instances and threads that are chosen for their variables;
 * variables become places. An algebra gives the values.
 */
public final class LawCompiler<T extends LawAlgebra.Value<T>> {

  /** A compiled formula. */
  @FunctionalInterface
  public interface Condition<T> {
    T on(int[] chosen);
  }

  /** A relation between two instances. */
  private interface Relation<T> {
    T holds(int left, int right);
  }

  private interface Place {
    int in(int[] chosen);
  }

  private final LawAlgebra<T> algebra;
  private final ToLongFunction<Pattern> bits;
  private final List<String> names = new ArrayList<>();

  /** The place of the last variable of the formula that was compiled last. */
  private int lastVariable;

  /**
   * @param variables those that are free, in the order of their places
   * @param bits gives the classes of the program that a pattern matches
   */
  public LawCompiler(
      LawAlgebra<T> algebra, List<Variable> variables, ToLongFunction<Pattern> bits) {
    this.algebra = algebra;
    this.bits = bits;
    variables.forEach(variable -> names.add(variable.name()));
  }

  /** The last place that the formula compiled last depends on. */
  int lastVariable() {
    return lastVariable;
  }

  public Condition<T> compile(Formula formula) {
    lastVariable = 0;
    return condition(formula);
  }

  private Condition<T> condition(Formula formula) {
    Budget.ask();
    return switch (formula) {
      case Formula.Not not -> {
        Condition<T> operand = condition(not.operand());
        yield chosen -> operand.on(chosen).not();
      }
      case Formula.And and -> all(and.operands().stream().map(this::condition).toList());
      case Formula.Or or -> any(or.operands().stream().map(this::condition).toList());
      case Formula.Implies implies -> {
        Condition<T> premise = condition(implies.premise());
        Condition<T> conclusion = condition(implies.conclusion());
        yield chosen -> premise.on(chosen).not().or(conclusion.on(chosen));
      }
      case Formula.Forall forall -> quantified(forall.variable(), forall.body(), true);
      case Formula.Exists exists -> quantified(exists.variable(), exists.body(), false);
      case Formula.Less less -> less(less.left(), less.right());
      case Formula.SameThread same -> {
        Place left = thread(same.left());
        Place right = thread(same.right());
        yield chosen -> algebra.of(left.in(chosen) == right.in(chosen));
      }
      case Formula.Is is -> {
        int instance = place(is.instance());
        long classes = bits.applyAsLong(is.pattern());
        yield chosen -> algebra.is(chosen[instance], classes);
      }
      case Formula.Before before -> pair(before.earlier(), before.later(), algebra::before);
      case Formula.SameCell same -> pair(same.left(), same.right(), algebra::sameCell);
      case Formula.SameValue same -> pair(same.left(), same.right(), algebra::sameValue);
      case Formula.SameInstance same -> pair(same.left(), same.right(), algebra::sameInstance);
    };
  }

  private Condition<T> pair(String left, String right, Relation<T> relation) {
    int first = place(left);
    int second = place(right);
    return chosen -> relation.holds(chosen[first], chosen[second]);
  }

  private int place(String name) {
    int place = names.lastIndexOf(name);
    lastVariable = Math.max(lastVariable, place);
    return place;
  }

  private Place thread(ThreadTerm term) {
    int place = place(term.name());
    return term.ofInstance() ? chosen -> algebra.threadOf(chosen[place]) : chosen -> chosen[place];
  }

  /** Every step on the left before every step on the right. */
  private Condition<T> less(Operation left, Operation right) {
    int first = place(left.instance());
    int second = place(right.instance());
    Place firstTarget = target(left);
    Place secondTarget = target(right);
    return chosen -> {
      int earlier = chosen[first];
      int later = chosen[second];
      long leftSteps = algebra.steps(left.step(), earlier, firstTarget.in(chosen));
      long rightSteps = algebra.steps(right.step(), later, secondTarget.in(chosen));
      T value = algebra.of(true);
      for (long i = leftSteps; i != 0; i &= i - 1) {
        int step = Long.numberOfTrailingZeros(i);
        for (long j = rightSteps; j != 0 && !value.isFalse(); j &= j - 1) {
          int other = Long.numberOfTrailingZeros(j);
          value = value.and(algebra.less(earlier, step, later, other));
        }
      }
      return value;
    };
  }

  private Place target(Operation operation) {
    return operation.target() == null ? chosen -> LawAlgebra.NONE : thread(operation.target());
  }

  private Condition<T> all(List<Condition<T>> conditions) {
    return chosen -> {
      T value = algebra.of(true);
      for (int i = 0; i < conditions.size() && !value.isFalse(); i++) {
        value = value.and(conditions.get(i).on(chosen));
      }
      return value;
    };
  }

  private Condition<T> any(List<Condition<T>> conditions) {
    return chosen -> {
      T value = algebra.of(false);
      for (int i = 0; i < conditions.size(); i++) {
        value = value.or(conditions.get(i).on(chosen));
      }
      return value;
    };
  }

  private Condition<T> quantified(Variable variable, Formula body, boolean every) {
    int place = names.size();
    int outer = lastVariable;
    names.add(variable.name());
    Condition<T> inner = condition(body);
    names.remove(place);
    lastVariable = lastVariable == place ? Math.max(outer, place - 1) : lastVariable;
    LawRange range = LawRange.of(variable, bits);
    return chosen -> {
      T value = algebra.of(every);
      for (int next = algebra.next(range, LawAlgebra.NONE);
          next != LawAlgebra.NONE;
          next = algebra.next(range, next)) {
        T there = algebra.isIn(range, next);
        if (!there.isFalse()) {
          chosen[place] = next;
          T one = inner.on(chosen);
          value = every ? value.and(there.not().or(one)) : value.or(there.and(one));
        }
      }
      return value;
    };
  }
}
