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
    return switch (formula) {
      case True t -> t;
      case False f -> f;
      case Atom atom -> atom;
      case Not(LtlFormula operand) -> negated(operand);
      case And(List<LtlFormula> operands) ->
          operands.stream()
              .map(NormalForm::of)
              .reduce(LtlFormula::and)
              .orElse(LtlFormula.constant(true));
      case Or(List<LtlFormula> operands) ->
          operands.stream()
              .map(NormalForm::of)
              .reduce(LtlFormula::or)
              .orElse(LtlFormula.constant(false));
      case Next(LtlFormula operand) -> new Next(of(operand));
      case Until(LtlFormula left, LtlFormula right) -> new Until(of(left), of(right));
      case Release(LtlFormula left, LtlFormula right) -> new Release(of(left), of(right));
    };
  }

  /** The normal form of the formula's negation. */
  static LtlFormula negated(LtlFormula formula) {
    return switch (formula) {
      case True t -> LtlFormula.constant(false);
      case False f -> LtlFormula.constant(true);
      case Atom atom -> new Not(atom);
      case Not(LtlFormula operand) -> of(operand);
      case And(List<LtlFormula> operands) ->
          operands.stream()
              .map(NormalForm::negated)
              .reduce(LtlFormula::or)
              .orElse(LtlFormula.constant(false));
      case Or(List<LtlFormula> operands) ->
          operands.stream()
              .map(NormalForm::negated)
              .reduce(LtlFormula::and)
              .orElse(LtlFormula.constant(true));
      case Next(LtlFormula operand) -> new Next(negated(operand));
      case Until(LtlFormula left, LtlFormula right) -> new Release(negated(left), negated(right));
      case Release(LtlFormula left, LtlFormula right) -> new Until(negated(left), negated(right));
    };
  }
}
