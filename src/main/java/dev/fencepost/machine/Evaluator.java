// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Expr;

/** Evaluates expressions whose registers were renumbered to the operands of their instruction. */
final class Evaluator {

  private Evaluator() {}

  /** The value of {@code expr}; operand i is {@code operands[offset + i]}. */
  static long evaluate(Expr expr, long[] operands, int offset) {
    return switch (expr) {
      case Expr.Constant(long value) -> value;
      case Expr.Register(int index) -> operands[offset + index];
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          unary(operator, evaluate(operand, operands, offset));
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          binary(operator, evaluate(left, operands, offset), evaluate(right, operands, offset));
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          convert(bits, signed, evaluate(operand, operands, offset));
      case Expr.Index(Expr operand, long length, String array) ->
          index(evaluate(operand, operands, offset), length, array);
      case Expr.Contents contents -> throw new IllegalStateException("memory in an instruction");
      case Expr.Reachable reachable ->
          throw new IllegalStateException("reachability in an instruction");
      case Expr.Reached reached -> throw new IllegalStateException("a mark in an instruction");
    };
  }

  static long unary(Expr.UnaryOperator operator, long value) {
    return switch (operator) {
      case NEGATE -> -value;
      case COMPLEMENT -> ~value;
      case NOT -> value == 0 ? 1 : 0;
    };
  }

  static long binary(Expr.BinaryOperator operator, long a, long b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / divisor(b);
      case UDIVIDE -> Long.divideUnsigned(a, divisor(b));
      case REMAINDER -> a % divisor(b);
      case UREMAINDER -> Long.remainderUnsigned(a, divisor(b));
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHIFT_LEFT -> a << distance(b);
      case SHIFT_RIGHT -> a >> distance(b);
      case USHIFT_RIGHT -> a >>> distance(b);
      case EQUAL -> a == b ? 1 : 0;
      case NOT_EQUAL -> a != b ? 1 : 0;
      case LESS -> a < b ? 1 : 0;
      case LESS_EQUAL -> a <= b ? 1 : 0;
      case ULESS -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case ULESS_EQUAL -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
    };
  }

  static long convert(int bits, boolean signed, long value) {
    int unused = Long.SIZE - bits;
    return signed ? value << unused >> unused : value << unused >>> unused;
  }

  static long index(long value, long length, String array) {
    if (value < 0 || value >= length) {
      throw new Trap(
          ViolationKind.INDEX_OUT_OF_BOUNDS,
          "index " + value + " is outside " + array + ", which has " + length + " elements");
    }
    return value;
  }

  private static long divisor(long value) {
    if (value == 0) {
      throw new Trap(ViolationKind.DIVISION_BY_ZERO, "division by zero");
    }
    return value;
  }

  private static long distance(long value) {
    if (value < 0 || value >= Long.SIZE) {
      throw new Trap(ViolationKind.BAD_SHIFT, "shift by " + value);
    }
    return value;
  }
}
