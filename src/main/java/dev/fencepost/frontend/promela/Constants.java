// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostics;

/** Evaluates the expressions that must be constant: lengths, widths, capacities. */
final class Constants implements Types.Constants {
  private final Types types;
  private final Diagnostics diagnostics;

  Constants(Types types, Diagnostics diagnostics) {
    this.types = types;
    this.diagnostics = diagnostics;
  }

  @Override
  public int value(Expression expression) {
    return switch (expression) {
      case Expression.Number number -> number.value();
      case Expression.Unary unary -> {
        int operand = value(unary.operand());
        yield switch (unary.operator()) {
          case NEGATE -> -operand;
          case NOT -> operand == 0 ? 1 : 0;
          case COMPLEMENT -> ~operand;
        };
      }
      case Expression.Binary binary -> binary(binary);
      case Expression.Reference reference when types.mtypeName(reference.plainName()).isPresent() ->
          types.mtypeName(reference.plainName()).orElseThrow().value();
      default -> {
        diagnostics.error(
            expression.span(), "'" + ExpressionText.of(expression) + "' is not constant");
        yield 1;
      }
    };
  }

  private int binary(Expression.Binary binary) {
    int left = value(binary.left());
    int right = value(binary.right());
    return switch (binary.operator()) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE, REMAINDER -> {
        if (right == 0) {
          diagnostics.error(binary.span(), "division by zero");
          yield 1;
        }
        yield binary.operator() == dev.fencepost.ir.promela.Expr.BinaryOperator.DIVIDE
            ? left / right
            : left % right;
      }
      case SHIFT_LEFT -> left << right;
      case SHIFT_RIGHT -> left >> right;
      default -> {
        diagnostics.error(binary.span(), "'" + ExpressionText.of(binary) + "' is not constant");
        yield 1;
      }
    };
  }
}
