// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import java.util.OptionalLong;

/** Computes with constants, as the machine does at run time. */
final class Folding {
  private Folding() {}

  /** Empty where the machine would report an error. */
  static OptionalLong binary(BinaryOperator operator, long a, long b) {
    return divides(operator) && b == 0
        ? OptionalLong.empty()
        : OptionalLong.of(total(operator, a, b));
  }

  static boolean divides(BinaryOperator operator) {
    return switch (operator) {
      case DIVIDE, UDIVIDE, REMAINDER, UREMAINDER -> true;
      default -> false;
    };
  }

  private static long total(BinaryOperator operator, long a, long b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case UDIVIDE -> Long.divideUnsigned(a, b);
      case REMAINDER -> a % b;
      case UREMAINDER -> Long.remainderUnsigned(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHIFT_LEFT -> a << b;
      case SHIFT_RIGHT -> a >> b;
      case USHIFT_RIGHT -> a >>> b;
      case EQUAL -> a == b ? 1 : 0;
      case NOT_EQUAL -> a != b ? 1 : 0;
      case LESS -> a < b ? 1 : 0;
      case LESS_EQUAL -> a <= b ? 1 : 0;
      case ULESS -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case ULESS_EQUAL -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
    };
  }

  static long unary(UnaryOperator operator, long a) {
    return switch (operator) {
      case NEGATE -> -a;
      case COMPLEMENT -> ~a;
      case NOT -> a == 0 ? 1 : 0;
    };
  }

  static long wrap(int bits, boolean signed, long value) {
    int unused = 64 - bits;
    return signed ? value << unused >> unused : value << unused >>> unused;
  }

  /** A value as an object of a type holds it. */
  static long wrap(Type type, long value) {
    return switch (type.unqualified()) {
      case Type.IntegerType integer ->
          integer.isBool() ? (value == 0 ? 0 : 1) : wrap(integer.bits(), integer.signed(), value);
      case Type.PointerType pointer -> value;
      default -> value;
    };
  }

  static boolean isComparison(BinaryOperator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, ULESS, ULESS_EQUAL -> true;
      default -> false;
    };
  }
}
