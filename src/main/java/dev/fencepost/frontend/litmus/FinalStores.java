// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * The end of a thread: its observed registers go to strong cells, in one step after all else, which
 * the memory model does not see. Threads take these steps one after the other, the last thread
 * first, so that they add little to the states.
 */
final class FinalStores {

  private FinalStores() {}

  static List<Instruction> of(
      SequencedMap<String, Integer> observed,
      List<Integer> before,
      Function<String, Expr> read,
      Origin origin) {
    List<Instruction> code = new ArrayList<>();
    for (Map.Entry<String, Integer> register : observed.sequencedEntrySet()) {
      Expr address = Expr.constant(Program.addressOf(register.getValue()));
      Expr value = read.apply(register.getKey());
      code.add(new Instruction.Store(address, value, MemoryOrder.RELAXED, true, origin));
    }
    if (code.isEmpty()) {
      return code;
    }
    code.addFirst(new Instruction.AtomicBegin(origin));
    for (int i = before.size() - 1; i >= 0; i--) {
      code.addFirst(new Instruction.Join(Expr.constant(before.get(i)), origin));
    }
    code.add(new Instruction.AtomicEnd(origin));
    return code;
  }

  /**
   * The threads that end before one stores its registers.
   *
   * @param observed per thread, the registers that go to cells
   */
  static List<Integer> threadsBefore(List<SequencedMap<String, Integer>> observed, int thread) {
    List<Integer> before = new ArrayList<>();
    for (int i = 0; i < observed.size(); i++) {
      if (i != thread && observed.get(i).isEmpty()) {
        before.add(i);
      }
    }
    for (int i = thread + 1; i < observed.size(); i++) {
      if (!observed.get(i).isEmpty()) {
        before.add(i);
        break;
      }
    }
    return before;
  }
}
