// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import java.util.List;

/**
 * Checks that a program is well-formed: targets and registers exist, expressions of properties
 * stand only in properties, atomic blocks are in order. {@code property.CheckedProgram} runs it on
 * every program. A malformed program is a defect of its front end.
 */
public final class IrVerifier {
  /** What properties are read in: no code, no registers. */
  private static final ThreadDecl OUTSIDE = new ThreadDecl("property", List.of(), List.of());

  private final Program program;
  private final ThreadDecl thread;
  private final boolean property;
  private int position;

  private IrVerifier(Program program, ThreadDecl thread, boolean property) {
    this.program = program;
    this.thread = thread;
    this.property = property;
  }

  /**
   * Checks the code of all threads.
   *
   * @throws IllegalStateException where the program is not well-formed
   */
  public static void verify(Program program) {
    for (Program.ThreadStart start : program.initial()) {
      if (start.thread() < 0 || start.thread() >= program.threads().size()) {
        throw new IllegalStateException("no thread " + start.thread());
      }
    }
    program.threads().forEach(thread -> new IrVerifier(program, thread, false).verifyThread());
  }

  /** Checks an expression that is read from outside of all threads. */
  public static void verifyProperty(Program program, Expr condition) {
    new IrVerifier(program, OUTSIDE, true).expression(condition);
  }

  private void verifyThread() {
    List<Instruction> code = thread.code();
    require(!code.isEmpty(), "no code");
    require(thread.registers().size() > ThreadDecl.SELF, "registers for argument and self");
    for (position = 0; position < code.size(); position++) {
      Budget.ask();
      instruction(code.get(position));
    }
    position = code.size() - 1;
    boolean closed =
        switch (code.getLast()) {
          case Instruction.End end -> true;
          case Instruction.Jump jump -> true;
          case Instruction.Branch branch -> true;
          default -> false;
        };
    require(closed, "control runs off the end");
    AtomicRegions blocks = new AtomicRegions(code);
    require(blocks.problems().isEmpty(), blocks.problems().toString());
  }

  private void require(boolean condition, String problem) {
    if (!condition) {
      String place = property ? "property" : thread.name() + " at " + position;
      throw new IllegalStateException("malformed program, " + place + ": " + problem);
    }
  }

  private void instruction(Instruction instruction) {
    boolean optional =
        !(instruction instanceof Instruction.Assign || instruction instanceof Instruction.Choose);
    for (int register : Registers.written(instruction)) {
      if (!optional || register != Instruction.NO_TARGET) {
        register(register);
      }
    }
    Registers.expressions(instruction).forEach(this::expression);
    switch (instruction) {
      case Instruction.Fence i -> {
        boolean pairs = i.pairs() > 0 && i.pairs() <= FencePairs.FULL;
        require(pairs || i.pairs() == 0 && !i.attributes().isEmpty(), "pairs");
      }
      case Instruction.Branch i -> {
        target(i.whenTrue());
        target(i.whenFalse());
        require(!i.selects() || assigned(i.whenTrue()) == assigned(i.whenFalse()), "select");
      }
      case Instruction.Jump i -> target(i.to());
      case Instruction.Choose i -> require(i.count() > 0, "choices");
      case Instruction.Mark i ->
          require(i.mark() >= 0 && i.mark() < program.marks().size(), "mark " + i.mark());
      case Instruction.Observe i -> {
        int cell = program.cellAt(i.address());
        boolean strong = cell >= 0 && cell < program.memory().size();
        require(strong && program.memory().get(cell).strong(), "a cell that is not strong");
        verifyProperty(program, i.condition());
      }
      case Instruction.Spawn i ->
          require(i.thread() >= 0 && i.thread() < program.threads().size(), "thread " + i.thread());
      default -> {}
    }
  }

  /** The register that the assignment at a position writes. */
  private int assigned(int to) {
    require(thread.code().get(to) instanceof Instruction.Assign, "select");
    return ((Instruction.Assign) thread.code().get(to)).target();
  }

  private void register(int index) {
    require(index >= 0 && index < thread.registers().size(), "register " + index);
  }

  private void target(int to) {
    require(to >= 0 && to < thread.code().size(), "target " + to);
  }

  private void expression(Expr expr) {
    expr.operands().forEach(this::expression);
    switch (expr) {
      case Expr.Register register -> {
        require(!property, "a register outside of a thread");
        register(register.index());
      }
      case Expr.Convert convert -> {
        int bits = convert.bits();
        require(bits == 8 || bits == 16 || bits == 32 || bits == 64, "bits " + bits);
      }
      case Expr.Choice choice -> require(property, "a choice in an expression");
      case Expr.Contents contents -> {
        require(property, "contents of memory in an expression");
        require(contents.observer() < program.threads().size(), "observer " + contents.observer());
      }
      case Expr.Reachable reachable -> {
        require(property, "reachability in an expression");
        boolean valid =
            reachable.heap().cells().stream().allMatch(cell -> program.cellAt(cell) >= 0);
        require(valid, "a heap that is not in memory");
      }
      case Expr.Reached reached -> {
        require(property, "a mark in an expression");
        boolean known = reached.mark() >= 0 && reached.mark() < program.marks().size();
        require(known, "mark " + reached.mark());
      }
      default -> {}
    }
  }
}
