// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.ir.HeapShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;

/** The meaning of expressions, independent of the real machine. */
final class ReferenceExpressions {

  /** Evaluating found a run-time error of the program. */
  static final class Trap extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Trap(String kind) {
      super(kind, null, false, false);
    }
  }

  static final String DIVISION_BY_ZERO = "division by zero";
  static final String BAD_SHIFT = "shift out of range";
  static final String OUT_OF_BOUNDS = "index out of bounds";

  private ReferenceExpressions() {}

  /** Whether no register is left in the expression. */
  static boolean known(Expr expr) {
    return !(expr instanceof Expr.Register)
        && expr.operands().stream().allMatch(ReferenceExpressions::known);
  }

  static List<Expr> bind(List<Expr> expressions, IntFunction<Expr> registers) {
    List<Expr> bound = new ArrayList<>(expressions.size());
    for (Expr expression : expressions) {
      bound.add(bind(expression, registers));
    }
    return bound;
  }

  /** Puts an expression in the place of every register, and the value in the place of the whole. */
  static Expr bind(Expr expr, IntFunction<Expr> registers) {
    if (expr instanceof Expr.Constant) {
      return expr;
    }
    Expr bound =
        switch (expr) {
          case Expr.Constant constant -> constant;
          case Expr.Register register -> registers.apply(register.index());
          case Expr.Unary unary ->
              new Expr.Unary(unary.operator(), bind(unary.operand(), registers));
          case Expr.Binary binary ->
              new Expr.Binary(
                  binary.operator(),
                  bind(binary.left(), registers),
                  bind(binary.right(), registers));
          case Expr.Convert convert ->
              new Expr.Convert(
                  convert.bits(), convert.signed(), bind(convert.operand(), registers));
          case Expr.Index index ->
              new Expr.Index(bind(index.operand(), registers), index.length(), index.array());
          case Expr.Within within ->
              new Expr.Within(
                  bind(within.address(), registers),
                  bind(within.pointer(), registers),
                  within.objects());
          case Expr.Alike alike ->
              new Expr.Alike(
                  bind(alike.address(), registers), bind(alike.other(), registers), alike.kinds());
          case Expr.Choice choice -> throw new IllegalArgumentException("only in properties");
          case Expr.Contents contents -> throw new IllegalArgumentException("only in properties");
          case Expr.Reachable reachable -> throw new IllegalArgumentException("only in properties");
          case Expr.Reached reached -> throw new IllegalArgumentException("only in properties");
        };
    return known(bound) && trap(bound) == null ? Expr.constant(evaluate(bound)) : bound;
  }

  /** The run-time error that a known expression evaluates to, or null. */
  static String trap(Expr expr) {
    if (expr instanceof Expr.Constant || !known(expr)) {
      return null;
    }
    try {
      evaluate(expr);
      return null;
    } catch (Trap trap) {
      return trap.getMessage();
    }
  }

  /** The value of an expression of an instruction, all of whose registers are bound. */
  static long evaluate(Expr expr) {
    return evaluate(
        expr,
        address -> {
          throw new IllegalArgumentException("only in properties");
        },
        mark -> false);
  }

  /** The value of an expression of a property. */
  static long evaluate(Expr expr, LongUnaryOperator contents, IntPredicate reached) {
    return switch (expr) {
      case Expr.Constant constant -> constant.value();
      case Expr.Register register -> throw new IllegalArgumentException("unknown register");
      case Expr.Unary unary ->
          unary(unary.operator(), evaluate(unary.operand(), contents, reached));
      case Expr.Binary binary ->
          binary(
              binary.operator(),
              evaluate(binary.left(), contents, reached),
              evaluate(binary.right(), contents, reached));
      case Expr.Convert convert ->
          convert(convert.bits(), convert.signed(), evaluate(convert.operand(), contents, reached));
      case Expr.Index index -> {
        long value = evaluate(index.operand(), contents, reached);
        if (value < 0 || value >= index.length()) {
          throw new Trap(OUT_OF_BOUNDS);
        }
        yield value;
      }
      case Expr.Within within -> {
        long address = evaluate(within.address(), contents, reached);
        long pointer = evaluate(within.pointer(), contents, reached);
        if (within.objects().objectAt(address) != within.objects().objectAt(pointer)) {
          throw new Trap(OUT_OF_BOUNDS);
        }
        yield address;
      }
      case Expr.Alike alike -> {
        long address = evaluate(alike.address(), contents, reached);
        if (!alike.kinds().alike(address, evaluate(alike.other(), contents, reached))) {
          throw new Trap(CellKinds.OTHER_TYPE);
        }
        yield address;
      }
      case Expr.Choice choice ->
          evaluate(choice.condition(), contents, reached) != 0
              ? evaluate(choice.whenTrue(), contents, reached)
              : evaluate(choice.whenFalse(), contents, reached);
      case Expr.Contents cell -> contents.applyAsLong(evaluate(cell.address(), contents, reached));
      case Expr.Reachable reachable -> reachable(reachable, contents) ? 1 : 0;
      case Expr.Reached mark -> reached.test(mark.mark()) ? 1 : 0;
    };
  }

  /** From the roots by as many edges as there are objects, edge by edge. */
  private static boolean reachable(Expr.Reachable reachable, LongUnaryOperator contents) {
    HeapShape heap = reachable.heap();
    Set<Long> reached = new HashSet<>();
    heap.roots().forEach(root -> reached.add(contents.applyAsLong(root)));
    for (int edges = 0; edges < heap.objects().size(); edges++) {
      for (int from = 0; from < heap.objects().size(); from++) {
        if (reached.contains(heap.objects().get(from))) {
          heap.fields().get(from).forEach(field -> reached.add(contents.applyAsLong(field)));
        }
      }
    }
    return reached.contains(heap.objects().get(reachable.object()));
  }

  static long convert(int bits, boolean signed, long value) {
    if (bits == 64) {
      return value;
    }
    long low = value & ((1L << bits) - 1);
    boolean negative = signed && (low >>> (bits - 1)) == 1;
    return negative ? low - (1L << bits) : low;
  }

  private static long unary(UnaryOperator operator, long value) {
    return switch (operator) {
      case NEGATE -> -value;
      case COMPLEMENT -> ~value;
      case NOT -> value == 0 ? 1 : 0;
    };
  }

  private static long binary(BinaryOperator operator, long left, long right) {
    return switch (operator) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> left / divisor(right);
      case UDIVIDE -> Long.divideUnsigned(left, divisor(right));
      case REMAINDER -> left % divisor(right);
      case UREMAINDER -> Long.remainderUnsigned(left, divisor(right));
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case SHIFT_LEFT -> left << distance(right, 64);
      case SHIFT_RIGHT -> left >> distance(right, 64);
      case USHIFT_RIGHT -> left >>> distance(right, 64);
      case SHIFT_LEFT_32 -> left << distance(right, 32);
      case SHIFT_RIGHT_32 -> left >> distance(right, 32);
      case USHIFT_RIGHT_32 -> left >>> distance(right, 32);
      case EQUAL -> left == right ? 1 : 0;
      case NOT_EQUAL -> left != right ? 1 : 0;
      case LESS -> left < right ? 1 : 0;
      case LESS_EQUAL -> left <= right ? 1 : 0;
      case ULESS -> Long.compareUnsigned(left, right) < 0 ? 1 : 0;
      case ULESS_EQUAL -> Long.compareUnsigned(left, right) <= 0 ? 1 : 0;
    };
  }

  private static long distance(long value, int width) {
    if (value < 0 || value >= width) {
      throw new Trap(BAD_SHIFT);
    }
    return value;
  }

  private static long divisor(long value) {
    if (value == 0) {
      throw new Trap(DIVISION_BY_ZERO);
    }
    return value;
  }
}
