// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Which registers instructions read and write, and where registers are live. */
public final class Registers {

  private Registers() {}

  /** The registers that an instruction writes; some may be {@link Instruction#NO_TARGET}. */
  public static int[] written(Instruction instruction) {
    return switch (instruction) {
      case Instruction.CompareAndSwap i -> new int[] {i.success(), i.observed()};
      case Instruction.DoubleCompareAndSwap i -> new int[] {i.success()};
      case Instruction.StoreConditional i -> new int[] {i.success()};
      default -> new int[] {instruction.target()};
    };
  }

  /** The expressions of an instruction, in their order of evaluation. */
  public static List<Expr> expressions(Instruction instruction) {
    List<Expr> expressions = new ArrayList<>();
    instruction.mapped(
        expr -> {
          expressions.add(expr);
          return expr;
        });
    return expressions;
  }

  /** The registers that an expression reads. */
  public static BitSet read(Expr expr) {
    return expr.numbers(part -> part instanceof Expr.Register(int index) ? index : -1);
  }

  /**
   * The registers that the atomic block which begins at a position reads of what came before it.
   */
  public static BitSet readInBlock(List<Instruction> code, int begin) {
    BitSet registers = new BitSet();
    ControlFlow.reachable(code, begin, Instruction.AtomicEnd.class::isInstance).stream()
        .mapToObj(code::get)
        .flatMap(instruction -> expressions(instruction).stream())
        .forEach(expr -> registers.or(read(expr)));
    registers.and(live(code)[begin]);
    return registers;
  }

  /** Per position, the registers whose value may still be read from there on. */
  public static BitSet[] live(List<Instruction> code) {
    BitSet[] live = new BitSet[code.size()];
    Arrays.setAll(live, pc -> new BitSet());
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int pc = live.length - 1; pc >= 0; pc--) {
        BitSet before = liveBefore(code.get(pc), pc, live);
        if (!before.equals(live[pc])) {
          live[pc] = before;
          changed = true;
        }
      }
    }
    return live;
  }

  /**
   * The registers that matter at an instruction, or are written there, and never behind it.
   *
   * @param live where registers are live, see {@link #live}
   */
  public static BitSet dying(List<Instruction> code, BitSet[] live, int pc, int next) {
    BitSet dying = (BitSet) live[pc].clone();
    for (int register : written(code.get(pc))) {
      if (register != Instruction.NO_TARGET) {
        dying.set(register);
      }
    }
    if (next < code.size()) {
      dying.andNot(live[next]);
    }
    return dying;
  }

  private static BitSet liveBefore(Instruction instruction, int pc, BitSet[] live) {
    Budget.ask();
    BitSet registers = new BitSet();
    for (int successor : ControlFlow.successors(instruction, pc)) {
      registers.or(live[successor]);
    }
    for (int register : written(instruction)) {
      if (register != Instruction.NO_TARGET) {
        registers.clear(register);
      }
    }
    for (Expr expr : expressions(instruction)) {
      registers.or(read(expr));
    }
    return registers;
  }
}
