// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.List;
import java.util.stream.Collectors;

/** Formulas as text that the parser reads back. */
final class FormulaText {

  private FormulaText() {}

  /** The formula as an operand: in parentheses where it would fall apart. */
  static String operand(Formula formula) {
    String text = formula.toString();
    return switch (formula) {
      case Formula.And and -> "(" + text + ")";
      case Formula.Or or -> "(" + text + ")";
      case Formula.Until(Formula left, Formula right) ->
          left instanceof Formula.True ? text : "(" + text + ")";
      case Formula.Release(Formula left, Formula right) ->
          left instanceof Formula.False ? text : "(" + text + ")";
      case Formula.True t -> text;
      case Formula.False f -> text;
      case Formula.Atom atom -> text;
      case Formula.Not not -> text;
      case Formula.Next next -> text;
    };
  }

  static String joined(String operator, List<Formula> operands) {
    return operands.stream().map(FormulaText::operand).collect(Collectors.joining(operator));
  }
}
