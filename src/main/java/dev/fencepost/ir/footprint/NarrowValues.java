// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Finds expressions whose values may need more than 32 bits. By induction over a run: cells and
 * registers hold values of 32 bits, so what is computed from them must have one too. In between the
 * lower 32 bits are enough where a conversion takes no others.
 */
public final class NarrowValues {
  private static final Range INT = new Range(Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final Range TRUTH = new Range(0, 1);

  private static final int NO_THREAD = -1;

  /** Only the lower 32 bits are right. */
  private static final Range LOWER_BITS = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

  /** Values between two, inclusive. */
  private record Range(long low, long high) {
    boolean within(Range other) {
      return low >= other.low && high <= other.high;
    }

    /** Whether only the lower 32 bits are right. */
    boolean isPartial() {
      return equals(LOWER_BITS);
    }

    Range narrow() {
      return within(INT) ? this : LOWER_BITS;
    }
  }

  private final Optional<ValueAnalysis> values;
  private final List<Origin> wide = new ArrayList<>();
  private Origin place = Origin.of("a property");
  private int thread = NO_THREAD;
  private int pc;

  private NarrowValues(Optional<ValueAnalysis> values) {
    this.values = values;
  }

  /**
   * Where a program computes a value that may need more than 32 bits; empty if nowhere.
   *
   * @param conditions of properties, which read memory alone
   */
  public static Optional<Origin> wide(Program program, List<Expr> conditions) {
    NarrowValues narrow = new NarrowValues(ValueAnalysis.ofAll(program));
    conditions.forEach(narrow::need);
    started(program).stream().forEach(i -> narrow.check(i, program.threads().get(i)));
    return narrow.wide.stream().findFirst();
  }

  /** The threads that some thread starts, or that run at the start: of litmus tests not main. */
  private static BitSet started(Program program) {
    BitSet started = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    program.initial().forEach(start -> open.add(start.thread()));
    while (!open.isEmpty()) {
      int number = open.remove();
      if (!started.get(number)) {
        started.set(number);
        for (Instruction instruction : program.threads().get(number).code()) {
          if (instruction instanceof Instruction.Spawn spawn) {
            open.add(spawn.thread());
          }
        }
      }
    }
    return started;
  }

  private void check(int number, ThreadDecl declaration) {
    thread = number;
    for (pc = 0; pc < declaration.code().size(); pc++) {
      Budget.ask();
      Instruction instruction = declaration.code().get(pc);
      if (values.isEmpty() || values.get().isReached(number, pc)) {
        place = instruction.origin();
        Registers.expressions(instruction).forEach(this::need);
        if (instruction instanceof Instruction.FetchAndModify modify) {
          need(Arithmetic.modified(modify, new Expr.Contents(modify.address()), modify.operand()));
        }
      }
    }
  }

  /** The values of an expression that others than a conversion use. */
  private Range need(Expr expr) {
    Range range = of(expr);
    return range.within(INT) ? range : refused();
  }

  private Range refused() {
    wide.add(place);
    return INT;
  }

  private Range of(Expr expr) {
    return switch (expr) {
      case Expr.Constant(long value) -> new Range(value, value).narrow();
      case Expr.Register(int index) -> register(index);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) -> unary(operator, operand);
      case Expr.Binary binary -> binary(binary);
      case Expr.Convert(int bits, boolean signed, Expr operand) -> convert(bits, signed, operand);
      case Expr.Index index -> {
        need(index.operand());
        yield new Range(0, index.length() - 1);
      }
      case Expr.Within within -> address(within);
      case Expr.Alike alike -> {
        need(alike.other());
        yield need(alike.address());
      }
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) -> {
        need(condition);
        Range yes = need(whenTrue);
        Range no = need(whenFalse);
        yield new Range(Math.min(yes.low, no.low), Math.max(yes.high, no.high));
      }
      case Expr.Contents contents -> {
        need(contents.address());
        boolean ofThread = values.isPresent() && thread != NO_THREAD;
        yield ofThread ? range(values.get().loaded(thread, pc, contents.address())) : INT;
      }
      case Expr.Reached reached -> TRUTH;
      case Expr.Reachable reachable -> TRUTH;
    };
  }

  private Range register(int index) {
    return range(values.map(known -> known.register(thread, pc, index)).orElse(ValueSet.ANY));
  }

  private static Range range(ValueSet set) {
    if (set.isAny() || set.isEmpty()) {
      return INT;
    }
    long[] all = set.values();
    return new Range(Arrays.stream(all).min().orElse(0), Arrays.stream(all).max().orElse(0))
        .narrow();
  }

  /** The sum of a pointer and a distance of 32 bits each that wraps is an address of nothing. */
  private Range address(Expr.Within within) {
    need(within.pointer());
    if (within.address() instanceof Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right)
        && (operator == Expr.BinaryOperator.ADD || operator == Expr.BinaryOperator.SUBTRACT)) {
      need(left);
      need(right);
      return INT;
    }
    return need(within.address());
  }

  private Range unary(Expr.UnaryOperator operator, Expr operand) {
    if (operator == Expr.UnaryOperator.NOT) {
      need(operand);
      return TRUTH;
    }
    Range range = of(operand);
    if (range.isPartial()) {
      return range;
    }
    long first = Arithmetic.unary(operator, range.high);
    return new Range(first, Arithmetic.unary(operator, range.low)).narrow();
  }

  private Range binary(Expr.Binary expr) {
    return switch (expr.operator()) {
      case ADD, SUBTRACT, MULTIPLY -> computed(expr);
      case AND, OR, XOR -> bits(expr);
      case SHIFT_LEFT, SHIFT_LEFT_32, SHIFT_RIGHT, SHIFT_RIGHT_32 -> shifted(expr);
      case DIVIDE, REMAINDER -> {
        Range left = need(expr.left());
        Range right = need(expr.right());
        boolean wraps = left.low <= Integer.MIN_VALUE && right.low <= -1 && right.high >= -1;
        yield wraps ? refused() : INT;
      }
      case UDIVIDE, UREMAINDER, USHIFT_RIGHT, USHIFT_RIGHT_32 -> {
        Range left = need(expr.left());
        Range right = need(expr.right());
        boolean alike = left.low >= 0 && right.low >= 0;
        yield alike && isNear(expr, right) ? new Range(0, left.high) : refused();
      }
      default -> {
        need(expr.left());
        need(expr.right());
        yield TRUTH;
      }
    };
  }

  /** Whether a shift by more than 31 is undefined in both widths, or does not happen. */
  private static boolean isNear(Expr.Binary expr, Range distance) {
    boolean shifts =
        Arithmetic.mayFail(expr.operator()) && Arithmetic.isDefined(expr.operator(), 0);
    boolean narrow = shifts && Arithmetic.width(expr.operator()) == Integer.SIZE;
    return !shifts || narrow || distance.within(new Range(0, Integer.SIZE - 1));
  }

  private Range computed(Expr.Binary expr) {
    Range left = of(expr.left());
    Range right = of(expr.right());
    if (left.isPartial() || right.isPartial()) {
      return LOWER_BITS;
    }
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (long a : new long[] {left.low, left.high}) {
      for (long b : new long[] {right.low, right.high}) {
        long value = Arithmetic.binary(expr.operator(), a, b);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return new Range(low, high).narrow();
  }

  private Range bits(Expr.Binary expr) {
    Range left = of(expr.left());
    Range right = of(expr.right());
    boolean and = expr.operator() == Expr.BinaryOperator.AND;
    for (Range mask : List.of(left, right)) {
      if (and && !mask.isPartial() && mask.low >= 0) {
        return new Range(0, mask.high);
      }
    }
    if (left.isPartial() || right.isPartial()) {
      return LOWER_BITS;
    }
    if (expr.operator() == Expr.BinaryOperator.XOR && expr.left().equals(expr.right())) {
      return new Range(0, 0);
    }
    long most = Math.max(left.high, right.high);
    boolean positive = left.low >= 0 && right.low >= 0;
    return positive ? new Range(0, Math.max(0, 2 * Long.highestOneBit(most) - 1)) : INT;
  }

  private Range shifted(Expr.Binary expr) {
    Range distance = need(expr.right());
    boolean left =
        expr.operator() == Expr.BinaryOperator.SHIFT_LEFT
            || expr.operator() == Expr.BinaryOperator.SHIFT_LEFT_32;
    Range range = left ? of(expr.left()) : need(expr.left());
    if (!isNear(expr, distance)) {
      return refused();
    }
    if (!left) {
      return new Range(Math.min(range.low, 0), Math.max(range.high, 0));
    }
    boolean known = !range.isPartial() && distance.within(new Range(0, Integer.SIZE - 1));
    return known
        ? new Range(
                Math.min(0, range.low << distance.high), Math.max(0, range.high << distance.high))
            .narrow()
        : LOWER_BITS;
  }

  private Range convert(int bits, boolean signed, Expr operand) {
    if (bits == Long.SIZE) {
      return of(operand);
    }
    long half = 1L << bits - 1;
    Range type = signed ? new Range(-half, half - 1) : new Range(0, 2 * half - 1);
    Range range = of(operand);
    if (!range.isPartial() && range.within(type)) {
      return range;
    }
    return type.within(INT) ? type : refused();
  }
}
