// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.property.Property;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Programs as text, to report the ones on which two machines differ. */
final class ProgramText {
  private final Program program;
  private final List<String> registers;

  private ProgramText(Program program, List<String> registers) {
    this.program = program;
    this.registers = registers;
  }

  static String of(Program program) {
    StringBuilder text = new StringBuilder();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      MemoryLocation location = program.memory().get(cell);
      text.append(location.strong() ? "strong " : "cell ")
          .append(location.name())
          .append(" = ")
          .append(new ProgramText(program, List.of()).constant(location.initial()))
          .append('\n');
    }
    text.append("pool ").append(program.pool().cells()).append('\n');
    for (int i = 0; i < program.threads().size(); i++) {
      ThreadDecl thread = program.threads().get(i);
      int decl = i;
      long starts = program.initial().stream().filter(s -> s.thread() == decl).count();
      text.append("thread ").append(thread.name()).append(starts == 0 ? " (spawned)\n" : "\n");
      ProgramText printer = new ProgramText(program, thread.registers());
      for (int at = 0; at < thread.code().size(); at++) {
        text.append(String.format(Locale.ROOT, "%4d  ", at))
            .append(printer.instruction(thread.code().get(at)))
            .append('\n');
      }
    }
    return text.toString();
  }

  static String of(Program program, Property property) {
    ProgramText printer = new ProgramText(program, List.of());
    return switch (property) {
      case Property.Invariant invariant ->
          "invariant " + printer.expr(invariant.condition()) + "\n";
      case Property.FinalCondition end -> "finally " + printer.expr(end.condition()) + "\n";
      case Property.DeadlockFree deadlock -> "no deadlock\n";
      case Property.RaceFree race -> "no data race\n";
      case Property.Temporal temporal -> "ltl " + temporal.formula().text() + "\n";
    };
  }

  private String instruction(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Assign i -> set(i.target()) + expr(i.value());
      case Instruction.Load i ->
          set(i.target())
              + (i.linked() ? "ll " : "")
              + (i.strong() ? "strong " : "")
              + at(i.address())
              + order(i.order());
      case Instruction.Store i ->
          (i.strong() ? "strong " : "")
              + at(i.address())
              + order(i.order())
              + " = "
              + expr(i.value());
      case Instruction.CompareAndSwap i ->
          set(i.success())
              + set(i.observed())
              + (i.weak() ? "weak " : "")
              + call("cas", i.address(), i.expected(), i.desired())
              + order(i.successOrder())
              + order(i.failureOrder());
      case Instruction.DoubleCompareAndSwap i ->
          set(i.success())
              + call("cas2", i.firstAddress(), i.firstExpected(), i.firstDesired())
              + call(" and", i.secondAddress(), i.secondExpected(), i.secondDesired());
      case Instruction.FetchAndModify i ->
          set(i.target())
              + call(i.modification().name().toLowerCase(Locale.ROOT), i.address(), i.operand())
              + order(i.order());
      case Instruction.StoreConditional i ->
          set(i.success()) + call(i.weak() ? "weak sc" : "sc", i.address(), i.value());
      case Instruction.Lock i -> call("lock", i.address());
      case Instruction.Unlock i -> call("unlock", i.address());
      case Instruction.Fence i -> FencePairs.name(i.pairs());
      default -> control(instruction);
    };
  }

  private String control(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Branch i ->
          "if " + expr(i.condition()) + " goto " + i.whenTrue() + " else " + i.whenFalse();
      case Instruction.Jump i -> "goto " + i.to();
      case Instruction.Choose i -> set(i.target()) + "choose " + i.count();
      case Instruction.Assert i -> "assert " + expr(i.condition());
      case Instruction.Assume i -> "assume " + expr(i.condition());
      case Instruction.Mark i -> "mark " + program.marks().get(i.mark());
      case Instruction.Observe i -> "observe " + i.address();
      case Instruction.AtomicBegin i -> "atomic {";
      case Instruction.AtomicEnd i -> "}";
      case Instruction.Allocate i -> set(i.target()) + "allocate " + expr(i.cells());
      case Instruction.Spawn i ->
          set(i.target()) + "spawn P" + i.thread() + "(" + expr(i.argument()) + ")";
      case Instruction.Join i -> "join " + expr(i.thread());
      case Instruction.End i -> "end";
      default -> throw new IllegalArgumentException(instruction.toString());
    };
  }

  private String set(int target) {
    return target == Instruction.NO_TARGET ? "" : registers.get(target) + " = ";
  }

  private static String order(MemoryOrder order) {
    return order == MemoryOrder.RELAXED ? "" : "." + order.name().toLowerCase(Locale.ROOT);
  }

  private String call(String name, Expr address, Expr... operands) {
    return name
        + "("
        + at(address)
        + List.of(operands).stream().map(o -> ", " + expr(o)).collect(Collectors.joining())
        + ")";
  }

  private String at(Expr address) {
    String text = expr(address);
    return text.startsWith("&") ? text.substring(1) : "*" + text;
  }

  private String constant(long value) {
    boolean address = value > 0 && program.cellAt(value) >= 0;
    int cell = address ? program.cellAt(value) : -1;
    boolean named = cell >= 0 && cell < program.memory().size();
    return named ? "&" + program.memory().get(cell).name() : Long.toString(value);
  }

  private String expr(Expr expr) {
    return switch (expr) {
      case Expr.Constant e -> constant(e.value());
      case Expr.Register e -> registers.get(e.index());
      case Expr.Unary e -> e.operator() + "(" + expr(e.operand()) + ")";
      case Expr.Binary e -> "(" + expr(e.left()) + " " + e.operator() + " " + expr(e.right()) + ")";
      case Expr.Convert e -> "(int" + e.bits() + ") " + expr(e.operand());
      case Expr.Index e -> "[" + expr(e.operand()) + " < " + e.length() + "]";
      case Expr.Within e -> "within(" + expr(e.address()) + ", " + expr(e.pointer()) + ")";
      case Expr.Alike e -> "alike(" + expr(e.address()) + ", " + expr(e.other()) + ")";
      case Expr.Choice e ->
          "("
              + expr(e.condition())
              + " ? "
              + expr(e.whenTrue())
              + " : "
              + expr(e.whenFalse())
              + ")";
      case Expr.Contents e -> at(e.address());
      case Expr.Reachable e -> "reachable(" + e.object() + ")";
      case Expr.Reached e -> "reached(" + program.marks().get(e.mark()) + ")";
    };
  }
}
