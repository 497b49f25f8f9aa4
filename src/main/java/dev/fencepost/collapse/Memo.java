// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import java.util.function.Supplier;

/** Memo tables that are dropped when they are full. For one generator, or for many at once. */
final class Memo {
  private final Supplier<MemoTables> empty;
  private volatile MemoTables tables;

  /**
   * @param shared how many shared parts there are
   * @param own whether they are for one thread, and others have theirs
   */
  Memo(int shared, int processes, boolean own) {
    empty = () -> new MemoTables(shared, processes, own);
    tables = empty.get();
  }

  /** The current tables. A user may go on with them after they were dropped. */
  MemoTables tables() {
    return tables;
  }

  /** Whether there is no more room for projections. */
  boolean isFull() {
    return tables.projections().isFull();
  }

  /** Drops the tables where they are full. */
  void checkRoom() {
    MemoTables now = tables;
    if (now.isFull()) {
      drop(now);
    }
  }

  private synchronized void drop(MemoTables full) {
    if (tables == full) {
      tables = empty.get();
    }
  }
}
