// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;
import java.util.Locale;

/** Prints the instructions of one thread. */
final class InstructionText {
  private final List<String> registers;
  private final List<String> marks;

  InstructionText(List<String> registers, List<String> marks) {
    this.registers = registers;
    this.marks = marks;
  }

  String of(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Assign i -> target(i.target()) + of(i.value());
      case Instruction.Load i ->
          target(i.target())
              + word("load", i.linked(), i.strong())
              + at(i.address())
              + of(i.order());
      case Instruction.Store i ->
          word("store", false, i.strong())
              + at(i.address())
              + " = "
              + of(i.value())
              + of(i.order());
      case Instruction.CompareAndSwap i ->
          target(i.success())
              + (i.weak() ? "weak cas" : "cas")
              + at(i.address())
              + " "
              + of(i.expected())
              + " -> "
              + of(i.desired())
              + of(i.successOrder());
      case Instruction.DoubleCompareAndSwap i ->
          target(i.success())
              + "cas2"
              + at(i.firstAddress())
              + at(i.secondAddress())
              + " "
              + of(i.firstExpected())
              + ", "
              + of(i.secondExpected())
              + " -> "
              + of(i.firstDesired())
              + ", "
              + of(i.secondDesired());
      case Instruction.FetchAndModify i ->
          target(i.target())
              + "fetch "
              + lower(i.modification())
              + at(i.address())
              + " "
              + of(i.operand())
              + of(i.order());
      case Instruction.StoreConditional i ->
          target(i.success()) + "store conditional" + at(i.address()) + " = " + of(i.value());
      case Instruction.Lock i -> "lock" + at(i.address());
      case Instruction.Unlock i -> "unlock" + at(i.address());
      case Instruction.Fence i -> FencePairs.name(i.pairs());
      case Instruction.Branch i ->
          "if " + of(i.condition()) + " goto " + i.whenTrue() + " else " + i.whenFalse();
      case Instruction.Jump i -> "goto " + i.to();
      case Instruction.Choose i -> target(i.target()) + "choose " + i.count();
      case Instruction.Assert i -> "assert " + of(i.condition());
      case Instruction.Assume i -> "assume " + of(i.condition());
      case Instruction.Mark i -> "mark \"" + marks.get(i.mark()) + "\"";
      case Instruction.AtomicBegin i -> "atomic {";
      case Instruction.AtomicEnd i -> "}";
      case Instruction.Allocate i -> target(i.target()) + "allocate " + of(i.cells());
      case Instruction.Spawn i ->
          target(i.target()) + "spawn thread " + i.thread() + " (" + of(i.argument()) + ")";
      case Instruction.Join i -> "join " + of(i.thread());
      case Instruction.End i -> "end";
    };
  }

  private String of(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> Long.toString(constant.value());
      case Expr.Register register -> register(register.index());
      case Expr.Unary unary -> lower(unary.operator()) + "(" + of(unary.operand()) + ")";
      case Expr.Binary binary ->
          "("
              + of(binary.left())
              + " "
              + symbol(binary.operator())
              + " "
              + of(binary.right())
              + ")";
      case Expr.Convert convert ->
          (convert.signed() ? "i" : "u") + convert.bits() + "(" + of(convert.operand()) + ")";
      case Expr.Index index -> "index(" + of(index.operand()) + " < " + index.length() + ")";
      case Expr.Contents contents -> "*" + of(contents.address());
      case Expr.Reached reached -> "reached(\"" + marks.get(reached.mark()) + "\")";
    };
  }

  private static String symbol(Expr.BinaryOperator operator) {
    return switch (operator) {
      case ADD -> "+";
      case SUBTRACT -> "-";
      case MULTIPLY -> "*";
      case DIVIDE -> "/";
      case UDIVIDE -> "u/";
      case REMAINDER -> "%";
      case UREMAINDER -> "u%";
      case AND -> "&";
      case OR -> "|";
      case XOR -> "^";
      case SHIFT_LEFT -> "<<";
      case SHIFT_RIGHT -> ">>";
      case USHIFT_RIGHT -> "u>>";
      case EQUAL -> "==";
      case NOT_EQUAL -> "!=";
      case LESS -> "<";
      case LESS_EQUAL -> "<=";
      case ULESS -> "u<";
      case ULESS_EQUAL -> "u<=";
    };
  }

  private String register(int index) {
    String name = registers.get(index);
    return name.isEmpty() ? "r" + index : name + "." + index;
  }

  private String target(int register) {
    return register == Instruction.NO_TARGET ? "" : register(register) + " = ";
  }

  private static String word(String word, boolean linked, boolean strong) {
    return (strong ? "strong " : "") + word + (linked ? " linked" : "");
  }

  private String at(Expr address) {
    return " [" + of(address) + "]";
  }

  private static String of(MemoryOrder order) {
    return order == MemoryOrder.RELAXED ? "" : " " + lower(order);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
