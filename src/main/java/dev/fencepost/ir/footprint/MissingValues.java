// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Cells without a value. They hold {@link #MISSING} until somebody writes them, and an assertion
 * behind each read that may come to one of them asks for another value. Properties, locks and
 * read-modify-writes without a result take it for a number.
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
   */
  public static Program guarded(Program program, BitSet cells) {
    if (cells.isEmpty()) {
      return program;
    }
    MissingValues values = new MissingValues(program, cells);
    List<ThreadDecl> guarded = new ArrayList<>();
    for (values.thread = 0; values.thread < program.threads().size(); values.thread++) {
      guarded.add(values.guarded(program.threads().get(values.thread)));
    }
    return program.withThreads(guarded).withMemory(values.memory());
  }

  private List<MemoryLocation> memory() {
    List<MemoryLocation> memory = new ArrayList<>(program.memory());
    for (int cell : missing.stream().toArray()) {
      MemoryLocation location = memory.get(cell).withInitial(MISSING);
      memory.set(cell, location.withWord(MISSING, "no value"));
    }
    return memory;
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
      if (cells.isEmpty()) {
        code.add(instruction);
      } else {
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
    return instruction instanceof Instruction.Load
        || instruction instanceof Instruction.CompareAndSwap
        || read(instruction) != Instruction.NO_TARGET;
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

  /** A read that nobody wants the value of gets a register. */
  private static Instruction withTarget(Instruction instruction, int register) {
    return switch (instruction) {
      case Instruction.Load load when load.target() == Instruction.NO_TARGET ->
          new Instruction.Load(
              register,
              load.address(),
              load.order(),
              load.linked(),
              load.strong(),
              load.attributes(),
              load.origin());
      case Instruction.CompareAndSwap cas when cas.observed() == Instruction.NO_TARGET ->
          new Instruction.CompareAndSwap(
              cas.success(),
              register,
              cas.address(),
              cas.expected(),
              cas.desired(),
              cas.successOrder(),
              cas.failureOrder(),
              cas.weak(),
              cas.attributes(),
              cas.origin());
      default -> instruction;
    };
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
