// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The steps of processes, as long as there is room for them. */
final class StepTables {
  /** What part of the heap they may take. */
  private static final int HEAP_SHARE = 8;

  private final AtomicReferenceArray<StepTable> tables;
  private final AtomicLong room = new AtomicLong(Runtime.getRuntime().maxMemory() / HEAP_SHARE);

  StepTables(int processes) {
    tables = new AtomicReferenceArray<>(processes);
  }

  StepTable of(int process) {
    StepTable table = tables.get(process);
    if (table == null) {
      tables.compareAndSet(process, null, new StepTable(room));
      table = tables.get(process);
    }
    return table;
  }

  boolean isFull() {
    return room.get() < 0;
  }
}
