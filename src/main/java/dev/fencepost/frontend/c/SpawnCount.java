// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** How many threads there can be, so that local objects get no more copies than that. */
final class SpawnCount {
  private SpawnCount() {}

  /** An upper bound; only {@code main}, the first, may start threads for it to be less than all. */
  static int threads(List<ThreadDecl> lowered) {
    List<Instruction> main = lowered.getFirst().code();
    int count = 1;
    for (int i = 0; i < main.size(); i++) {
      if (main.get(i) instanceof Instruction.Spawn) {
        count++;
        if (isInCycle(main, i)) {
          return Program.MAX_THREADS;
        }
      }
    }
    boolean others =
        lowered.stream()
            .skip(1)
            .flatMap(thread -> thread.code().stream())
            .anyMatch(Instruction.Spawn.class::isInstance);
    return others ? Program.MAX_THREADS : Math.min(count, Program.MAX_THREADS);
  }

  private static boolean isInCycle(List<Instruction> code, int start) {
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      int at = open.remove();
      for (int next : successors(code, at)) {
        if (next == start) {
          return true;
        }
        if (!seen.get(next)) {
          seen.set(next);
          open.add(next);
        }
      }
    }
    return false;
  }

  private static int[] successors(List<Instruction> code, int at) {
    return switch (code.get(at)) {
      case Instruction.Jump jump -> new int[] {jump.to()};
      case Instruction.Branch branch -> new int[] {branch.whenTrue(), branch.whenFalse()};
      case Instruction.End end -> new int[0];
      case Instruction other -> new int[] {at + 1};
    };
  }
}
