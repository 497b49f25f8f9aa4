// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** The control flow of a thread's code. */
public final class ControlFlow {

  private ControlFlow() {}

  /** Where the instruction at {@code pc} may go on. */
  public static int[] successors(Instruction instruction, int pc) {
    return switch (instruction) {
      case Instruction.Branch branch -> new int[] {branch.whenTrue(), branch.whenFalse()};
      case Instruction.Jump jump -> new int[] {jump.to()};
      case Instruction.End end -> new int[0];
      case Instruction.Assign i -> next(pc);
      case Instruction.Load i -> next(pc);
      case Instruction.Store i -> next(pc);
      case Instruction.CompareAndSwap i -> next(pc);
      case Instruction.DoubleCompareAndSwap i -> next(pc);
      case Instruction.FetchAndModify i -> next(pc);
      case Instruction.StoreConditional i -> next(pc);
      case Instruction.Lock i -> next(pc);
      case Instruction.Unlock i -> next(pc);
      case Instruction.Fence i -> next(pc);
      case Instruction.Choose i -> next(pc);
      case Instruction.Assert i -> next(pc);
      case Instruction.Assume i -> next(pc);
      case Instruction.Mark i -> next(pc);
      case Instruction.AtomicBegin i -> next(pc);
      case Instruction.Observe i -> next(pc);
      case Instruction.AtomicEnd i -> next(pc);
      case Instruction.Allocate i -> next(pc);
      case Instruction.Spawn i -> next(pc);
      case Instruction.Join i -> next(pc);
    };
  }

  private static int[] next(int pc) {
    return new int[] {pc + 1};
  }

  /** The positions that lie on a cycle which has none of the positions in {@code cut}. */
  public static BitSet onCycles(List<Instruction> code, BitSet cut) {
    BitSet onCycles = new BitSet();
    for (int pc = 0; pc < code.size(); pc++) {
      onCycles.set(pc, !cut.get(pc) && reachable(code, pc, cut).get(pc));
    }
    return onCycles;
  }

  /** The positions reachable by one step or more. */
  private static BitSet reachable(List<Instruction> code, int from, BitSet cut) {
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.push(from);
    while (!open.isEmpty()) {
      int pc = open.pop();
      for (int successor : successors(code.get(pc), pc)) {
        if (!cut.get(successor) && !seen.get(successor)) {
          seen.set(successor);
          open.push(successor);
        }
      }
    }
    return seen;
  }
}
