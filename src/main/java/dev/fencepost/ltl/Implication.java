// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.Formula.And;
import dev.fencepost.ltl.Formula.Atom;
import dev.fencepost.ltl.Formula.False;
import dev.fencepost.ltl.Formula.Next;
import dev.fencepost.ltl.Formula.Not;
import dev.fencepost.ltl.Formula.Or;
import dev.fencepost.ltl.Formula.Release;
import dev.fencepost.ltl.Formula.True;
import dev.fencepost.ltl.Formula.Until;
import java.util.List;

/**
 * Implications between formulas in normal form, by their syntax alone. "Yes" is certain; "no" means
 * false or unknown.
 */
final class Implication {

  private Implication() {}

  /** Whether every word of {@code formula} is one of {@code other} (Somenzi and Bloem 2000). */
  static boolean implies(Formula formula, Formula other) {
    if (formula.equals(other) || formula instanceof False || other instanceof True) {
      return true;
    }
    return byOther(formula, other) || byFormula(formula, other) || inStep(formula, other);
  }

  private static boolean byOther(Formula formula, Formula other) {
    return switch (other) {
      case And(List<Formula> operands) -> operands.stream().allMatch(o -> implies(formula, o));
      case Or(List<Formula> operands) -> operands.stream().anyMatch(o -> implies(formula, o));
      case Until(Formula left, Formula right) -> implies(formula, right);
      case Release(Formula left, Formula right) ->
          implies(formula, left) && implies(formula, right);
      case Next(Formula operand) -> isUniversal(formula) && implies(formula, operand);
      case True t -> true;
      case False f -> false;
      case Atom atom -> false;
      case Not not -> false;
    };
  }

  private static boolean byFormula(Formula formula, Formula other) {
    return switch (formula) {
      case And(List<Formula> operands) -> operands.stream().anyMatch(o -> implies(o, other));
      case Or(List<Formula> operands) -> operands.stream().allMatch(o -> implies(o, other));
      case Until(Formula left, Formula right) -> implies(left, other) && implies(right, other);
      case Release(Formula left, Formula right) -> implies(right, other);
      case Next(Formula operand) -> isEventual(other) && implies(operand, other);
      case True t -> false;
      case False f -> true;
      case Atom atom -> false;
      case Not not -> false;
    };
  }

  /** Both have the same form, and their operands imply each other's. */
  private static boolean inStep(Formula formula, Formula other) {
    if (formula instanceof Until(Formula a, Formula b)
        && other instanceof Until(Formula c, Formula d)) {
      return implies(a, c) && implies(b, d);
    }
    if (formula instanceof Release(Formula a, Formula b)
        && other instanceof Release(Formula c, Formula d)) {
      return implies(a, c) && implies(b, d);
    }
    return formula instanceof Next(Formula a) && other instanceof Next(Formula b) && implies(a, b);
  }

  /** Whether it is true of a word as soon as it is true of one of its suffixes. */
  static boolean isEventual(Formula formula) {
    return switch (formula) {
      case True t -> true;
      case False f -> true;
      case Atom atom -> false;
      case Not not -> false;
      case And(List<Formula> operands) -> operands.stream().allMatch(Implication::isEventual);
      case Or(List<Formula> operands) -> operands.stream().allMatch(Implication::isEventual);
      case Next(Formula operand) -> isEventual(operand);
      case Until(Formula left, Formula right) -> left instanceof True || isEventual(right);
      case Release(Formula left, Formula right) -> isEventual(left) && isEventual(right);
    };
  }

  /** Whether it is true of all suffixes of a word that it is true of. */
  static boolean isUniversal(Formula formula) {
    return isEventual(NormalForm.negated(formula));
  }

  /** Whether a prefix of a word makes no difference to it. */
  static boolean ignoresPrefixes(Formula formula) {
    return isEventual(formula) && isUniversal(formula);
  }
}
