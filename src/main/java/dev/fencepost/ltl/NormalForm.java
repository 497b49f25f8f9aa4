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

/** Negation normal form: only atoms are negated. */
final class NormalForm {

  private NormalForm() {}

  static Formula of(Formula formula) {
    return switch (formula) {
      case True t -> t;
      case False f -> f;
      case Atom atom -> atom;
      case Not(Formula operand) -> negated(operand);
      case And(List<Formula> operands) ->
          operands.stream().map(NormalForm::of).reduce(Formula::and).orElse(Formula.constant(true));
      case Or(List<Formula> operands) ->
          operands.stream().map(NormalForm::of).reduce(Formula::or).orElse(Formula.constant(false));
      case Next(Formula operand) -> new Next(of(operand));
      case Until(Formula left, Formula right) -> new Until(of(left), of(right));
      case Release(Formula left, Formula right) -> new Release(of(left), of(right));
    };
  }

  /** The normal form of the formula's negation. */
  static Formula negated(Formula formula) {
    return switch (formula) {
      case True t -> Formula.constant(false);
      case False f -> Formula.constant(true);
      case Atom atom -> new Not(atom);
      case Not(Formula operand) -> of(operand);
      case And(List<Formula> operands) ->
          operands.stream()
              .map(NormalForm::negated)
              .reduce(Formula::or)
              .orElse(Formula.constant(false));
      case Or(List<Formula> operands) ->
          operands.stream()
              .map(NormalForm::negated)
              .reduce(Formula::and)
              .orElse(Formula.constant(true));
      case Next(Formula operand) -> new Next(negated(operand));
      case Until(Formula left, Formula right) -> new Release(negated(left), negated(right));
      case Release(Formula left, Formula right) -> new Until(negated(left), negated(right));
    };
  }
}
