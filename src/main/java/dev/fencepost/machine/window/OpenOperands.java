// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Objects;

/**
 * Operands that are open. Conditions are guessed only where the guess allows a step: those of
 * paired stores that may write nothing, and of selects that may take either value. A wrong guess
 * drops the run.
 */
public final class OpenOperands {
  private OpenOperands() {}

  /** Whether it is a paired store of which it is not known, nor guessed, whether it writes. */
  public static boolean isUndecided(ThreadState thread, int index) {
    return thread.code[index].opcode == Opcode.PAIRED_STORE
        && (thread.known[index] & Code.CONDITION) == 0
        && thread.guess[index] == ThreadState.NO_GUESS;
  }

  /** The place of a select that may take either value and has taken none, or -1. */
  public static int openSelect(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      if (thread.code[i].takesEither()
          && (thread.known[i] & Code.WHEN_FALSE) != 0
          && thread.guess[i] == ThreadState.NO_GUESS) {
        return i;
      }
    }
    return -1;
  }

  /** Guesses a condition; a store that writes nothing waits for its condition alone. */
  public static boolean guess(ThreadState thread, int index, int outcome) {
    thread.guess[index] = outcome;
    if (thread.code[index].opcode == Opcode.PAIRED_STORE && outcome == 0) {
      if (Pairing.awaitsPair(thread, index)) {
        Pairing.unpair(thread, index);
      }
      thread.become(index, Objects.requireNonNull(thread.code[index].unwritten));
    }
    return true;
  }

  /** Whether an operand has no value though all that it depends on is known: a run-time error. */
  static boolean isStuck(ThreadState thread, int index) {
    Code instance = thread.code[index];
    for (int i = 0; i < instance.slots.length; i++) {
      boolean open = (thread.known[index] & 1 << i) == 0;
      for (int rest = instance.needs[i]; rest != 0; rest &= rest - 1) {
        int place = thread.operandAt(index) + Integer.numberOfTrailingZeros(rest);
        open &= thread.operandReference[place] == ThreadState.NO_REFERENCE;
      }
      if (open) {
        return true;
      }
    }
    return false;
  }
}
