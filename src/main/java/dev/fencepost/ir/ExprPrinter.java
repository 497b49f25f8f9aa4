// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Prints expressions as C would write them, with the names of registers and cells. */
final class ExprPrinter {
  private final Program program;
  private final List<String> registers;
  private final Set<String> repeated = new HashSet<>();

  ExprPrinter(Program program, List<String> registers) {
    this.program = program;
    this.registers = registers;
    Set<String> seen = new HashSet<>();
    for (String name : registers) {
      if (!seen.add(name)) {
        repeated.add(name);
      }
    }
  }

  /** The name of a register, with its number if the name is missing or not unique. */
  String register(int index) {
    if (index == ThreadDecl.SELF) {
      return "self()";
    }
    String name = index < registers.size() ? registers.get(index) : "";
    if (name.isEmpty()) {
      return "t" + index;
    }
    return repeated.contains(name) ? name + "." + index : name;
  }

  /** An address: the name of the cell where it is known. */
  String address(Expr address) {
    if (address instanceof Expr.Constant constant) {
      int cell = program.cellAt(constant.value());
      boolean named = cell >= 0 && cell < program.memory().size();
      return constant.value() == 0
          ? "null"
          : named ? program.memory().get(cell).shown() : "[" + constant.value() + "]";
    }
    return "[" + print(address) + "]";
  }

  String print(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> Long.toString(constant.value());
      case Expr.Register register -> register(register.index());
      case Expr.Unary unary -> operator(unary.operator()) + operand(unary.operand());
      case Expr.Binary binary ->
          String.join(
              " ",
              compared(binary, binary.left(), binary.right()),
              binary.operator().sign(),
              compared(binary, binary.right(), binary.left()));
      case Expr.Convert convert ->
          "(" + (convert.signed() ? "i" : "u") + convert.bits() + ")" + operand(convert.operand());
      case Expr.Index index ->
          "index(" + print(index.operand()) + ", " + index.length() + " of " + index.array() + ")";
      case Expr.Within within ->
          "within(" + print(within.address()) + ", object of " + print(within.pointer()) + ")";
      case Expr.Alike alike -> "alike(" + print(alike.address()) + ", " + kind(alike) + ")";
      case Expr.Choice choice ->
          operand(choice.condition())
              + " ? "
              + operand(choice.whenTrue())
              + " : "
              + operand(choice.whenFalse());
      case Expr.Contents contents ->
          (contents.address() instanceof Expr.Constant ? "" : "*")
              + address(contents.address())
              + observer(contents.observer());
      case Expr.Reachable reachable -> "reachable(" + reachable.object() + ")";
      case Expr.Reached reached -> "reached(\"" + program.marks().get(reached.mark()) + "\")";
    };
  }

  private String kind(Expr.Alike alike) {
    return alike.other() instanceof Expr.Constant(long other) && other < 0
        ? CellKinds.text(alike.kinds().at(other))
        : "the cell at " + print(alike.other());
  }

  /** An operand: the word for a value that a cell is compared with, where there is one. */
  private String compared(Expr.Binary comparison, Expr operand, Expr other) {
    boolean equality =
        comparison.operator() == Expr.BinaryOperator.EQUAL
            || comparison.operator() == Expr.BinaryOperator.NOT_EQUAL;
    if (equality
        && operand instanceof Expr.Constant value
        && other instanceof Expr.Contents contents
        && contents.address() instanceof Expr.Constant address
        && program.cellAt(address.value()) >= 0) {
      List<MemoryLocation> memory = program.memory();
      int cell = program.cellAt(address.value());
      String word = cell < memory.size() ? memory.get(cell).words().get(value.value()) : null;
      return word == null ? operand(operand) : word;
    }
    return operand(operand);
  }

  private String observer(int declaration) {
    return declaration == Expr.Contents.ANY ? "" : "@" + program.threads().get(declaration).name();
  }

  private String operand(Expr expr) {
    boolean group = expr instanceof Expr.Binary || expr instanceof Expr.Choice;
    return group ? "(" + print(expr) + ")" : print(expr);
  }

  private static String operator(Expr.UnaryOperator operator) {
    return switch (operator) {
      case NEGATE -> "-";
      case COMPLEMENT -> "~";
      case NOT -> "!";
    };
  }
}
