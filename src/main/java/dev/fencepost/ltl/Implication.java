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
import java.util.List;

/**
 * Implications between formulas in normal form, by their syntax alone. "Yes" is certain; "no" means
 * false or unknown.
 */
final class Implication {

  private Implication() {}

  /** Whether every word of {@code formula} is one of {@code other} (Somenzi and Bloem 2000). */
  static boolean implies(LtlFormula formula, LtlFormula other) {
    if (formula.equals(other) || formula instanceof False || other instanceof True) {
      return true;
    }
    return byOther(formula, other) || byFormula(formula, other) || inStep(formula, other);
  }

  private static boolean byOther(LtlFormula formula, LtlFormula other) {
    return switch (other) {
      case And(List<LtlFormula> operands) -> operands.stream().allMatch(o -> implies(formula, o));
      case Or(List<LtlFormula> operands) -> operands.stream().anyMatch(o -> implies(formula, o));
      case Until(LtlFormula left, LtlFormula right) -> implies(formula, right);
      case Release(LtlFormula left, LtlFormula right) ->
          implies(formula, left) && implies(formula, right);
      case Next(LtlFormula operand) -> isUniversal(formula) && implies(formula, operand);
      case True t -> true;
      default -> false;
    };
  }

  private static boolean byFormula(LtlFormula formula, LtlFormula other) {
    return switch (formula) {
      case And(List<LtlFormula> operands) -> operands.stream().anyMatch(o -> implies(o, other));
      case Or(List<LtlFormula> operands) -> operands.stream().allMatch(o -> implies(o, other));
      case Until(LtlFormula left, LtlFormula right) ->
          implies(left, other) && implies(right, other);
      case Release(LtlFormula left, LtlFormula right) -> implies(right, other);
      case Next(LtlFormula operand) -> isEventual(other) && implies(operand, other);
      case False f -> true;
      default -> false;
    };
  }

  /** Both have the same form, and their operands imply each other's. */
  private static boolean inStep(LtlFormula formula, LtlFormula other) {
    if (formula instanceof Until(LtlFormula a, LtlFormula b)
        && other instanceof Until(LtlFormula c, LtlFormula d)) {
      return implies(a, c) && implies(b, d);
    }
    if (formula instanceof Release(LtlFormula a, LtlFormula b)
        && other instanceof Release(LtlFormula c, LtlFormula d)) {
      return implies(a, c) && implies(b, d);
    }
    return formula instanceof Next(LtlFormula a)
        && other instanceof Next(LtlFormula b)
        && implies(a, b);
  }

  /** Whether it is true of a word as soon as it is true of one of its suffixes. */
  static boolean isEventual(LtlFormula formula) {
    return switch (formula) {
      case True t -> true;
      case False f -> true;
      case Atom atom -> false;
      case Not not -> false;
      case And(List<LtlFormula> operands) -> operands.stream().allMatch(Implication::isEventual);
      case Or(List<LtlFormula> operands) -> operands.stream().allMatch(Implication::isEventual);
      case Next(LtlFormula operand) -> isEventual(operand);
      case Until(LtlFormula left, LtlFormula right) -> left instanceof True || isEventual(right);
      case Release(LtlFormula left, LtlFormula right) -> isEventual(left) && isEventual(right);
    };
  }

  /** Whether it is true of all suffixes of a word that it is true of. */
  static boolean isUniversal(LtlFormula formula) {
    return isEventual(NormalForm.negated(formula));
  }

  /** Whether a prefix of a word makes no difference to it. */
  static boolean ignoresPrefixes(LtlFormula formula) {
    return isEventual(formula) && isUniversal(formula);
  }
}
