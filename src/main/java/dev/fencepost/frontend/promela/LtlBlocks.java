// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.PromelaExpr.UnaryOperator;
import dev.fencepost.ir.promela.PromelaModel.Atom;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes formulas apart into temporal structure and atoms; equal atoms are one. */
final class LtlBlocks {
  private final ExpressionLowering expressions;
  private final Scope scope;
  private final List<Atom> atoms = new ArrayList<>();
  private final Map<String, Integer> known = new LinkedHashMap<>();

  LtlBlocks(ExpressionLowering expressions, Scope scope) {
    this.expressions = expressions;
    this.scope = scope;
  }

  List<Atom> atoms() {
    return atoms;
  }

  LtlProperty add(String name, Expression block, SourceSpan span) {
    List<Integer> used = new ArrayList<>();
    String formula = text(block, used);
    return new LtlProperty(name, formula, used, span);
  }

  private String text(Expression expression, List<Integer> used) {
    return switch (expression) {
      case Expression.Temporal temporal when temporal.operands().size() == 1 ->
          temporal.operator() + " (" + text(temporal.operands().getFirst(), used) + ")";
      case Expression.Temporal temporal ->
          binary(
              temporal.operator(),
              temporal.operands().getFirst(),
              temporal.operands().getLast(),
              used);
      case Expression.Unary unary when unary.operator() == UnaryOperator.NOT ->
          "! (" + text(unary.operand(), used) + ")";
      case Expression.Binary both
          when both.operator() == BinaryOperator.BOTH || both.operator() == BinaryOperator.EITHER ->
          binary(both.operator().symbol(), both.left(), both.right(), used);
      case Expression.Number number -> number.value() == 0 ? "false" : "true";
      default -> atom(expression, used);
    };
  }

  private String binary(String operator, Expression left, Expression right, List<Integer> used) {
    return "(" + text(left, used) + ") " + operator + " (" + text(right, used) + ")";
  }

  private String atom(Expression expression, List<Integer> used) {
    String text = ExpressionText.of(expression);
    Integer number = known.get(text);
    if (number == null) {
      number = atoms.size();
      known.put(text, number);
      atoms.add(
          new Atom(
              text,
              expressions.withoutRun("in a formula", () -> expressions.lower(expression, scope))));
    }
    if (!used.contains(number)) {
      used.add(number);
    }
    return "p" + used.indexOf(number);
  }
}
