// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Evaluator;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ThreadState;

/** The operands of an instruction that is executed at once, from registers that are all known. */
public final class KnownOperands {
  private final Emitter emitter;
  private final long[] operands;

  KnownOperands(ProgramCode program, Emitter emitter) {
    this.emitter = emitter;
    operands = new long[program.maxOperands];
  }

  /** Reports a violation by an instruction with known registers to the observer. */
  void reportFailure(ThreadState thread, int number, Code code, String message) {
    if (emitter.isObserved()) {
      load(thread, code);
      emitter.observer.failed(number, code, message, operands, 0);
    }
  }

  /** Whether the thread's registers hold values for all that the instruction reads. */
  public static boolean areKnown(ThreadState thread, Code code) {
    for (int register : code.operands) {
      if (thread.registerReference[register] != ThreadState.NO_REFERENCE) {
        return false;
      }
    }
    return true;
  }

  /** The value of a slot from registers that are all known. */
  public long value(ThreadState thread, Code code, int slot) {
    if ((code.constantSlots & 1 << slot) != 0) {
      return code.constants[slot];
    }
    load(thread, code);
    return Evaluator.evaluate(code.slots[slot], operands, 0);
  }

  private void load(ThreadState thread, Code code) {
    for (int i = 0; i < code.operands.length; i++) {
      operands[i] = thread.register[code.operands[i]];
    }
  }
}
