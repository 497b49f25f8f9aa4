// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.memorymodel.AccessKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable.Rule;

/**
 * Which instance of a window must wait for which: the memory model's table, fences, C11 orders, and
 * forwarding (DESIGN section 2). This is the only place that asks the memory model.
 */
final class OrderRules {
  private static final int NEVER = Rule.NEVER.ordinal();
  private static final int ALWAYS = Rule.ALWAYS.ordinal();

  /** The pairs of a fence that speak of an earlier and a later kind; a C is an R and a W. */
  private static final int[] PAIRS = {
    FencePairs.RR,
    FencePairs.RW,
    FencePairs.RR | FencePairs.RW, //
    FencePairs.WR,
    FencePairs.WW,
    FencePairs.WR | FencePairs.WW, //
    FencePairs.RR | FencePairs.WR,
    FencePairs.RW | FencePairs.WW,
    FencePairs.FULL
  };

  private final int[] table = new int[9];
  final boolean speculation;

  OrderRules(MemoryModel model) {
    AccessKind[] kinds = AccessKind.values();
    for (int earlier = 0; earlier < 3; earlier++) {
      for (int later = 0; later < 3; later++) {
        table[3 * earlier + later] = model.order().rule(kinds[earlier], kinds[later]).ordinal();
      }
    }
    speculation = model.speculation();
  }

  /**
   * Whether the instance at {@code index}, whose operands are known, may take its step: it may pass
   * every earlier unfinished instance. A compare-and-swap that {@code fails} has its failure order.
   */
  boolean mayGo(ThreadState thread, int index, boolean fails) {
    Code code = thread.code[index];
    int kind = code.kind;
    MemoryOrder order = fails ? code.failureOrder : code.order;
    boolean releases = !fails && kind != Code.READ && order.releases();
    int firstGuess = firstUnconfirmedBranch(thread);
    if (firstGuess < index && kind != Code.READ) {
      return false;
    }
    int pairs = 0;
    for (int i = index - 1; i >= 0; i--) {
      Code earlier = thread.code[i];
      if (earlier.opcode == Opcode.FENCE) {
        pairs |= earlier.immediate;
      } else if (earlier.isAccess() && !thread.done[i]) {
        if ((pairs & PAIRS[3 * earlier.kind + kind]) != 0
            || releases
            || acquires(thread, i)
            || order == MemoryOrder.SEQ_CST && effectiveOrder(thread, i) == MemoryOrder.SEQ_CST
            || keepsByTable(thread, i, index)
            || kind == Code.READ && earlier.kind == Code.WRITE && mustAwait(thread, i, index)
            || kind == Code.READ
                && i > firstGuess
                && earlier.kind == Code.WRITE
                && sameCell(thread, i, index)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether everything later waits for this access, by its C11 order. */
  private static boolean acquires(ThreadState thread, int index) {
    return thread.code[index].kind != Code.WRITE && effectiveOrder(thread, index).acquires();
  }

  /** The table. Where an address is not known yet the later one waits, or guesses. */
  private boolean keepsByTable(ThreadState thread, int earlier, int later) {
    int rule = table[3 * thread.code[earlier].kind + thread.code[later].kind];
    if (rule == ALWAYS || rule == NEVER) {
      return rule == ALWAYS;
    }
    return sameCell(thread, earlier, later) || !thread.addressKnown(earlier) && !speculation;
  }

  /** A load waits for the value of an earlier store to its cell, and for an unknown address. */
  private boolean mustAwait(ThreadState thread, int store, int load) {
    if (!thread.addressKnown(store)) {
      return !speculation;
    }
    return sameCell(thread, store, load) && !thread.ready(store);
  }

  /** Whether two instances are known to access a common cell; the later one's address is known. */
  static boolean sameCell(ThreadState thread, int earlier, int later) {
    Code first = thread.code[earlier];
    Code second = thread.code[later];
    for (int i = 0; i < first.addresses; i++) {
      for (int j = 0; j < second.addresses; j++) {
        if ((thread.known[earlier] & 1 << i) != 0
            && thread.slot(earlier, i) == thread.slot(later, j)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether {@code later}, which finished, must not have passed {@code earlier}: a wrong guess. */
  boolean wronglyPassed(ThreadState thread, int earlier, int later) {
    int first = thread.code[earlier].kind;
    int second = thread.code[later].kind;
    return sameCell(thread, earlier, later)
        && (table[3 * first + second] != NEVER || first == Code.WRITE && second == Code.READ);
  }

  private static MemoryOrder effectiveOrder(ThreadState thread, int index) {
    Code code = thread.code[index];
    return thread.guess[index] == 0 ? code.failureOrder : code.order;
  }

  /** The place of the first branch that fetch passed on a guess, or past the window's end. */
  static int firstUnconfirmedBranch(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      Opcode opcode = thread.code[i].opcode;
      if (opcode == Opcode.BRANCH || opcode == Opcode.ASSUME) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Whether no earlier instance is left that the fence holds later ones back for. */
  static boolean blocksNothing(ThreadState thread, int pairs, int index) {
    for (int i = 0; i < index; i++) {
      Code earlier = thread.code[i];
      if (earlier.isAccess() && !thread.done[i] && (pairs & firstHalf(earlier.kind)) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int firstHalf(int kind) {
    return PAIRS[3 * kind + Code.RMW];
  }

  /** Whether fetch stops: every later instance must wait for one that is in the window. */
  boolean stopsFetch(ThreadState thread) {
    int reads = 0;
    int writes = 0;
    for (int i = 0; i < thread.count; i++) {
      Code code = thread.code[i];
      if (code.opcode == Opcode.FENCE) {
        if ((code.immediate & (reads * FencePairs.RR | writes * FencePairs.WR)) != 0
            && (code.immediate & (reads * FencePairs.RW | writes * FencePairs.WW)) != 0) {
          return true;
        }
      } else if (code.isAccess() && !thread.done[i]) {
        if (holdsBackAll(code.kind) || acquires(thread, i)) {
          return true;
        }
        reads |= code.kind == Code.WRITE ? 0 : 1;
        writes |= code.kind == Code.READ ? 0 : 1;
      }
    }
    return false;
  }

  private boolean holdsBackAll(int kind) {
    return table[3 * kind] == ALWAYS
        && table[3 * kind + 1] == ALWAYS
        && table[3 * kind + 2] == ALWAYS;
  }

  private boolean waitsForAll(int kind) {
    return table[kind] == ALWAYS && table[3 + kind] == ALWAYS && table[6 + kind] == ALWAYS;
  }

  /** Whether fetch forks on the outcome of this instance, on which its acquire order hangs. */
  boolean guessesOutcome(Code code) {
    return code.outcomeDecidesAcquire() && !holdsBackAll(code.kind);
  }

  /** Whether the window is empty whenever fetch has passed this instruction, in any run. */
  boolean emptiesWindow(Code code) {
    return switch (code.opcode) {
      case ATOMIC_BEGIN, SPAWN -> true;
      case FENCE -> code.immediate == FencePairs.FULL;
      default ->
          code.isAccess()
              && (holdsBackAll(code.kind) || code.order.acquires() && code.failureOrder.acquires())
              && (waitsForAll(code.kind) || code.order.releases() && code.failureOrder.releases());
    };
  }
}
