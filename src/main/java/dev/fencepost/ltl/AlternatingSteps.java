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
 */
final class AlternatingSteps {

  /** On these letters, what is obliged turns into these obligations, as bits. */
  record Step(Label label, long obligations) {

    Step and(Step other) {
      return new Step(label.and(other.label), obligations | other.obligations);
    }

    /** Whether whoever may take the other may take this one, and then owes no more. */
    boolean covers(Step other) {
      return other.label.implies(label) && (obligations & ~other.obligations) == 0;
    }
  }

  private static final List<Step> DONE = List.of(new Step(Label.ANY, 0));

  private final List<LtlFormula> obligations = new ArrayList<>();
  private final Map<LtlFormula, Integer> numbers = new HashMap<>();
  private final Map<LtlFormula, List<Step>> known = new HashMap<>();

  /** The obligations that a formula consists of, as bits. */
  long obligations(LtlFormula formula) throws TooLargeException {
    if (formula instanceof And(List<LtlFormula> operands)) {
      long bits = 0;
      for (LtlFormula operand : operands) {
        bits |= obligations(operand);
      }
      return bits;
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
    }
    return 1L << number;
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

  private static List<Step> both(List<Step> left, List<Step> right) throws TooLargeException {
    List<Step> steps = new ArrayList<>();
    for (Step one : left) {
      for (Step other : right) {
        Step step = one.and(other);
        if (step.label.isPossible()) {
          add(steps, step);
        }
      }
    }
    return steps;
  }

  private static List<Step> either(List<Step> left, List<Step> right) throws TooLargeException {
    List<Step> steps = new ArrayList<>(left);
    for (Step step : right) {
      add(steps, step);
    }
    return steps;
  }

  private static void add(List<Step> steps, Step step) throws TooLargeException {
    if (steps.stream().noneMatch(other -> other.covers(step))) {
      steps.removeIf(step::covers);
      steps.add(step);
      TooLargeException.check(steps.size());
    }
  }
}
