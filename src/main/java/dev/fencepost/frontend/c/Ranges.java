// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import java.util.ArrayList;
import java.util.List;

/** Which values an expression can have, to leave out conversions that change nothing. */
final class Ranges {

  /** All values from {@code least} to {@code greatest}. */
  record Range(long least, long greatest) {
    static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);
    static final Range TRUTH = new Range(0, 1);

    boolean within(Range other) {
      return least >= other.least && greatest <= other.greatest;
    }

    Range join(Range other) {
      return new Range(Math.min(least, other.least), Math.max(greatest, other.greatest));
    }
  }

  private final List<Range> registers = new ArrayList<>();

  /** The next register holds values of a type. */
  void add(Type type) {
    registers.add(of(type));
  }

  /** What an object of a type can hold; unsigned 64-bit values fill the signed range. */
  static Range of(Type type) {
    return type.unqualified() instanceof Type.IntegerType integer
            && (integer.signed() || integer.bits() < 64)
        ? new Range(integer.least(), integer.greatest())
        : Range.ALL;
  }

  Range of(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> new Range(constant.value(), constant.value());
      case Expr.Register register -> registers.get(register.index());
      case Expr.Unary unary -> unary(unary);
      case Expr.Binary binary -> binary(binary);
      case Expr.Convert convert ->
          of(new Type.IntegerType("", convert.bits(), convert.signed(), 1));
      case Expr.Index index -> new Range(0, index.length() - 1);
      case Expr.Choice choice -> of(choice.whenTrue()).join(of(choice.whenFalse()));
      case Expr.Contents contents -> Range.ALL;
      case Expr.Within within -> Range.ALL;
      case Expr.Alike alike -> Range.ALL;
      case Expr.Reached reached -> Range.TRUTH;
      case Expr.Reachable reachable -> Range.TRUTH;
    };
  }

  private Range unary(Expr.Unary unary) {
    Range operand = of(unary.operand());
    return switch (unary.operator()) {
      case NOT -> Range.TRUTH;
      case COMPLEMENT -> new Range(~operand.greatest, ~operand.least);
      case NEGATE ->
          operand.least == Long.MIN_VALUE
              ? Range.ALL
              : new Range(-operand.greatest, -operand.least);
    };
  }

  private Range binary(Expr.Binary binary) {
    if (binary.operator().isComparison()) {
      return Range.TRUTH;
    }
    Range a = of(binary.left());
    Range b = of(binary.right());
    boolean positive = a.least >= 0 && b.least >= 0;
    return switch (binary.operator()) {
      case ADD, SUBTRACT, MULTIPLY -> corners(binary.operator(), a, b);
      case AND ->
          a.least >= 0 || b.least >= 0
              ? new Range(0, positive ? Math.min(a.greatest, b.greatest) : nonNegative(a, b))
              : bitwise(a, b);
      case OR, XOR ->
          positive ? new Range(0, mask(Math.max(a.greatest, b.greatest))) : bitwise(a, b);
      case SHIFT_RIGHT, SHIFT_RIGHT_32 ->
          b.least >= 0 ? new Range(Math.min(a.least, 0), Math.max(a.greatest, 0)) : Range.ALL;
      case USHIFT_RIGHT, USHIFT_RIGHT_32, DIVIDE, UDIVIDE ->
          positive ? new Range(0, a.greatest) : Range.ALL;
      case REMAINDER, UREMAINDER ->
          a.least >= 0 && b.least > 0
              ? new Range(0, Math.min(a.greatest, b.greatest - 1))
              : Range.ALL;
      default -> Range.ALL;
    };
  }

  private static long nonNegative(Range a, Range b) {
    return a.least >= 0 ? a.greatest : b.greatest;
  }

  /** The next power of two, less one. */
  private static long mask(long value) {
    return value == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(value);
  }

  /** Signed operands of so many bits give a result of as many. */
  private static Range bitwise(Range a, Range b) {
    long magnitude = mask(Math.max(Math.max(a.greatest, ~a.least), Math.max(b.greatest, ~b.least)));
    return new Range(~magnitude, magnitude);
  }

  private static Range corners(BinaryOperator operator, Range a, Range b) {
    try {
      long least = Long.MAX_VALUE;
      long greatest = Long.MIN_VALUE;
      for (long left : new long[] {a.least, a.greatest}) {
        for (long right : new long[] {b.least, b.greatest}) {
          long value =
              switch (operator) {
                case ADD -> Math.addExact(left, right);
                case SUBTRACT -> Math.subtractExact(left, right);
                default -> Math.multiplyExact(left, right);
              };
          least = Math.min(least, value);
          greatest = Math.max(greatest, value);
        }
      }
      return new Range(least, greatest);
    } catch (ArithmeticException overflow) {
      return Range.ALL;
    }
  }
}
