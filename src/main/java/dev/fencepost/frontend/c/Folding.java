// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import java.util.OptionalLong;

/** Computes with constants, as the machine does at run time. */
final class Folding {
  private Folding() {}

  /** Empty where the machine would report an error. */
  static OptionalLong binary(BinaryOperator operator, long a, long b) {
    return Arithmetic.isDefined(operator, b)
        ? OptionalLong.of(Arithmetic.binary(operator, a, b))
        : OptionalLong.empty();
  }

  /** Whether the operator is an error for some right operands: a division or a shift. */
  static boolean mayFail(BinaryOperator operator) {
    return !Arithmetic.isDefined(operator, 0) || !Arithmetic.isDefined(operator, -1);
  }

  static long unary(UnaryOperator operator, long a) {
    return Arithmetic.unary(operator, a);
  }

  /** A value as an object of a type holds it. */
  static long wrap(Type type, long value) {
    return switch (type.unqualified()) {
      case Type.IntegerType integer ->
          integer.isBool()
              ? (value == 0 ? 0 : 1)
              : Arithmetic.convert(integer.bits(), integer.signed(), value);
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
