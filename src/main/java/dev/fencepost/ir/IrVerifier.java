// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;

/**
 * Checks that a program is well-formed: targets and registers exist, what only properties may read
 * stands only there, atomic blocks are in order. A front end runs it on every result; what it finds
 * is that front end's defect.
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
    switch (instruction) {
      case Instruction.Assign i -> written(i.target(), false).expressions(i.value());
      case Instruction.Load i -> written(i.target(), true).expressions(i.address());
      case Instruction.Store i -> expressions(i.address(), i.value());
      case Instruction.CompareAndSwap i ->
          written(i.success(), true)
              .written(i.observed(), true)
              .expressions(i.address(), i.expected(), i.desired());
      case Instruction.DoubleCompareAndSwap i -> doubleCompareAndSwap(i);
      case Instruction.FetchAndModify i ->
          written(i.target(), true).expressions(i.address(), i.operand());
      case Instruction.StoreConditional i ->
          written(i.success(), true).expressions(i.address(), i.value());
      case Instruction.Lock i -> expressions(i.address());
      case Instruction.Unlock i -> expressions(i.address());
      case Instruction.Fence i -> {
        boolean pairs = i.pairs() > 0 && i.pairs() <= FencePairs.FULL;
        require(pairs || i.pairs() == 0 && !i.attributes().isEmpty(), "pairs");
      }
      case Instruction.Branch i -> {
        expressions(i.condition());
        target(i.whenTrue());
        target(i.whenFalse());
        require(!i.selects() || assigned(i.whenTrue()) == assigned(i.whenFalse()), "select");
      }
      case Instruction.Jump i -> target(i.to());
      case Instruction.Choose i -> written(i.target(), false).require(i.count() > 0, "choices");
      case Instruction.Assert i -> expressions(i.condition());
      case Instruction.Assume i -> expressions(i.condition());
      case Instruction.Mark i ->
          require(i.mark() >= 0 && i.mark() < program.marks().size(), "mark " + i.mark());
      case Instruction.AtomicBegin i -> {}
      case Instruction.Observe i -> {
        int cell = program.cellAt(i.address());
        boolean strong = cell >= 0 && cell < program.memory().size();
        require(strong && program.memory().get(cell).strong(), "a cell that is not strong");
        verifyProperty(program, i.condition());
      }
      case Instruction.AtomicEnd i -> {}
      case Instruction.Allocate i -> written(i.target(), true).expressions(i.cells());
      case Instruction.Spawn i -> {
        written(i.target(), true).expressions(i.argument());
        require(i.thread() >= 0 && i.thread() < program.threads().size(), "thread " + i.thread());
      }
      case Instruction.Join i -> expressions(i.thread());
      case Instruction.End i -> {}
    }
  }

  /** The register that the assignment at a position writes. */
  private int assigned(int to) {
    require(thread.code().get(to) instanceof Instruction.Assign, "select");
    return ((Instruction.Assign) thread.code().get(to)).target();
  }

  private void doubleCompareAndSwap(Instruction.DoubleCompareAndSwap i) {
    written(i.success(), true).expressions(i.firstAddress(), i.secondAddress());
    expressions(i.firstExpected(), i.secondExpected(), i.firstDesired(), i.secondDesired());
  }

  private IrVerifier written(int register, boolean optional) {
    boolean none = optional && register == Instruction.NO_TARGET;
    require(none || register >= 0 && register < thread.registers().size(), "register " + register);
    return this;
  }

  private void target(int to) {
    require(to >= 0 && to < thread.code().size(), "target " + to);
  }

  private void expressions(Expr... operands) {
    for (Expr operand : operands) {
      expression(operand);
    }
  }

  private void expression(Expr expr) {
    switch (expr) {
      case Expr.Constant constant -> {}
      case Expr.Register register -> {
        require(!property, "a register outside of a thread");
        written(register.index(), false);
      }
      case Expr.Unary unary -> expression(unary.operand());
      case Expr.Binary binary -> expressions(binary.left(), binary.right());
      case Expr.Convert convert -> {
        int bits = convert.bits();
        require(bits == 8 || bits == 16 || bits == 32 || bits == 64, "bits " + bits);
        expression(convert.operand());
      }
      case Expr.Index index -> expression(index.operand());
      case Expr.Contents contents -> {
        require(property, "contents of memory in an expression");
        require(contents.observer() < program.threads().size(), "observer " + contents.observer());
        expression(contents.address());
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
    }
  }
}
