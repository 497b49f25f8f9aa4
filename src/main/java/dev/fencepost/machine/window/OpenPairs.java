// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.BitSet;

/**
 * Pairs of instances between which nobody else writes a cell, while the second one is pending. A
 * run in which somebody does is dropped. A thread closes its pairs if it takes all steps up to them
 * before any other thread moves.
 */
public final class OpenPairs {
  private OpenPairs() {}

  /** Whether each run from here is dropped: two threads must be the next to write one cell. */
  public static boolean areDoomed(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      for (int i = 0; i < thread.count; i++) {
        if (mustWrite(thread, i) && mustWrite(state, number, thread.cell(i, 0))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean mustWrite(State state, int before, int cell) {
    for (int number = 0; number < before; number++) {
      ThreadState thread = state.threads[number];
      for (int i = 0; i < thread.count; i++) {
        if (mustWrite(thread, i) && thread.cell(i, 0) == cell) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether it is a paired store that writes for certain, and whose load has read memory. */
  private static boolean mustWrite(ThreadState thread, int index) {
    Code code = thread.code[index];
    boolean certain =
        code.opcode == Opcode.STORE_CONDITIONAL
            || thread.guess[index] == 1
            || (thread.known[index] & Code.CONDITION) != 0 && thread.slot(index, 2) != 0;
    return code.isPaired()
        && certain
        && thread.addressKnown(index)
        && thread.reflected[index] == thread.cell(index, 0) + 1;
  }

  /** The cells that a thread must be the next to write. */
  public static BitSet mustWrite(ThreadState thread) {
    BitSet cells = new BitSet();
    for (int i = 0; i < thread.count; i++) {
      if (mustWrite(thread, i)) {
        cells.set(thread.cell(i, 0));
      }
    }
    return cells;
  }

  /** Whether some pair is open. */
  static boolean areThere(State state) {
    boolean any = false;
    for (int number = 0; number < state.threadCount; number++) {
      any |= lastOpen(state.threads[number]) >= 0;
    }
    return any;
  }

  /** Whether the threads can close their pairs one after the other. */
  static boolean canClose(State state) {
    int open = 0;
    for (int number = 0; number < state.threadCount; number++) {
      open |= lastOpen(state.threads[number]) >= 0 ? 1 << number : 0;
    }
    while (open != 0) {
      int first = 0;
      for (int rest = open; rest != 0 && first == 0; rest &= rest - 1) {
        int number = Integer.numberOfTrailingZeros(rest);
        first = canClose(state, number, open & ~(1 << number)) ? 1 << number : 0;
      }
      if (first == 0) {
        return false;
      }
      open &= ~first;
    }
    return true;
  }

  /** The place of the last pair that is open, or -1. */
  private static int lastOpen(ThreadState thread) {
    for (int i = thread.count - 1; i >= 0; i--) {
      if (Pairing.isOpen(thread, i)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Whether a thread can close its pairs, and leaves those of the others open. A pair that is lost
   * closes only if it writes nothing, which is not known yet.
   */
  private static boolean canClose(State state, int number, int others) {
    ThreadState thread = state.threads[number];
    for (int i = lastOpen(thread); i >= 0; i--) {
      Code code = thread.code[i];
      boolean conditional = code.opcode == Opcode.STORE_CONDITIONAL;
      boolean writes = code.isAccess() && code.kind != MemoryAccess.READ && !thread.done[i];
      boolean known = thread.addressKnown(i);
      int pair = thread.reflected[i] & ~Pairing.FORWARDED;
      boolean lost = code.isPaired() && pair == Pairing.LOST;
      if (code.opcode == Opcode.LOCK
          || lost
          || writes && !known
          || conditional && pair != thread.cell(i, 0) + 1) {
        return false;
      }
      for (int j = 0; writes && j < code.addresses; j++) {
        if (isOpen(state, others, thread.cell(i, j))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isOpen(State state, int threads, int cell) {
    for (int rest = threads; rest != 0; rest &= rest - 1) {
      ThreadState thread = state.threads[Integer.numberOfTrailingZeros(rest)];
      for (int i = 0; i < thread.count; i++) {
        if (Pairing.isOpen(thread, i) && (!thread.addressKnown(i) || thread.cell(i, 0) == cell)) {
          return true;
        }
      }
    }
    return false;
  }
}
