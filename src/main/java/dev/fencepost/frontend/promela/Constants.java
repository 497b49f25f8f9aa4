// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.source.Diagnostics;

/** Evaluates the expressions that must be constant: lengths, widths, capacities. */
record Constants(Types types, Diagnostics diagnostics) {

  int value(Expression expression) {
    long value = exact(expression);
    if (value != (int) value) {
      diagnostics.error(
          expression.span(),
          "the value of '" + ExpressionText.of(expression) + "' is too large",
          "it must be one of an int");
      return 1;
    }
    return (int) value;
  }

  /** The value without an overflow, as long as the operands are values of an int. */
  private long exact(Expression expression) {
    return switch (expression) {
      case Expression.Number number -> number.value();
      case Expression.Unary unary -> {
        long operand = value(unary.operand());
        yield switch (unary.operator()) {
          case NEGATE -> unary.operand() instanceof Expression.Number ? (int) -operand : -operand;
          case NOT -> operand == 0 ? 1 : 0;
          case COMPLEMENT -> ~operand;
        };
      }
      case Expression.Binary binary -> binary(binary);
      case Expression.Reference reference
          when types.mtypeValue(reference.plainName()).isPresent() ->
          types.mtypeValue(reference.plainName()).orElseThrow();
      default -> notConstant(expression);
    };
  }

  private long notConstant(Expression expression) {
    diagnostics.error(expression.span(), "'" + ExpressionText.of(expression) + "' is not constant");
    return 1;
  }

  private long binary(Expression.Binary binary) {
    long left = value(binary.left());
    long right = value(binary.right());
    return switch (binary.operator()) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE, REMAINDER -> {
        if (right == 0) {
          diagnostics.error(binary.span(), "division by zero");
          yield 1;
        }
        yield binary.operator() == BinaryOperator.DIVIDE ? left / right : left % right;
      }
      case SHIFT_LEFT, SHIFT_RIGHT -> {
        if (right < 0 || right >= Integer.SIZE) {
          diagnostics.error(binary.span(), "a shift is by 0 to 31 bits");
          yield 1;
        }
        yield binary.operator() == BinaryOperator.SHIFT_LEFT ? left << right : left >> right;
      }
      default -> notConstant(binary);
    };
  }
}
