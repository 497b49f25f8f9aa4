// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.List;
import java.util.stream.Collectors;

/** Formulas as text that the parser reads back. */
final class FormulaText {

  private FormulaText() {}

  /** The formula as an operand: in parentheses where it would fall apart. */
  static String operand(LtlFormula formula) {
    String text = formula.toString();
    return switch (formula) {
      case LtlFormula.And and -> "(" + text + ")";
      case LtlFormula.Or or -> "(" + text + ")";
      case LtlFormula.Until(LtlFormula left, LtlFormula right) ->
          left instanceof LtlFormula.True ? text : "(" + text + ")";
      case LtlFormula.Release(LtlFormula left, LtlFormula right) ->
          left instanceof LtlFormula.False ? text : "(" + text + ")";
      case LtlFormula.True t -> text;
      case LtlFormula.False f -> text;
      case LtlFormula.Atom atom -> text;
      case LtlFormula.Not not -> text;
      case LtlFormula.Next next -> text;
    };
  }

  static String joined(String operator, List<LtlFormula> operands) {
    return operands.stream().map(FormulaText::operand).collect(Collectors.joining(operator));
  }
}
