// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The memo tables of all processes, and the projections that their views are made of. */
final class MemoTables {
  /** The share of the heap that the tables may take, over all threads. */
  private static final int HEAP_SHARE = 8;

  private final AtomicReferenceArray<MemoTable> tables;
  private final AtomicLong room;
  private final Projections projections;

  /**
   * @param shared how many shared parts there are
   * @param own whether they are for one thread, and others have theirs
   */
  MemoTables(int shared, int processes, boolean own) {
    int threads = own ? Runtime.getRuntime().availableProcessors() : 1;
    room = new AtomicLong(Runtime.getRuntime().maxMemory() / HEAP_SHARE / threads);
    projections = new Projections(shared);
    tables = new AtomicReferenceArray<>(processes);
  }

  MemoTable of(int process) {
    MemoTable table = tables.get(process);
    if (table == null) {
      tables.compareAndSet(process, null, new MemoTable(room));
      table = tables.get(process);
    }
    return table;
  }

  Projections projections() {
    return projections;
  }

  boolean isFull() {
    return room.get() < projections.bytes();
  }
}
