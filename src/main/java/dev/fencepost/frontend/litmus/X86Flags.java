// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import java.util.Optional;

/** The flags of x86 as bits of one register. */
final class X86Flags {

  /** The result is not 0. */
  private static final int NOT_ZERO = 1;

  /** The result, wrapped at its width, is negative. */
  private static final int SIGN = 2;

  /** The exact result is negative: the sign, turned where the result wrapped. */
  private static final int LESS = 4;

  private X86Flags() {}

  /** What an operation on two values of so many bits, with their signs, leaves. */
  static Expr of(BinaryOperator operator, Expr left, Expr right, int bits) {
    Expr zero = Expr.constant(0);
    Expr result = Expressions.narrowed(bits, true, Expressions.binary(operator, left, right));
    Expr notZero = Expressions.binary(BinaryOperator.NOT_EQUAL, result, zero);
    Expr sign = Expressions.binary(BinaryOperator.LESS, result, zero);
    Expr less =
        switch (operator) {
          case SUBTRACT -> Expressions.binary(BinaryOperator.LESS, left, right);
          case ADD ->
              Expressions.binary(
                  BinaryOperator.LESS_EQUAL, left, new Expr.Unary(UnaryOperator.COMPLEMENT, right));
          default -> sign;
        };
    return Expressions.binary(
        BinaryOperator.ADD,
        notZero,
        Expressions.binary(BinaryOperator.ADD, bit(SIGN, sign), bit(LESS, less)));
  }

  private static Expr bit(int bit, Expr value) {
    return Expressions.binary(BinaryOperator.MULTIPLY, value, Expr.constant(bit));
  }

  /** Whether a conditional jump of this name is taken, if there is one. */
  static Optional<Expr> taken(String jump, Expr flags) {
    return switch (jump) {
      case "je", "jz" -> Optional.of(test(flags, NOT_ZERO, BinaryOperator.EQUAL, 0));
      case "jne", "jnz" -> Optional.of(test(flags, NOT_ZERO, BinaryOperator.NOT_EQUAL, 0));
      case "js" -> Optional.of(test(flags, SIGN, BinaryOperator.NOT_EQUAL, 0));
      case "jns" -> Optional.of(test(flags, SIGN, BinaryOperator.EQUAL, 0));
      case "jl" -> Optional.of(test(flags, LESS, BinaryOperator.NOT_EQUAL, 0));
      case "jge" -> Optional.of(test(flags, LESS, BinaryOperator.EQUAL, 0));
      case "jg" -> Optional.of(test(flags, LESS | NOT_ZERO, BinaryOperator.EQUAL, NOT_ZERO));
      case "jle" -> Optional.of(test(flags, LESS | NOT_ZERO, BinaryOperator.NOT_EQUAL, NOT_ZERO));
      default -> Optional.empty();
    };
  }

  private static Expr test(Expr flags, int mask, BinaryOperator operator, int wanted) {
    Expr bits = Expressions.binary(BinaryOperator.AND, flags, Expr.constant(mask));
    return Expressions.binary(operator, bits, Expr.constant(wanted));
  }
}
