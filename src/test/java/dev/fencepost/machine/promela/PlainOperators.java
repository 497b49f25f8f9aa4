// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.PromelaExpr.UnaryOperator;

/** The operators, on 32-bit integers that wrap. */
final class PlainOperators {
  private PlainOperators() {}

  static ExprCode unary(UnaryOperator operator, ExprCode operand) {
    return switch (operator) {
      case NOT -> frame -> operand.eval(frame) == 0 ? 1 : 0;
      case NEGATE -> frame -> -operand.eval(frame);
      case COMPLEMENT -> frame -> ~operand.eval(frame);
    };
  }

  static ExprCode binary(BinaryOperator operator, ExprCode left, ExprCode right) {
    return switch (operator) {
      case ADD -> frame -> left.eval(frame) + right.eval(frame);
      case SUBTRACT -> frame -> left.eval(frame) - right.eval(frame);
      case MULTIPLY -> frame -> left.eval(frame) * right.eval(frame);
      case DIVIDE -> frame -> divide(frame, left.eval(frame), right.eval(frame));
      case REMAINDER -> frame -> remainder(frame, left.eval(frame), right.eval(frame));
      case AND -> frame -> left.eval(frame) & right.eval(frame);
      case XOR -> frame -> left.eval(frame) ^ right.eval(frame);
      case OR -> frame -> left.eval(frame) | right.eval(frame);
      case GREATER -> frame -> left.eval(frame) > right.eval(frame) ? 1 : 0;
      case LESS -> frame -> left.eval(frame) < right.eval(frame) ? 1 : 0;
      case AT_LEAST -> frame -> left.eval(frame) >= right.eval(frame) ? 1 : 0;
      case AT_MOST -> frame -> left.eval(frame) <= right.eval(frame) ? 1 : 0;
      case EQUAL -> frame -> left.eval(frame) == right.eval(frame) ? 1 : 0;
      case UNEQUAL -> frame -> left.eval(frame) != right.eval(frame) ? 1 : 0;
      case BOTH -> frame -> left.eval(frame) != 0 && right.eval(frame) != 0 ? 1 : 0;
      case EITHER -> frame -> left.eval(frame) != 0 || right.eval(frame) != 0 ? 1 : 0;
      case SHIFT_LEFT -> frame -> left.eval(frame) << right.eval(frame);
      case SHIFT_RIGHT -> frame -> left.eval(frame) >> right.eval(frame);
    };
  }

  static int divide(PromelaFrame frame, int left, int right) {
    if (right == 0) {
      frame.fail(PromelaViolation.DIVISION);
      return 0;
    }
    return left / right;
  }

  static int remainder(PromelaFrame frame, int left, int right) {
    if (right == 0) {
      frame.fail(PromelaViolation.DIVISION);
      return 0;
    }
    return left % right;
  }
}
