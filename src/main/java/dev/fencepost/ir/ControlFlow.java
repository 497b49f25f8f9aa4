// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.budget.Budget;
import dev.fencepost.collect.StrongComponents;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The control flow of a thread's code. Whoever walks along it asks the budget at each step. */
public final class ControlFlow {

  private ControlFlow() {}

  /** Where the instruction at {@code pc} may go on. */
  public static int[] successors(Instruction instruction, int pc) {
    Budget.ask();
    return switch (instruction) {
      case Instruction.Branch branch -> new int[] {branch.whenTrue(), branch.whenFalse()};
      case Instruction.Jump jump -> new int[] {jump.to()};
      case Instruction.End end -> new int[0];
      case Instruction other -> new int[] {pc + 1};
    };
  }

  /** The positions that lie on a cycle which has none of the positions in {@code cut}. */
  public static BitSet onCycles(List<Instruction> code, BitSet cut) {
    BitSet onCycles = new BitSet();
    if (!goesBack(code)) {
      return onCycles;
    }
    StrongComponents components =
        new StrongComponents(
            code.size(),
            pc ->
                cut.get(pc)
                    ? new int[0]
                    : Arrays.stream(successors(code.get(pc), pc))
                        .filter(next -> !cut.get(next))
                        .toArray());
    for (int pc = 0; pc < code.size(); pc++) {
      onCycles.set(pc, components.isOnCycle(pc));
    }
    return onCycles;
  }

  /** Whether an instruction may lead to itself or to one before it, as in every cycle. */
  public static boolean goesBack(List<Instruction> code) {
    for (int pc = 0; pc < code.size(); pc++) {
      for (int next : successors(code.get(pc), pc)) {
        if (next <= pc) {
          return true;
        }
      }
    }
    return false;
  }

  /** The positions reachable from one, with it. */
  public static BitSet reachable(List<Instruction> code, int from) {
    return reachable(code, from, instruction -> false);
  }

  /** The positions reachable from one, with it, on paths that end at the first stop. */
  public static BitSet reachable(List<Instruction> code, int from, Predicate<Instruction> stops) {
    return reachable(code, new int[] {from}, stops);
  }

  /** The positions reachable from some, with these, on paths that end at the first stop. */
  public static BitSet reachable(List<Instruction> code, int[] from, Predicate<Instruction> stops) {
    return reachable(
        from, pc -> stops.test(code.get(pc)) ? new int[0] : successors(code.get(pc), pc));
  }

  /** The nodes of a graph that are reachable from some, with these. */
  public static BitSet reachable(int[] from, IntFunction<int[]> successors) {
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    IntStream.of(from).forEach(open::push);
    while (!open.isEmpty()) {
      Budget.ask();
      int node = open.pop();
      if (!seen.get(node)) {
        seen.set(node);
        IntStream.of(successors.apply(node)).forEach(open::push);
      }
    }
    return seen;
  }

  /**
   * The instructions that are kept; a jump to one that is not goes to the next that is.
   *
   * @param target the position that the target of a jump stands for
   */
  public static List<Instruction> keeping(
      List<Instruction> code, BitSet kept, IntUnaryOperator target) {
    int[] positions = new int[code.size() + 1];
    for (int i = 0; i < code.size(); i++) {
      positions[i + 1] = positions[i] + (kept.get(i) ? 1 : 0);
    }
    return kept.stream()
        .mapToObj(i -> code.get(i).moved(to -> positions[target.applyAsInt(to)]))
        .toList();
  }
}
