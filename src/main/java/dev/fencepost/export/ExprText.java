// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * Writes expressions in PROMELA, whose integers have 32 bits.
 *
 * @param program whose memory properties read
 * @param register how a register is written
 * @param contents how a cell is written that a property reads, by its observer
 */
record ExprText(
    Program program, IntFunction<String> register, BiFunction<String, Integer, String> contents) {

  /** For the expressions of instructions, which read registers alone. */
  ExprText(Program program, IntFunction<String> register) {
    this(
        program,
        register,
        (cell, observer) -> {
          throw new IllegalStateException("memory in an instruction's expression");
        });
  }

  /** The expression; it has a value where {@link #defined} says so. */
  String of(Expr expr) {
    return switch (expr) {
      case Expr.Constant(long value) -> constant(value);
      case Expr.Register(int index) -> register.apply(index);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          switch (operator) {
            case NEGATE -> "(-" + of(operand) + ")";
            case COMPLEMENT -> "(~" + of(operand) + ")";
            case NOT -> "(" + of(operand) + " == 0)";
          };
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          binary(operator, of(left), of(right));
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          convert(bits, signed, of(operand));
      case Expr.Index(Expr operand, long length, String array) -> of(operand);
      case Expr.Within within -> of(within.address());
      case Expr.Alike alike -> of(alike.address());
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) ->
          choice(of(condition), of(whenTrue), of(whenFalse));
      case Expr.Contents(Expr address, int observer) -> contents.apply(cell(address), observer);
      case Expr.Reached(int mark) -> "mark[" + mark + "]";
      case Expr.Reachable reachable ->
          throw new ExportException("reachability has no counterpart in PROMELA");
    };
  }

  private static String constant(long value) {
    if (value != (int) value) {
      throw new ExportException("PROMELA has no integer as large as " + value);
    }
    return value < 0 ? "(" + value + ")" : Long.toString(value);
  }

  private static String binary(Expr.BinaryOperator operator, String left, String right) {
    String sign = operator.sign().replace("u", "");
    boolean unsigned =
        operator == Expr.BinaryOperator.ULESS || operator == Expr.BinaryOperator.ULESS_EQUAL;
    return unsigned ? unsigned(left, sign, right) : "(" + left + " " + sign + " " + right + ")";
  }

  private static String choice(String condition, String whenTrue, String whenFalse) {
    return "(" + condition + " -> " + whenTrue + " : " + whenFalse + ")";
  }

  /** A negative number, taken as unsigned, is larger than one that is not negative. */
  private static String unsigned(String left, String operator, String right) {
    return "(((%1$s < 0) == (%3$s < 0) && %1$s %2$s %3$s) || (%1$s >= 0 && %3$s < 0))"
        .formatted(left, operator, right);
  }

  static String convert(int bits, boolean signed, String operand) {
    if (bits >= Integer.SIZE) {
      return operand;
    }
    int shift = Integer.SIZE - bits;
    return signed
        ? "((" + operand + " << " + shift + ") >> " + shift + ")"
        : "(" + operand + " & " + ((1 << bits) - 1) + ")";
  }

  /** The cell at an address that is valid. */
  String cell(Expr address) {
    return address instanceof Expr.Constant(long value)
        ? Long.toString(value / Program.CELL_BYTES - 1)
        : "CELL(" + of(address) + ")";
  }

  /** What must be true for the expression to have a value; empty if that is always so. */
  List<String> defined(Expr expr) {
    List<String> conditions = new ArrayList<>();
    collect(expr, conditions);
    return conditions;
  }

  /** The conditions under which an address has a value and is that of a cell. */
  List<String> definedAddress(Expr address) {
    List<String> conditions = defined(address);
    boolean certain = address instanceof Expr.Constant(long value) && program.cellAt(value) >= 0;
    if (!certain) {
      conditions.add("VALID(" + of(address) + ")");
    }
    return conditions;
  }

  private static String orTrue(String conjunction) {
    return conjunction.isEmpty() ? "1" : "(" + conjunction + ")";
  }

  private void collect(Expr expr, List<String> conditions) {
    switch (expr) {
      case Expr.Contents contents -> conditions.addAll(definedAddress(contents.address()));
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) -> {
        collect(condition, conditions);
        String isTrue = String.join(" && ", defined(whenTrue));
        String isFalse = String.join(" && ", defined(whenFalse));
        if (!(isTrue + isFalse).isEmpty()) {
          conditions.add(choice(of(condition), orTrue(isTrue), orTrue(isFalse)));
        }
      }
      case Expr.Index(Expr operand, long length, String array) -> {
        collect(operand, conditions);
        String index = of(operand);
        conditions.add("(" + index + " >= 0 && " + index + " < " + length + ")");
      }
      case Expr.Within(Expr address, Expr pointer, ObjectBounds objects) -> {
        collect(address, conditions);
        conditions.add("(OBJECT(" + of(pointer) + ") == OBJECT(" + of(address) + "))");
      }
      case Expr.Alike(Expr address, Expr other, CellKinds kinds) -> {
        collect(address, conditions);
        collect(other, conditions);
        conditions.add("ALIKE(" + of(address) + ", " + of(other) + ")");
      }
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) -> {
        collect(left, conditions);
        collect(right, conditions);
        if (!Arithmetic.isDefined(operator, 0)) {
          conditions.add("(" + of(right) + " != 0)");
        } else if (Arithmetic.mayFail(operator)) {
          conditions.add("(" + of(right) + " >= 0 && " + of(right) + " < 32)");
        }
      }
      default -> expr.operands().forEach(operand -> collect(operand, conditions));
    }
  }
}
