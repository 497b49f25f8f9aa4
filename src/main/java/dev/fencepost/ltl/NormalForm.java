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

/** Negation normal form: only atoms are negated. */
final class NormalForm {

  private NormalForm() {}

  static LtlFormula of(LtlFormula formula) {
    return of(formula, true);
  }

  /** The normal form of the formula's negation. */
  static LtlFormula negated(LtlFormula formula) {
    return of(formula, false);
  }

  /** The normal form of what says that a formula has this value. */
  private static LtlFormula of(LtlFormula formula, boolean value) {
    return switch (formula) {
      case True t -> LtlFormula.constant(value);
      case False f -> LtlFormula.constant(!value);
      case Atom atom -> value ? atom : new Not(atom);
      case Not(LtlFormula operand) -> of(operand, !value);
      case And(List<LtlFormula> operands) -> joined(operands, value, value);
      case Or(List<LtlFormula> operands) -> joined(operands, value, !value);
      case Next(LtlFormula operand) -> new Next(of(operand, value));
      case Until(LtlFormula left, LtlFormula right) ->
          value
              ? new Until(of(left, true), of(right, true))
              : new Release(of(left, false), of(right, false));
      case Release(LtlFormula left, LtlFormula right) ->
          value
              ? new Release(of(left, true), of(right, true))
              : new Until(of(left, false), of(right, false));
    };
  }

  private static LtlFormula joined(List<LtlFormula> operands, boolean value, boolean all) {
    return operands.stream()
        .map(operand -> of(operand, value))
        .reduce(all ? LtlFormula::and : LtlFormula::or)
        .orElse(LtlFormula.constant(all));
  }
}
