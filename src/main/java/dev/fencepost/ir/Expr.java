// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * A pure expression over registers. Values are 64-bit integers; narrower types are kept sign- or
 * zero-extended by {@link Convert}. Expressions are never simplified across registers: {@code r ^
 * r} depends on r (docs/machine.md, order).
 */
public sealed interface Expr {

  record Constant(long value) implements Expr {}

  record Register(int index) implements Expr {}

  record Unary(UnaryOperator operator, Expr operand) implements Expr {}

  record Binary(BinaryOperator operator, Expr left, Expr right) implements Expr {}

  /** Wraps at {@code bits} (8, 16, 32, 64) and extends by sign or by zero. */
  record Convert(int bits, boolean signed, Expr operand) implements Expr {}

  /** The operand itself, if it is at least 0 and below {@code length}; else a run-time error. */
  record Index(Expr operand, long length, String array) implements Expr {}

  /**
   * The address, if it is in the object that the pointer points into, or just behind that; else a
   * run-time error. The address is computed from the pointer.
   */
  record Within(Expr address, Expr pointer, ObjectBounds objects) implements Expr {}

  /**
   * The address, if it is that of no cell, or of one that holds what the cell at another address
   * holds, see {@link CellKinds#alike}; else the program does what the machine has no value for.
   */
  record Alike(Expr address, Expr other, CellKinds kinds) implements Expr {}

  /**
   * One of two values; the other one is not evaluated. Only in properties: in the code of a thread
   * a branch chooses.
   */
  record Choice(Expr condition, Expr whenTrue, Expr whenFalse) implements Expr {}

  /**
   * What memory holds at an address. Only in properties, which read a state from outside.
   *
   * @param observer the declaration of the thread whose memory is read, or {@link #ANY}
   */
  record Contents(Expr address, int observer) implements Expr {
    /** No observer is named: enough where all threads share one memory. */
    public static final int ANY = -1;

    public Contents(Expr address) {
      this(address, ANY);
    }
  }

  /** 1 once the mark with this number was passed, else 0. Only in properties. */
  record Reached(int mark) implements Expr {}

  /** 1 if an object can be reached from the roots, else 0. Only in properties. */
  record Reachable(int object, HeapShape heap) implements Expr {}

  enum UnaryOperator {
    NEGATE,
    COMPLEMENT,
    NOT
  }

  /**
   * Comparisons and logical results are 0 or 1. A {@code U} prefix means unsigned 64-bit. The
   * distance of a shift must be at least 0 and below the width, which is 32 where the name says so.
   */
  enum BinaryOperator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    UDIVIDE("/u"),
    REMAINDER("%"),
    UREMAINDER("%u"),
    AND("&"),
    OR("|"),
    XOR("^"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    USHIFT_RIGHT(">>u"),
    SHIFT_LEFT_32("<<"),
    SHIFT_RIGHT_32(">>"),
    USHIFT_RIGHT_32(">>u"),
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_EQUAL("<="),
    ULESS("<u"),
    ULESS_EQUAL("<=u");

    private final String sign;

    BinaryOperator(String sign) {
      this.sign = sign;
    }

    /** As {@code show ir} writes it; behind the sign of an unsigned one stands a {@code u}. */
    public String sign() {
      return sign;
    }

    public boolean isComparison() {
      return ordinal() >= EQUAL.ordinal();
    }
  }

  /** The expressions that this one is made of, in their order of evaluation. */
  default List<Expr> operands() {
    return switch (this) {
      case Unary unary -> List.of(unary.operand);
      case Binary binary -> List.of(binary.left, binary.right);
      case Convert convert -> List.of(convert.operand);
      case Index index -> List.of(index.operand);
      case Within within -> List.of(within.address, within.pointer);
      case Alike alike -> List.of(alike.address, alike.other);
      case Choice choice -> List.of(choice.condition, choice.whenTrue, choice.whenFalse);
      case Contents contents -> List.of(contents.address);
      case Constant constant -> List.of();
      case Register register -> List.of();
      case Reached reached -> List.of();
      case Reachable reachable -> List.of();
    };
  }

  /** Whether this expression, or one that it is made of, is of a kind. */
  default boolean has(Predicate<Expr> kind) {
    return kind.test(this) || operands().stream().anyMatch(operand -> operand.has(kind));
  }

  /** The marks that it asks for. */
  default BitSet marks() {
    return numbers(part -> part instanceof Reached(int mark) ? mark : -1);
  }

  /** The declarations of the observers that it names. */
  default BitSet observers() {
    return numbers(part -> part instanceof Contents contents ? contents.observer : Contents.ANY);
  }

  /** The numbers of this expression and of those that it is made of, where they are not -1. */
  default BitSet numbers(ToIntFunction<Expr> number) {
    Budget.ask();
    BitSet numbers = new BitSet();
    int own = number.applyAsInt(this);
    if (own >= 0) {
      numbers.set(own);
    }
    operands().forEach(operand -> numbers.or(operand.numbers(number)));
    return numbers;
  }

  /** This expression with other operands. */
  default Expr mapped(Function<Expr, Expr> change) {
    return switch (this) {
      case Unary(var operator, Expr operand) -> new Unary(operator, change.apply(operand));
      case Binary(var operator, Expr left, Expr right) ->
          new Binary(operator, change.apply(left), change.apply(right));
      case Convert(int bits, boolean signed, Expr operand) ->
          new Convert(bits, signed, change.apply(operand));
      case Index(Expr operand, long length, String array) ->
          new Index(change.apply(operand), length, array);
      case Within(Expr address, Expr pointer, ObjectBounds objects) ->
          new Within(change.apply(address), change.apply(pointer), objects);
      case Alike(Expr address, Expr other, CellKinds kinds) ->
          new Alike(change.apply(address), change.apply(other), kinds);
      case Choice(Expr condition, Expr whenTrue, Expr whenFalse) ->
          new Choice(change.apply(condition), change.apply(whenTrue), change.apply(whenFalse));
      case Contents(Expr address, int observer) -> new Contents(change.apply(address), observer);
      default -> this;
    };
  }

  static Expr constant(long value) {
    return new Constant(value);
  }

  static Expr register(int index) {
    return new Register(index);
  }
}
