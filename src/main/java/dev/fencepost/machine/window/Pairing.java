// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

/**
 * Linked loads and the stores that are paired with them, and loads of one cell that have passed one
 * another: between two such instances nobody else writes the cell.
 */
public final class Pairing {
  /** In a link or pair: the linked load has read a store of its window, not memory. */
  public static final int FORWARDED = 1 << 28;

  /** In {@link ThreadState#reflected} of a paired store: the cell was written since its load. */
  public static final int LOST = 1 << 29;

  /** In {@link ThreadState#reflected} of a linked load: a later store was paired with it. */
  public static final int PAIRED = 1;

  /** In {@link ThreadState#reflected} of a linked load: no store will be paired with it. */
  public static final int UNPAIRED = 2;

  private Pairing() {}

  /** Whether a load stands behind a pending one of its cell, which must read the same write. */
  public static boolean passesRead(ThreadState thread, int index) {
    for (int i = index - 1; i >= 0; i--) {
      if (thread.code[i].isAccess()
          && thread.addressKnown(i)
          && thread.slot(i, 0) == thread.slot(index, 0)) {
        if (thread.code[i].kind == MemoryAccess.WRITE) {
          return false;
        }
        if (thread.code[i].kind == MemoryAccess.READ && !thread.done[i]) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a later load of its cell has read memory before this one. */
  public static boolean isPassed(ThreadState thread, int index) {
    for (int i = index + 1; i < thread.count; i++) {
      if (thread.code[i].kind == MemoryAccess.READ
          && thread.done[i]
          && thread.slot(i, 0) == thread.slot(index, 0)
          && passesRead(thread, i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the run is dropped if somebody else writes a cell: that of a store that is paired and
   * pending, or of a load that has passed another one.
   */
  static boolean isOpen(ThreadState thread, int index) {
    boolean conditional = thread.code[index].opcode == Opcode.STORE_CONDITIONAL;
    return thread.code[index].isPaired()
        ? conditional || thread.reflected[index] != 0
        : thread.done[index] && passesRead(thread, index);
  }

  /** Whether it is a paired store whose load has not read yet. */
  public static boolean awaitsPair(ThreadState thread, int index) {
    return thread.code[index].isPaired() && thread.reflected[index] == 0;
  }

  /** The place of the load-linked that is pending and that the next store takes, or -1. */
  public static int pendingLink(ThreadState thread) {
    for (int i = thread.count - 1; i >= 0; i--) {
      if (thread.code[i].isLinked() && !thread.done[i] && thread.reflected[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /** The store of a read-modify-write, which waits for the load before it, will not write. */
  static void unpair(ThreadState thread, int store) {
    thread.reflected[store - 1] = UNPAIRED;
  }

  /** A linked load has read a cell: the thread has a link, or the store that is paired with it. */
  public static void link(ThreadState thread, int index, int cell) {
    int paired = thread.reflections(index);
    if (paired == 0) {
      thread.link = cell;
      thread.noted.link(index);
    }
    boolean atomic = thread.code[index].store != null;
    for (int i = index + 1; i < thread.count && paired == PAIRED; i++) {
      boolean ofKind = (thread.code[i].opcode == Opcode.PAIRED_STORE) == atomic;
      if (ofKind && thread.code[i].isPaired() && thread.reflected[i] == 0) {
        thread.reflected[i] = cell == ThreadState.NO_LINK ? LOST : cell + 1;
        thread.noted.pair(i, index);
        return;
      }
    }
  }
}
