// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.LtlFormula.And;
import dev.fencepost.ltl.LtlFormula.Atom;
import dev.fencepost.ltl.LtlFormula.False;
import dev.fencepost.ltl.LtlFormula.Next;
import dev.fencepost.ltl.LtlFormula.Not;
import dev.fencepost.ltl.LtlFormula.Or;
import dev.fencepost.ltl.LtlFormula.Release;
import dev.fencepost.ltl.LtlFormula.True;
import dev.fencepost.ltl.LtlFormula.Until;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The very weak alternating automaton of a formula (Gastin and Oddoux 2001). Its states are
 * formulas: obligations on the rest of the word. A step reads a letter and leaves a set of
 * obligations for the word that follows.
 *
 * <p>A release obliges its right operand as long as it is obliged itself, and each of its steps
 * contains one of that operand. So an obligation that is no until is left out beside a release that
 * enforces it: a run without it is one with it, by the step that the release takes. An until is not
 * left out, for a run must meet it. Nested releases, the negation of nested untils, would give
 * every set of them else.
 */
final class AlternatingSteps {

  /** On these letters, what is obliged turns into these obligations, as bits. */
  record Step(Label label, long obligations) {}

  private static final List<Step> DONE = List.of(new Step(Label.ANY, 0));

  private final List<LtlFormula> obligations = new ArrayList<>();
  private final Map<LtlFormula, Integer> numbers = new HashMap<>();
  private final Map<LtlFormula, List<Step>> known = new HashMap<>();

  /** By obligation, those that are left out beside it. */
  private final long[] enforced = new long[Long.SIZE];

  /** The obligations that a formula consists of, as bits. */
  long obligations(LtlFormula formula) throws TooLargeException {
    if (formula instanceof And(List<LtlFormula> operands)) {
      long bits = 0;
      for (LtlFormula operand : operands) {
        bits |= obligations(operand);
      }
      return bits & ~enforced(bits);
    }
    if (formula instanceof True) {
      return 0;
    }
    Integer number = numbers.get(formula);
    if (number == null) {
      number = obligations.size();
      if (number == Long.SIZE) {
        throw new TooLargeException();
      }
      obligations.add(formula);
      numbers.put(formula, number);
      relate(number);
    }
    return 1L << number;
  }

  private void relate(int added) {
    LtlFormula formula = obligations.get(added);
    for (int i = 0; i < added; i++) {
      LtlFormula other = obligations.get(i);
      enforced[i] |= !(formula instanceof Until) && enforces(other, formula) ? 1L << added : 0;
      enforced[added] |= !(other instanceof Until) && enforces(formula, other) ? 1L << i : 0;
    }
  }

  private static boolean enforces(LtlFormula formula, LtlFormula other) {
    return formula instanceof Release(LtlFormula left, LtlFormula right) && obliges(right, other);
  }

  private static boolean obliges(LtlFormula formula, LtlFormula other) {
    return formula.equals(other)
        || enforces(formula, other)
        || formula instanceof And(List<LtlFormula> operands)
            && operands.stream().anyMatch(operand -> obliges(operand, other));
  }

  /** Those that the obligations enforce. */
  private long enforced(long bits) {
    long all = 0;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      all |= enforced[Long.numberOfTrailingZeros(rest)];
    }
    return all;
  }

  /** Whether who owes the others owes these. */
  boolean areOwed(long some, long others) {
    return (some & ~(others | enforced(others))) == 0;
  }

  Step both(Step one, Step other) {
    long all = one.obligations | other.obligations;
    return new Step(one.label.and(other.label), all & ~enforced(all));
  }

  /** Whether whoever may take the other may take this one, and then owes no more. */
  boolean covers(Step one, Step other) {
    return other.label.implies(one.label) && areOwed(one.obligations, other.obligations);
  }

  LtlFormula obligation(int number) {
    return obligations.get(number);
  }

  int count() {
    return obligations.size();
  }

  List<Step> steps(LtlFormula formula) throws TooLargeException {
    List<Step> steps = known.get(formula);
    if (steps == null) {
      steps = computed(formula);
      known.put(formula, steps);
    }
    return steps;
  }

  private List<Step> computed(LtlFormula formula) throws TooLargeException {
    return switch (formula) {
      case True t -> DONE;
      case False f -> List.of();
      case Atom(int number) -> List.of(new Step(Label.atom(number, true), 0));
      case Not(LtlFormula operand) ->
          List.of(new Step(Label.atom(((Atom) operand).number(), false), 0));
      case And(List<LtlFormula> operands) -> {
        List<Step> steps = DONE;
        for (LtlFormula operand : operands) {
          steps = both(steps, steps(operand));
        }
        yield steps;
      }
      case Or(List<LtlFormula> operands) -> {
        List<Step> steps = List.of();
        for (LtlFormula operand : operands) {
          steps = either(steps, steps(operand));
        }
        yield steps;
      }
      case Next(LtlFormula operand) ->
          operand instanceof False ? List.of() : List.of(new Step(Label.ANY, obligations(operand)));
      case Until(LtlFormula left, LtlFormula right) ->
          either(steps(right), both(steps(left), staying(formula)));
      case Release(LtlFormula left, LtlFormula right) ->
          both(steps(right), either(steps(left), staying(formula)));
    };
  }

  private List<Step> staying(LtlFormula formula) throws TooLargeException {
    return List.of(new Step(Label.ANY, obligations(formula)));
  }

  private List<Step> both(List<Step> left, List<Step> right) throws TooLargeException {
    List<Step> steps = new ArrayList<>();
    for (Step one : left) {
      for (Step other : right) {
        Step step = both(one, other);
        if (step.label.isPossible()) {
          add(steps, step);
        }
      }
    }
    return steps;
  }

  private List<Step> either(List<Step> left, List<Step> right) throws TooLargeException {
    List<Step> steps = new ArrayList<>(left);
    for (Step step : right) {
      add(steps, step);
    }
    return steps;
  }

  private void add(List<Step> steps, Step step) throws TooLargeException {
    if (steps.stream().noneMatch(other -> covers(other, step))) {
      steps.removeIf(other -> covers(step, other));
      steps.add(step);
      TooLargeException.check(steps.size());
    }
  }
}
