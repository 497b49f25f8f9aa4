// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
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
        if (ControlFlow.reachable(main, i + 1).get(i)) {
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
}
