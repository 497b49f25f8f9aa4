// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.footprint.ObjectTypes.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Compares conditions with themselves after an exchange of two objects: by their texts, in which
 * the order of operands does not count where it makes no difference.
 */
record ObjectConditions(Program program, ObjectTypes types, int first, int second) {

  static boolean areSame(
      List<Expr> conditions, Program program, ObjectTypes types, int first, int second) {
    return new ObjectConditions(program, types, first, first)
        .texts(conditions)
        .equals(new ObjectConditions(program, types, first, second).texts(conditions));
  }

  private List<String> texts(List<Expr> conditions) {
    return conditions.stream().map(this::text).sorted().toList();
  }

  /** The text of a condition in which two objects have been exchanged. */
  private String text(Expr expr) {
    return switch (expr) {
      case Expr.Contents(Expr address, int observer) ->
          "contents " + observer + " " + address(address);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          operator + "(" + text(operand) + ")";
      case Expr.Binary binary -> operator(binary);
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          "convert " + bits + " " + signed + "(" + text(operand) + ")";
      case Expr.Index(Expr operand, long length, String array) ->
          "index " + length + "(" + text(operand) + ")";
      case Expr.Within within ->
          "within(%s)(%s)".formatted(text(within.address()), text(within.pointer()));
      case Expr.Alike alike ->
          "alike(%s)(%s)".formatted(text(alike.address()), text(alike.other()));
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) ->
          "choice(%s)(%s)(%s)".formatted(text(condition), text(whenTrue), text(whenFalse));
      default -> expr.toString();
    };
  }

  private String address(Expr address) {
    return address instanceof Expr.Constant(long constant)
        ? Long.toString(types.swappedAddress(constant, first, second))
        : text(address);
  }

  private String operator(Expr.Binary binary) {
    List<String> operands = new ArrayList<>();
    collect(binary, operands);
    switch (binary.operator()) {
      case AND, OR, ADD, MULTIPLY, EQUAL, NOT_EQUAL -> Collections.sort(operands);
      default -> {}
    }
    return binary.operator() + operands.toString();
  }

  /** Adds both operands, and those of operands that the same operator joins. */
  private void collect(Expr.Binary binary, List<String> operands) {
    add(binary.operator(), binary.left(), binary.right(), operands);
    add(binary.operator(), binary.right(), binary.left(), operands);
  }

  private void add(BinaryOperator operator, Expr operand, Expr other, List<String> operands) {
    boolean joins =
        operator == BinaryOperator.AND
            || operator == BinaryOperator.OR
            || operator == BinaryOperator.ADD;
    boolean compares = operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL;
    if (joins && operand instanceof Expr.Binary inner && inner.operator() == operator) {
      collect(inner, operands);
    } else if (compares
        && operand instanceof Expr.Constant(long constant)
        && cell(other).isPresent()) {
      Reference kind = types.cell(cell(other).get());
      operands.add("" + types.swapped(kind, constant, first, second));
    } else {
      operands.add(text(operand));
    }
  }

  /** A cell whose contents the expression is, or the contents of an element of its array. */
  private Optional<Integer> cell(Expr expr) {
    return switch (expr) {
      case Expr.Contents(Expr.Constant(long address), int observer) ->
          Optional.of(program.cellAt(address)).filter(cell -> cell >= 0);
      case Expr.Contents contents ->
          ObjectUses.element(contents.address(), program)
              .map(e -> e.array().first() + (int) (e.offset() / Program.CELL_BYTES));
      case Expr.Convert convert -> cell(convert.operand());
      default -> Optional.empty();
    };
  }
}
