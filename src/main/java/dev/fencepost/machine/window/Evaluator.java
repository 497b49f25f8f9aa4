// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.ir.Program;

/** Evaluates expressions whose registers were renumbered to the operands of their instruction. */
public final class Evaluator {

  private Evaluator() {}

  /** The value of {@code expr}; operand i is {@code operands[offset + i]}. */
  public static long evaluate(Expr expr, long[] operands, int offset) {
    return switch (expr) {
      case Expr.Constant(long value) -> value;
      case Expr.Register(int index) -> operands[offset + index];
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          Arithmetic.unary(operator, evaluate(operand, operands, offset));
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          binary(operator, evaluate(left, operands, offset), evaluate(right, operands, offset));
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          Arithmetic.convert(bits, signed, evaluate(operand, operands, offset));
      case Expr.Index(Expr operand, long length, String array) ->
          index(evaluate(operand, operands, offset), length, array);
      case Expr.Within(Expr address, Expr pointer, ObjectBounds objects) ->
          within(evaluate(address, operands, offset), evaluate(pointer, operands, offset), objects);
      case Expr.Alike(Expr address, Expr other, CellKinds kinds) ->
          alike(evaluate(address, operands, offset), evaluate(other, operands, offset), kinds);
      case Expr.Choice choice -> throw new IllegalStateException("a choice in an instruction");
      case Expr.Contents contents -> throw new IllegalStateException("memory in an instruction");
      case Expr.Reachable reachable ->
          throw new IllegalStateException("reachability in an instruction");
      case Expr.Reached reached -> throw new IllegalStateException("a mark in an instruction");
    };
  }

  static long binary(Expr.BinaryOperator operator, long a, long b) {
    if (!Arithmetic.isDefined(operator, b)) {
      String shift = "shift by " + b + " of a type of " + Arithmetic.width(operator) + " bits";
      throw b == 0
          ? new Trap(ViolationKind.DIVISION_BY_ZERO, "division by zero")
          : new Trap(ViolationKind.BAD_SHIFT, shift);
    }
    return Arithmetic.binary(operator, a, b);
  }

  static long index(long value, long length, String array) {
    if (value < 0 || value >= length) {
      throw new Trap(
          ViolationKind.INDEX_OUT_OF_BOUNDS,
          "index " + value + " is outside " + array + ", which has " + length + " elements");
    }
    return value;
  }

  static long alike(long address, long other, CellKinds kinds) {
    if (!kinds.alike(address, other)) {
      throw new Trap(
          ViolationKind.OTHER_TYPE,
          "%s, where the object is %s; memory is cells of one scalar each, not bytes"
              .formatted(CellKinds.text(kinds.at(other)), CellKinds.text(kinds.at(address))));
    }
    return address;
  }

  static long within(long address, long pointer, ObjectBounds objects) {
    if (!objects.stays(pointer, address)) {
      long cells = (address - pointer) / Program.CELL_BYTES;
      throw new Trap(
          ViolationKind.INDEX_OUT_OF_BOUNDS,
          objects.objectAt(pointer) == ObjectBounds.NONE
              ? "a pointer to no object is moved into one"
              : "a pointer is moved by " + cells + " cells, out of its object");
    }
    return address;
  }
}
