// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Compares conditions with themselves after an exchange of two objects: by their texts, in which
 * the order of operands does not count where it makes no difference.
 */
final class ObjectConditions {
  private final Program program;
  private final ObjectTypes types;

  ObjectConditions(Program program, ObjectTypes types) {
    this.program = program;
    this.types = types;
  }

  boolean areSame(List<Expr> conditions, int first, int second) {
    return texts(conditions, first, first).equals(texts(conditions, first, second));
  }

  private List<String> texts(List<Expr> conditions, int first, int second) {
    return conditions.stream().map(c -> text(c, first, second)).sorted().toList();
  }

  /** The text of a condition in which two objects have been exchanged. */
  private String text(Expr expr, int first, int second) {
    return switch (expr) {
      case Expr.Contents(Expr address, int observer) ->
          "contents " + observer + " " + address(address, first, second);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          operator + "(" + text(operand, first, second) + ")";
      case Expr.Binary binary -> operator(binary, first, second);
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          "convert " + bits + " " + signed + "(" + text(operand, first, second) + ")";
      case Expr.Index(Expr operand, long length, String array) ->
          "index " + length + "(" + text(operand, first, second) + ")";
      default -> expr.toString();
    };
  }

  private String address(Expr address, int first, int second) {
    return address instanceof Expr.Constant(long constant)
        ? Long.toString(types.swappedAddress(constant, first, second))
        : text(address, first, second);
  }

  private String operator(Expr.Binary binary, int first, int second) {
    List<String> operands = new ArrayList<>();
    collect(binary.left(), binary, first, second, operands);
    collect(binary.right(), binary, first, second, operands);
    switch (binary.operator()) {
      case AND, OR, ADD, MULTIPLY, EQUAL, NOT_EQUAL -> Collections.sort(operands);
      default -> {}
    }
    return binary.operator() + operands.toString();
  }

  private void collect(Expr operand, Expr.Binary in, int first, int second, List<String> operands) {
    BinaryOperator operator = in.operator();
    boolean joins =
        operator == BinaryOperator.AND
            || operator == BinaryOperator.OR
            || operator == BinaryOperator.ADD;
    if (joins && operand instanceof Expr.Binary inner && inner.operator() == operator) {
      collect(inner.left(), inner, first, second, operands);
      collect(inner.right(), inner, first, second, operands);
      return;
    }
    boolean compares = operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL;
    Expr other = operand == in.left() ? in.right() : in.left();
    if (compares && operand instanceof Expr.Constant(long constant) && cell(other).isPresent()) {
      operands.add("" + types.swapped(types.cell(cell(other).get()), constant, first, second));
    } else {
      operands.add(text(operand, first, second));
    }
  }

  /** A cell that holds what the expression gives, or one like it. */
  private Optional<Integer> cell(Expr expr) {
    return switch (expr) {
      case Expr.Contents(Expr.Constant(long address), int observer) ->
          Optional.of(program.cellAt(address)).filter(cell -> cell >= 0);
      case Expr.Contents contents ->
          ObjectUses.element(ObjectUses.unguarded(contents.address()), program)
              .map(e -> e.array().first() + (int) (e.offset() / Program.CELL_BYTES));
      case Expr.Convert convert -> cell(convert.operand());
      default -> Optional.empty();
    };
  }
}
