// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Registers;
import java.util.BitSet;
import java.util.stream.LongStream;

/**
 * Evaluates expressions on sets of values. Values for which an expression has none (a run-time
 * error) are left out: the instruction takes no step with them. But pointers that leave their
 * objects, or are to cells of another kind, are not.
 */
final class AbstractExpr {
  /** Pairs of operands that are looked at one by one. */
  private static final int MOST_PAIRS = 4096;

  private AbstractExpr() {}

  static ValueSet evaluate(Expr expr, ValueSet[] registers) {
    return switch (expr) {
      case Expr.Constant(long value) -> ValueSet.of(value);
      case Expr.Register(int index) -> registers[index];
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) -> {
        ValueSet set = evaluate(operand, registers);
        boolean logical = operator == Expr.UnaryOperator.NOT;
        yield set.isAny()
            ? logical ? ValueSet.below(2) : ValueSet.ANY
            : set.map(v -> Arithmetic.unary(operator, v));
      }
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right) ->
          binary(operator, evaluate(left, registers), evaluate(right, registers));
      case Expr.Convert(int bits, boolean signed, Expr operand) -> {
        ValueSet set = evaluate(operand, registers);
        yield set.isAny() ? ValueSet.ANY : set.map(v -> Arithmetic.convert(bits, signed, v));
      }
      case Expr.Index(Expr operand, long length, String array) -> {
        ValueSet set = evaluate(operand, registers);
        yield set.isAny() ? ValueSet.below(length) : set.filter(v -> v >= 0 && v < length);
      }
      case Expr.Within within -> evaluate(within.address(), registers);
      case Expr.Alike alike -> evaluate(alike.address(), registers);
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) ->
          evaluate(whenTrue, registers).union(evaluate(whenFalse, registers));
      case Expr.Contents contents -> throw new IllegalStateException("memory in an instruction");
      case Expr.Reached reached -> ValueSet.below(2);
      case Expr.Reachable reachable -> ValueSet.below(2);
    };
  }

  static ValueSet binary(BinaryOperator operator, ValueSet left, ValueSet right) {
    if (left.isEmpty() || right.isEmpty()) {
      return ValueSet.NONE;
    }
    if (left.isAny() || right.isAny() || (long) left.size() * right.size() > MOST_PAIRS) {
      return unknown(operator, left, right);
    }
    long[] results = new long[left.size() * right.size()];
    int count = 0;
    for (long b : right.values()) {
      if (Arithmetic.isDefined(operator, b)) {
        for (long a : left.values()) {
          results[count++] = Arithmetic.binary(operator, a, b);
        }
      }
    }
    return ValueSet.of(results, count);
  }

  private static ValueSet unknown(BinaryOperator operator, ValueSet left, ValueSet right) {
    if (operator.isComparison()) {
      return ValueSet.below(2);
    }
    return operator == BinaryOperator.AND ? masked(left, right) : ValueSet.ANY;
  }

  /** With a mask that is not negative, nothing above the mask is left. */
  private static ValueSet masked(ValueSet left, ValueSet right) {
    ValueSet mask = left.isAny() ? right : left;
    if (mask.isAny() || LongStream.of(mask.values()).anyMatch(m -> m < 0 || m >= ValueSet.MOST)) {
      return ValueSet.ANY;
    }
    return ValueSet.below(LongStream.of(mask.values()).max().orElse(0) + 1);
  }

  /**
   * Narrows the registers to those values for which a condition is true or false; {@code false}
   * where there are none. A condition on one register only narrows it.
   */
  static boolean narrow(Expr condition, boolean isTrue, ValueSet[] registers) {
    BitSet read = Registers.read(condition);
    if (read.cardinality() != 1) {
      ValueSet all = evaluate(condition, registers);
      return all.isAny() || LongStream.of(all.values()).anyMatch(v -> v != 0 == isTrue);
    }
    int register = read.nextSetBit(0);
    if (registers[register].isAny()) {
      narrowAny(condition, isTrue, registers, register);
      return true;
    }
    ValueSet[] probe = registers.clone();
    registers[register] =
        registers[register].filter(
            value -> {
              probe[register] = ValueSet.of(value);
              ValueSet result = evaluate(condition, probe);
              return !result.isEmpty() && result.values()[0] != 0 == isTrue;
            });
    return !registers[register].isEmpty();
  }

  private static void narrowAny(
      Expr condition, boolean isTrue, ValueSet[] registers, int register) {
    BinaryOperator equal = isTrue ? BinaryOperator.EQUAL : BinaryOperator.NOT_EQUAL;
    if (condition instanceof Expr.Binary(var operator, Expr.Register left, Expr.Constant(long v))
        && operator == equal) {
      registers[register] = ValueSet.of(v);
    }
  }
}
