// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Cells without a value. They hold {@link #MISSING} until somebody writes them, and an assertion
 * behind each read that may come to one of them asks for another value. Cells start as 0 that may
 * be read without a register for their value: by a mutex, a read-modify-write or a property.
 */
public final class MissingValues {
  /** No program computes it by chance; it has 32 bits for the sake of PROMELA. */
  public static final long MISSING = -0x5A6E_91C3L;

  private final Program program;
  private final BitSet missing;
  private final Optional<ValueAnalysis> known;
  private int thread;
  private int pc;

  private MissingValues(Program program, BitSet missing) {
    this.program = program;
    this.missing = missing;
    known = ValueAnalysis.ofAll(program);
  }

  /**
   * A program with assertions behind reads of cells without a value.
   *
   * @param cells those that nobody has written when the program starts
   * @param conditions of properties
   */
  public static Program guarded(Program program, BitSet cells, List<Expr> conditions) {
    if (cells.isEmpty()) {
      return program;
    }
    MissingValues values = new MissingValues(program, cells);
    values.exclude();
    conditions.forEach(values::exclude);
    List<ThreadDecl> guarded = new ArrayList<>();
    for (values.thread = 0; values.thread < program.threads().size(); values.thread++) {
      guarded.add(values.guarded(program.threads().get(values.thread)));
    }
    return program.withThreads(guarded).withMemory(values.memory());
  }

  /** A cell has no value any more. */
  public static Instruction lost(Expr address, Instruction where) {
    Expr value = Expr.constant(MISSING);
    return new Instruction.Store(address, value, MemoryOrder.PLAIN, false, where.origin());
  }

  private boolean isNeedless(Instruction instruction) {
    return instruction instanceof Instruction.Store store
        && store.value() instanceof Expr.Constant(long value)
        && value == MISSING
        && reached(store.address()).isEmpty();
  }

  private List<MemoryLocation> memory() {
    List<MemoryLocation> memory = new ArrayList<>(program.memory());
    for (int cell : missing.stream().toArray()) {
      MemoryLocation location = memory.get(cell).withInitial(MISSING);
      memory.set(cell, location.withWord(MISSING, "no value"));
    }
    return memory;
  }

  private void exclude() {
    for (thread = 0; thread < program.threads().size(); thread++) {
      List<Instruction> code = program.threads().get(thread).code();
      for (pc = 0; pc < code.size(); pc++) {
        Budget.ask();
        exclude(code.get(pc));
      }
    }
  }

  /** Those of the cells without a value that an access may come to. */
  private BitSet reached(Expr address) {
    BitSet cells = (BitSet) missing.clone();
    if (known.isPresent()) {
      ValueAnalysis values = known.get();
      cells.and(values.isReached(thread, pc) ? values.cells(thread, pc, address) : new BitSet());
    }
    return cells;
  }

  private void exclude(Instruction instruction) {
    switch (instruction) {
      case Instruction.Load load -> {}
      case Instruction.Store store -> {}
      case Instruction.Observe observe -> exclude(observe.condition());
      default -> {
        if (!reads(instruction)) {
          instruction.addresses().forEach(address -> missing.andNot(reached(address)));
        }
      }
    }
  }

  private void exclude(Expr condition) {
    if (condition instanceof Expr.Contents(Expr address, int observer)) {
      missing.andNot(known.isPresent() ? known.get().cellsInStates(address) : missing);
    }
    condition.operands().forEach(this::exclude);
  }

  private ThreadDecl guarded(ThreadDecl declaration) {
    List<String> registers = new ArrayList<>(declaration.registers());
    List<Instruction> code = new ArrayList<>();
    int[] moved = new int[declaration.code().size()];
    for (pc = 0; pc < moved.length; pc++) {
      Budget.ask();
      moved[pc] = code.size();
      Instruction instruction = declaration.code().get(pc);
      BitSet cells =
          reads(instruction) ? reached(instruction.addresses().getFirst()) : new BitSet();
      if (cells.isEmpty() && !isNeedless(instruction)) {
        code.add(instruction);
      } else if (!cells.isEmpty()) {
        Instruction reading = withTarget(instruction, registers.size());
        if (read(reading) == registers.size()) {
          registers.add("");
        }
        code.add(reading);
        code.add(new Instruction.Assert(has(read(reading)), message(cells), reading.origin()));
      }
    }
    code.replaceAll(instruction -> instruction.moved(target -> moved[target]));
    return declaration.with(code, registers);
  }

  private static boolean reads(Instruction instruction) {
    return instruction instanceof Instruction.Load || read(instruction) != Instruction.NO_TARGET;
  }

  /** The register that gets what a cell held. */
  private static int read(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> load.target();
      case Instruction.FetchAndModify modify -> modify.target();
      case Instruction.CompareAndSwap cas -> cas.observed();
      default -> Instruction.NO_TARGET;
    };
  }

  /** A load that nobody wants the value of gets a register. */
  private static Instruction withTarget(Instruction instruction, int register) {
    return instruction instanceof Instruction.Load load && load.target() == Instruction.NO_TARGET
        ? new Instruction.Load(
            register,
            load.address(),
            load.order(),
            load.linked(),
            load.strong(),
            load.attributes(),
            load.origin())
        : instruction;
  }

  private static Expr has(int register) {
    return new Expr.Binary(
        BinaryOperator.NOT_EQUAL, Expr.register(register), Expr.constant(MISSING));
  }

  private String message(BitSet cells) {
    String name =
        cells.cardinality() == 1 ? "'" + program.cellName(cells.nextSetBit(0)) + "'" : "the local";
    return name + " was given a value before it is read";
  }
}
