// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.Traits.Conditional;
import java.util.Arrays;

/** Prepares one instruction: finds its operands, renumbers its expressions, folds constants. */
final class CodeBuilder {
  Instruction instruction;
  Opcode opcode;
  int kind = Code.NO_ACCESS;
  final int declaration;
  final int pc;
  final int global;
  Expr[] slots = {};
  int addresses;
  int[] needs = {};
  int constantSlots;
  long[] constants = {};
  int[] operands = {};
  int target = Instruction.NO_TARGET;
  int secondTarget = Instruction.NO_TARGET;
  int instanceClass;
  int failureClass;
  int next;
  int otherwise;
  int immediate;

  private CodeBuilder(int declaration, int pc, int global) {
    this.declaration = declaration;
    this.pc = pc;
    this.global = global;
    this.next = pc + 1;
    this.otherwise = pc + 1;
  }

  /**
   * Prepares the instruction at {@code pc} of a thread whose code starts at {@code base}. A mark
   * that a property reads becomes a store to its strong cell.
   */
  static Code build(
      Instruction instruction, int declaration, int pc, int base, ProgramCode program) {
    CodeBuilder builder = new CodeBuilder(declaration, pc, base + pc);
    builder.instruction = instruction;
    builder.fill(instruction, program);
    builder.renumber(program);
    builder.instanceClass = program.classes.of(instruction, true);
    builder.failureClass = program.classes.of(instruction, false);
    return new Code(builder);
  }

  /** Of a paired store that may write nothing: its condition, over the operands of the store. */
  CodeBuilder unwritten() {
    CodeBuilder builder = new CodeBuilder(declaration, pc, global);
    builder.instruction = instruction;
    builder.is(Opcode.UNWRITTEN, slots[Code.CONDITION_SLOT]);
    builder.needs = new int[] {needs[Code.CONDITION_SLOT]};
    builder.constants = new long[1];
    builder.operands = operands;
    builder.instanceClass = InstanceClasses.NONE;
    builder.failureClass = InstanceClasses.NONE;
    return builder;
  }

  private void fill(Instruction instruction, ProgramCode program) {
    switch (instruction) {
      case Instruction.Assign assign -> {
        is(Opcode.ASSIGN, assign.value());
        target = assign.target();
      }
      case Instruction.Load load -> {
        is(load.strong() ? Opcode.STRONG_LOAD : Opcode.LOAD, load.address());
        access(load.strong() ? Code.NO_ACCESS : Code.READ, 1);
        target = load.target();
        immediate = load.linked() ? 1 : 0;
      }
      case Instruction.Store store -> {
        is(store.strong() ? Opcode.STRONG_STORE : Opcode.STORE, store.address(), store.value());
        access(store.strong() ? Code.NO_ACCESS : Code.WRITE, 1);
      }
      case Instruction.Mark mark when program.markCells[mark.mark()] != 0 ->
          is(Opcode.STRONG_STORE, Expr.constant(program.markCells[mark.mark()]), Expr.constant(1));
      case Instruction.StoreConditional conditional -> {
        is(Opcode.STORE_CONDITIONAL, conditional.address(), conditional.value());
        access(program.conditional == Conditional.ATOMIC ? Code.RMW : Code.WRITE, 1);
        target = conditional.success();
      }
      default -> fillReadModifyWrite(instruction);
    }
  }

  private void fillReadModifyWrite(Instruction instruction) {
    switch (instruction) {
      case Instruction.CompareAndSwap cas -> {
        is(Opcode.CAS, cas.address(), cas.expected(), cas.desired());
        access(Code.RMW, 1);
        target = cas.success();
        secondTarget = cas.observed();
        immediate = cas.weak() ? 1 : 0;
      }
      case Instruction.DoubleCompareAndSwap cas -> {
        is(
            Opcode.CAS2,
            cas.firstAddress(),
            cas.secondAddress(),
            cas.firstExpected(),
            cas.secondExpected(),
            cas.firstDesired(),
            cas.secondDesired());
        access(Code.RMW, 2);
        target = cas.success();
      }
      case Instruction.FetchAndModify fetch -> {
        is(Opcode.FETCH_MODIFY, fetch.address(), fetch.operand());
        access(Code.RMW, 1);
        target = fetch.target();
      }
      case Instruction.PairedStore store -> {
        is(Opcode.PAIRED_STORE, store.address(), store.value(), store.condition());
        access(Code.WRITE, 1);
      }
      case Instruction.Select select -> {
        is(Opcode.SELECT, select.condition(), select.whenTrue(), select.whenFalse());
        target = select.target();
        immediate = select.equal() ? 1 : 0;
      }
      case Instruction.Lock lock -> {
        is(Opcode.LOCK, lock.address());
        access(Code.RMW, 1);
      }
      case Instruction.Unlock unlock -> {
        is(Opcode.UNLOCK, unlock.address(), Expr.constant(0));
        access(Code.WRITE, 1);
      }
      default -> fillLocal(instruction);
    }
  }

  private void fillLocal(Instruction instruction) {
    switch (instruction) {
      case Instruction.Fence fence -> {
        is(Opcode.FENCE);
        immediate = fence.pairs();
      }
      case Instruction.Assert check -> is(Opcode.ASSERT, check.condition());
      case Instruction.Assume assume -> is(Opcode.ASSUME, assume.condition());
      case Instruction.Mark mark -> {
        is(Opcode.MARK);
        immediate = mark.mark();
      }
      case Instruction.AtomicBegin begin -> {
        is(Opcode.ATOMIC_BEGIN);
        immediate = begin.kind().ordinal();
      }
      case Instruction.Observe observe -> is(Opcode.OBSERVE, Expr.constant(observe.address()));
      case Instruction.AtomicEnd end -> is(Opcode.ATOMIC_END);
      case Instruction.Allocate allocate -> {
        is(Opcode.ALLOCATE, allocate.cells());
        target = allocate.target();
      }
      default -> fillControl(instruction);
    }
  }

  private void fillControl(Instruction instruction) {
    switch (instruction) {
      case Instruction.Branch branch -> {
        is(Opcode.BRANCH, branch.condition());
        next = branch.whenTrue();
        otherwise = branch.whenFalse();
      }
      case Instruction.Jump jump -> {
        is(Opcode.JUMP);
        next = jump.to();
      }
      case Instruction.Choose choose -> {
        is(Opcode.CHOOSE);
        target = choose.target();
        immediate = choose.count();
      }
      case Instruction.Spawn spawn -> {
        is(Opcode.SPAWN, spawn.argument());
        target = spawn.target();
        immediate = spawn.thread();
      }
      case Instruction.Join join -> is(Opcode.JOIN, join.thread());
      case Instruction.End end -> is(Opcode.END);
      default -> throw new IllegalStateException("not prepared: " + instruction);
    }
  }

  private void is(Opcode what, Expr... expressions) {
    opcode = what;
    slots = expressions;
  }

  private void access(int accessKind, int addressCount) {
    kind = accessKind;
    addresses = addressCount;
  }

  private void renumber(ProgramCode program) {
    needs = new int[slots.length];
    constants = new long[slots.length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = renumber(slots[i], i);
      if (needs[i] == 0) {
        foldConstant(i, program);
      }
    }
  }

  /** A constant that traps, or is no address, stays variable: the error belongs to the run. */
  private void foldConstant(int slot, ProgramCode program) {
    try {
      constants[slot] = Evaluator.evaluate(slots[slot], new long[0], 0);
      if (slot >= addresses || program.isValid(constants[slot])) {
        constantSlots |= 1 << slot;
      }
    } catch (Trap trap) {
      constants[slot] = 0;
    }
  }

  private Expr renumber(Expr expr, int slot) {
    return switch (expr) {
      case Expr.Constant constant -> constant;
      case Expr.Register(int index) -> {
        int operand = operand(index);
        needs[slot] |= 1 << operand;
        yield Expr.register(operand);
      }
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          new Expr.Unary(operator, renumber(operand, slot));
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          new Expr.Binary(operator, renumber(left, slot), renumber(right, slot));
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          new Expr.Convert(bits, signed, renumber(operand, slot));
      case Expr.Index(Expr operand, long length, String array) ->
          new Expr.Index(renumber(operand, slot), length, array);
      case Expr.Choice choice -> throw new IllegalStateException("a choice in an instruction");
      case Expr.Contents contents -> throw new IllegalStateException("memory in an instruction");
      case Expr.Reachable reachable ->
          throw new IllegalStateException("reachability in an instruction");
      case Expr.Reached reached -> throw new IllegalStateException("a mark in an instruction");
    };
  }

  private int operand(int register) {
    for (int i = 0; i < operands.length; i++) {
      if (operands[i] == register) {
        return i;
      }
    }
    operands = Arrays.copyOf(operands, operands.length + 1);
    operands[operands.length - 1] = register;
    return operands.length - 1;
  }
}
