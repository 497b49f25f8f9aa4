// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.Origin;
import java.util.List;
import java.util.Locale;

/** Prints a program for people: memory, then the code of each thread with its source beside it. */
public final class IrPrinter {
  private static final int SOURCE_COLUMN = 58;

  private final Program program;
  private final StringBuilder out = new StringBuilder();
  private ExprPrinter exprs;

  private IrPrinter(Program program) {
    this.program = program;
    this.exprs = new ExprPrinter(program, List.of());
  }

  /** The whole program. */
  public static String print(Program program) {
    IrPrinter printer = new IrPrinter(program);
    printer.memory();
    program.threads().forEach(printer::thread);
    return printer.out.toString();
  }

  /** An expression outside of a thread, such as the condition of a property. */
  public static String print(Program program, Expr expr) {
    return new ExprPrinter(program, List.of()).print(expr);
  }

  private void memory() {
    out.append("memory\n");
    for (int cell = 0; cell < program.memory().size(); cell++) {
      MemoryLocation location = program.memory().get(cell);
      if (!location.isGap()) {
        String initial =
            location.pointer()
                ? exprs.address(Expr.constant(location.initial()))
                : location
                    .words()
                    .getOrDefault(location.initial(), Long.toString(location.initial()));
        out.append(
            "  %-4d %s = %s%s\n"
                .formatted(
                    Program.addressOf(cell),
                    location.name(),
                    initial,
                    location.strong() ? "  (strong)" : ""));
      }
    }
    if (program.pool().cells() > 0) {
      out.append("  pool of ").append(program.pool().cells()).append(" cells\n");
    }
  }

  private void thread(ThreadDecl thread) {
    exprs = new ExprPrinter(program, thread.registers());
    int number = program.threads().indexOf(thread);
    boolean initial = program.initial().stream().anyMatch(start -> start.thread() == number);
    out.append("thread ").append(thread.name()).append(initial ? "  (runs at the start)" : "");
    out.append('\n');
    for (int i = 0; i < thread.code().size(); i++) {
      Instruction instruction = thread.code().get(i);
      String attributes = instruction.attributes().isEmpty() ? "" : " " + instruction.attributes();
      String text = "  %-4d %s%s".formatted(i, text(instruction), attributes);
      out.append(text).append(beside(text, instruction.origin())).append('\n');
    }
  }

  /** The instructions of a thread, one line each. */
  public static List<String> lines(Program program, ThreadDecl thread) {
    IrPrinter printer = new IrPrinter(program);
    printer.exprs = new ExprPrinter(program, thread.registers());
    return thread.code().stream().map(printer::text).toList();
  }

  private static String beside(String text, Origin origin) {
    if (origin.text().isEmpty()) {
      return "";
    }
    String padding = " ".repeat(Math.max(2, SOURCE_COLUMN - text.length()));
    String line = origin.span().line() > 0 ? origin.span().line() + ": " : "";
    return padding + "; " + line + origin.text();
  }

  private String text(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Assign i -> to(i.target()) + exprs.print(i.value());
      case Instruction.Load i -> load(i);
      case Instruction.Store i -> store(i);
      case Instruction.CompareAndSwap i -> compareAndSwap(i);
      case Instruction.DoubleCompareAndSwap i -> doubleCompareAndSwap(i);
      case Instruction.FetchAndModify i -> fetchAndModify(i);
      case Instruction.PairedStore i ->
          "paired store "
              + exprs.address(i.address())
              + " = "
              + exprs.print(i.value())
              + " if "
              + exprs.print(i.condition())
              + order(i.order());
      case Instruction.Select i ->
          to(i.target())
              + "select "
              + exprs.print(i.condition())
              + " ? "
              + exprs.print(i.whenTrue())
              + " : "
              + exprs.print(i.whenFalse());
      case Instruction.StoreConditional i ->
          to(i.success())
              + (i.weak() ? "weak store-conditional " : "store-conditional ")
              + stored(i.address(), i.value(), i.order());
      case Instruction.Lock i -> "lock " + exprs.address(i.address());
      case Instruction.Unlock i -> "unlock " + exprs.address(i.address());
      case Instruction.Fence i -> FencePairs.name(i.pairs());
      case Instruction.Branch i ->
          "%s %s goto %d else %d"
              .formatted(
                  i.selects() ? "select" : "if",
                  exprs.print(i.condition()),
                  i.whenTrue(),
                  i.whenFalse());
      case Instruction.Jump i -> "goto " + i.to();
      case Instruction.Choose i -> to(i.target()) + "choose " + i.count();
      case Instruction.Assert i -> "assert " + exprs.print(i.condition());
      case Instruction.Assume i -> "assume " + exprs.print(i.condition());
      case Instruction.Mark i -> "mark \"" + program.marks().get(i.mark()) + "\"";
      case Instruction.AtomicBegin i ->
          switch (i.kind()) {
            case FENCED -> "atomic begin";
            case STRONG -> "strong begin";
            case REST -> "rest begin";
          };
      case Instruction.Observe i -> "observe " + i.address();
      case Instruction.AtomicEnd i -> "atomic end";
      case Instruction.Allocate i -> to(i.target()) + "allocate " + exprs.print(i.cells());
      case Instruction.Spawn i -> {
        String code = program.threads().get(i.thread()).name();
        yield to(i.target()) + "spawn " + code + "(" + exprs.print(i.argument()) + ")";
      }
      case Instruction.Join i -> "join " + exprs.print(i.thread());
      case Instruction.End i -> "end";
    };
  }

  private String load(Instruction.Load i) {
    String kind = i.linked() ? "load-linked " : "load ";
    String strong = i.strong() ? " strong" : "";
    return to(i.target()) + kind + exprs.address(i.address()) + order(i.order()) + strong;
  }

  private String store(Instruction.Store i) {
    String strong = i.strong() ? " strong" : "";
    return "store " + stored(i.address(), i.value(), i.order()) + strong;
  }

  private String stored(Expr address, Expr value, MemoryOrder order) {
    return exprs.address(address) + " = " + exprs.print(value) + order(order);
  }

  private String doubleCompareAndSwap(Instruction.DoubleCompareAndSwap i) {
    String first = change(i.firstAddress(), i.firstExpected(), i.firstDesired());
    String second = change(i.secondAddress(), i.secondExpected(), i.secondDesired());
    return to(i.success()) + "cas2 " + first + ", " + second;
  }

  private String change(Expr address, Expr expected, Expr desired) {
    return exprs.address(address) + " " + exprs.print(expected) + " -> " + exprs.print(desired);
  }

  private String compareAndSwap(Instruction.CompareAndSwap i) {
    String observed =
        i.observed() == Instruction.NO_TARGET ? "" : " seen " + exprs.register(i.observed());
    String orders =
        i.successOrder() == MemoryOrder.RELAXED && i.failureOrder() == MemoryOrder.RELAXED
            ? ""
            : order(i.successOrder()) + "/" + name(i.failureOrder());
    String change = change(i.address(), i.expected(), i.desired());
    return to(i.success()) + (i.weak() ? "weak cas " : "cas ") + change + observed + orders;
  }

  private String fetchAndModify(Instruction.FetchAndModify i) {
    String operator = i.modification().name().toLowerCase(Locale.ROOT);
    String operands = exprs.address(i.address()) + " " + exprs.print(i.operand());
    return to(i.target()) + "fetch-and-" + operator + " " + operands + order(i.order());
  }

  private String to(int register) {
    return register == Instruction.NO_TARGET ? "" : exprs.register(register) + " = ";
  }

  private static String order(MemoryOrder order) {
    return order.isRelaxed() ? "" : " " + name(order);
  }

  private static String name(MemoryOrder order) {
    return order.name().toLowerCase(Locale.ROOT);
  }
}
