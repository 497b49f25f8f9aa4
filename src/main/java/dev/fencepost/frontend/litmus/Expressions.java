// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;

/** Expressions that the dialects share. Nothing is ever simplified that reads a register. */
final class Expressions {

  private Expressions() {}

  static Expr binary(BinaryOperator operator, Expr left, Expr right) {
    return new Expr.Binary(operator, left, right);
  }

  static Expr equal(Expr left, long right) {
    return binary(BinaryOperator.EQUAL, left, Expr.constant(right));
  }

  /** The sign of {@code left - right}: what flags remember of a comparison. */
  static Expr compared(Expr left, Expr right) {
    return binary(
        BinaryOperator.SUBTRACT,
        binary(BinaryOperator.LESS, right, left),
        binary(BinaryOperator.LESS, left, right));
  }

  /** Turns 1 for success into 0, and 0 into 1. */
  static Expr failed(Expr success) {
    return binary(BinaryOperator.SUBTRACT, Expr.constant(1), success);
  }

  /** The lower bits of a value, extended by their sign or by 0. */
  static Expr narrowed(int bits, boolean signed, Expr value) {
    if (bits == 64) {
      return value;
    }
    return value instanceof Expr.Constant(long constant)
        ? Expr.constant(Arithmetic.convert(bits, signed, constant))
        : new Expr.Convert(bits, signed, value);
  }

  /** An address so many bytes behind another. */
  static Expr offset(Expr base, long bytes) {
    return bytes == 0 ? base : binary(BinaryOperator.ADD, base, Expr.constant(bytes));
  }

  /**
   * Whether a jump on the flags is taken.
   *
   * @param condition eq, ne, lt, le, gt or ge
   */
  static Expr flags(String condition, Expr flags) {
    Expr zero = Expr.constant(0);
    return switch (condition) {
      case "eq" -> binary(BinaryOperator.EQUAL, flags, zero);
      case "ne" -> binary(BinaryOperator.NOT_EQUAL, flags, zero);
      case "lt" -> binary(BinaryOperator.LESS, flags, zero);
      case "le" -> binary(BinaryOperator.LESS_EQUAL, flags, zero);
      case "gt" -> binary(BinaryOperator.LESS, zero, flags);
      case "ge" -> binary(BinaryOperator.LESS_EQUAL, zero, flags);
      default -> throw new IllegalArgumentException(condition);
    };
  }
}
