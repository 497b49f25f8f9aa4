// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;

/**
 * Makes expressions. Constants are folded; what depends on a register stays so, even {@code r ^ r}
 * (docs/machine.md, order).
 */
record ExprFactory(Ranges ranges, AddressConstants addresses) {
  /** A larger expression goes to a register before it is used again. */
  static final int LARGE = 16;

  /** An expression up to this size is rather computed again than kept in a register. */
  private static final int SMALL = 8;

  ExprFactory(Ranges ranges) {
    this(ranges, new AddressConstants());
  }

  Expr unary(UnaryOperator operator, Expr operand) {
    if (!(operand instanceof Expr.Constant(long value))) {
      return new Expr.Unary(operator, operand);
    }
    long result = Arithmetic.unary(operator, value);
    return operator == UnaryOperator.NOT
        ? Expr.constant(result)
        : addresses.computed(result, operand);
  }

  Expr binary(BinaryOperator operator, Expr left, Expr right) {
    if (left instanceof Expr.Constant a
        && right instanceof Expr.Constant b
        && Arithmetic.isDefined(operator, b.value())) {
      return addresses.computed(operator, a, b);
    }
    return switch (operator) {
      case ADD -> add(left, right);
      case MULTIPLY ->
          isConstant(right, 1)
              ? left
              : isConstant(left, 1) ? right : new Expr.Binary(operator, left, right);
      case OR, XOR -> {
        Expr other = isConstant(left, 0) ? right : left;
        boolean same = isConstant(left, 0) || isConstant(right, 0);
        yield same ? other : new Expr.Binary(operator, left, right);
      }
      default -> new Expr.Binary(operator, left, right);
    };
  }

  /** {@code left + right} with one constant at the end at most. */
  Expr add(Expr left, Expr right) {
    if (left instanceof Expr.Constant a && right instanceof Expr.Constant b) {
      return addresses.computed(BinaryOperator.ADD, a, b);
    }
    if (left instanceof Expr.Constant) {
      return add(right, left);
    }
    if (isConstant(right, 0)) {
      return left;
    }
    if (right instanceof Expr.Constant b
        && left instanceof Expr.Binary inner
        && inner.operator() == BinaryOperator.ADD
        && inner.right() instanceof Expr.Constant a) {
      return add(inner.left(), add(a, b));
    }
    return new Expr.Binary(BinaryOperator.ADD, left, right);
  }

  private static boolean isConstant(Expr expr, long value) {
    return expr instanceof Expr.Constant constant && constant.value() == value;
  }

  /** A value as an object of a type holds it. */
  Expr convert(Type type, Expr operand) {
    if (operand instanceof Expr.Constant(long value)) {
      return type.unqualified().equals(CTypes.BOOL)
          ? Expr.constant(type.wrap(value))
          : addresses.computed(type.wrap(value), operand);
    }
    if (!(type.unqualified() instanceof Type.IntegerType integer) || integer.bits() == 64) {
      return operand;
    }
    if (ranges.of(operand).within(Ranges.of(integer))) {
      return operand;
    }
    if (!integer.isBool()
        && operand instanceof Expr.Convert wider
        && wider.bits() >= integer.bits()) {
      return convert(type, wider.operand());
    }
    if (integer.isBitField()) {
      return bits(integer, operand);
    }
    return integer.isBool()
        ? new Expr.Binary(BinaryOperator.NOT_EQUAL, operand, Expr.constant(0))
        : new Expr.Convert(integer.bits(), integer.signed(), operand);
  }

  /** The lower bits of a value: machines convert to whole bytes alone. */
  private Expr bits(Type.IntegerType type, Expr operand) {
    Expr unused = Expr.constant(Long.SIZE - type.bits());
    return type.signed()
        ? binary(
            BinaryOperator.SHIFT_RIGHT, binary(BinaryOperator.SHIFT_LEFT, operand, unused), unused)
        : binary(BinaryOperator.AND, operand, Expr.constant(type.greatest()));
  }

  /** The address so many cells further. */
  Expr cell(Expr address, long cells) {
    return add(address, Expr.constant(cells * Program.CELL_BYTES));
  }

  /** 0 or 1. */
  Expr truth(Expr operand) {
    return convert(CTypes.BOOL, operand);
  }

  Expr choice(Expr condition, Expr whenTrue, Expr whenFalse) {
    if (condition instanceof Expr.Constant(long value)) {
      return value != 0 ? whenTrue : whenFalse;
    }
    return new Expr.Choice(condition, whenTrue, whenFalse);
  }

  Expr index(Expr index, long length, String array) {
    return ranges.of(index).within(new Ranges.Range(0, length - 1))
        ? index
        : new Expr.Index(index, length, array);
  }

  /**
   * Whether an expression is small enough to be computed at each use, and cannot fail, unless a
   * pointer leaves its object: that matters where the pointer is used.
   */
  static boolean isCheap(Expr expr) {
    return size(expr) <= SMALL && isTotal(expr, true);
  }

  /** Whether an expression has a value in every state. */
  static boolean isTotal(Expr expr) {
    return isTotal(expr, false);
  }

  /** {@code leaves}: whether a pointer may leave its object. */
  static boolean isTotal(Expr expr, boolean leaves) {
    boolean total =
        switch (expr) {
          case Expr.Binary(BinaryOperator operator, Expr left, Expr.Constant(long right)) ->
              Arithmetic.isDefined(operator, right);
          case Expr.Binary binary -> !Arithmetic.mayFail(binary.operator());
          case Expr.Index index -> index.operand().equals(Expr.register(ThreadDecl.SELF));
          case Expr.Contents contents -> contents.address() instanceof Expr.Constant;
          case Expr.Within within -> leaves;
          case Expr.Alike alike -> false;
          default -> true;
        };
    return total && expr.operands().stream().allMatch(operand -> isTotal(operand, leaves));
  }

  /** How many nodes an expression has; a check of a pointer is none. */
  static int size(Expr expr) {
    if (expr instanceof Expr.Within within) {
      return size(within.address());
    }
    if (expr instanceof Expr.Alike alike) {
      return size(alike.address());
    }
    return 1 + expr.operands().stream().mapToInt(ExprFactory::size).sum();
  }
}
