// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What the operators of {@link Expr} do. */
public final class Arithmetic {

  private Arithmetic() {}

  public static long unary(UnaryOperator operator, long value) {
    return switch (operator) {
      case NEGATE -> -value;
      case COMPLEMENT -> ~value;
      case NOT -> value == 0 ? 1 : 0;
    };
  }

  /** Whether an operation has a value: a divisor is not 0, a shift's distance fits the width. */
  public static boolean isDefined(BinaryOperator operator, long right) {
    return switch (operator) {
      case DIVIDE, UDIVIDE, REMAINDER, UREMAINDER -> right != 0;
      case SHIFT_LEFT, SHIFT_RIGHT, USHIFT_RIGHT, SHIFT_LEFT_32, SHIFT_RIGHT_32, USHIFT_RIGHT_32 ->
          right >= 0 && right < width(operator);
      default -> true;
    };
  }

  /** Whether an operation has no value for some right operands: a division or a shift. */
  public static boolean mayFail(BinaryOperator operator) {
    return !isDefined(operator, 0) || !isDefined(operator, -1);
  }

  /** How many bits the operands of an operation have. */
  public static int width(BinaryOperator operator) {
    return switch (operator) {
      case SHIFT_LEFT_32, SHIFT_RIGHT_32, USHIFT_RIGHT_32 -> Integer.SIZE;
      default -> Long.SIZE;
    };
  }

  /** The value of an operation that {@link #isDefined}. */
  public static long binary(BinaryOperator operator, long a, long b) {
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
      case SHIFT_LEFT, SHIFT_LEFT_32 -> a << b;
      case SHIFT_RIGHT, SHIFT_RIGHT_32 -> a >> b;
      case USHIFT_RIGHT, USHIFT_RIGHT_32 -> a >>> b;
      case EQUAL -> a == b ? 1 : 0;
      case NOT_EQUAL -> a != b ? 1 : 0;
      case LESS -> a < b ? 1 : 0;
      case LESS_EQUAL -> a <= b ? 1 : 0;
      case ULESS -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case ULESS_EQUAL -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
    };
  }

  /**
   * The value of an expression of a thread, or null where it is not known or has none. Of a pointer
   * that leaves its object, or is to a cell of another kind, it gives the address, though a run
   * ends there.
   *
   * @param registers gives null for a register whose value is not known
   */
  public static @Nullable Long value(Expr expr, IntFunction<@Nullable Long> registers) {
    return switch (expr) {
      case Expr.Constant(long value) -> value;
      case Expr.Register(int index) -> registers.apply(index);
      case Expr.Unary(UnaryOperator operator, Expr operand) -> {
        Long value = value(operand, registers);
        yield value == null ? null : (Long) unary(operator, value);
      }
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right) -> {
        Long a = value(left, registers);
        Long b = value(right, registers);
        yield a == null || b == null || !isDefined(operator, b)
            ? null
            : (Long) binary(operator, a, b);
      }
      case Expr.Convert(int bits, boolean signed, Expr operand) -> {
        Long value = value(operand, registers);
        yield value == null ? null : (Long) convert(bits, signed, value);
      }
      case Expr.Index(Expr operand, long length, String array) -> {
        Long value = value(operand, registers);
        yield value == null || value < 0 || value >= length ? null : value;
      }
      case Expr.Within within -> value(within.address(), registers);
      case Expr.Alike alike -> value(alike.address(), registers);
      default -> null;
    };
  }

  /** Wraps at {@code bits} and extends by sign or by zero. */
  public static long convert(int bits, boolean signed, long value) {
    int unused = Long.SIZE - bits;
    return signed ? value << unused >> unused : value << unused >>> unused;
  }

  /** What a read-modify-write leaves in a cell, as an expression. */
  public static Expr modified(Instruction.FetchAndModify modify, Expr old, Expr operand) {
    BinaryOperator operator = modify.modification().operator();
    Expr value = operator == null ? operand : new Expr.Binary(operator, old, operand);
    return new Expr.Convert(modify.bits(), modify.signed(), value);
  }

  /** What a read-modify-write leaves in a cell that held {@code old}. */
  public static long modify(Instruction.FetchAndModify modify, long old, long operand) {
    BinaryOperator operator = modify.modification().operator();
    long value = operator == null ? operand : binary(operator, old, operand);
    return convert(modify.bits(), modify.signed(), value);
  }
}
