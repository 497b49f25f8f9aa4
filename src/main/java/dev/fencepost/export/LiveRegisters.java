// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.BitSet;
import java.util.List;

/** Which registers of a thread are read again. */
final class LiveRegisters {
  private final List<Instruction> code;
  private final BitSet[] live;

  LiveRegisters(List<Instruction> code) {
    this.code = code;
    live = Registers.live(code);
  }

  /** The registers that matter at an instruction, or are written there, and never behind it. */
  BitSet dead(int pc, int next) {
    BitSet dead = (BitSet) live[pc].clone();
    for (int register : Registers.written(code.get(pc))) {
      if (register != Instruction.NO_TARGET) {
        dead.set(register);
      }
    }
    if (next < code.size()) {
      dead.andNot(live[next]);
    }
    return dead;
  }
}
