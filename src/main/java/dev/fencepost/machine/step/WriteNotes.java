// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collect.IntList;
import dev.fencepost.collect.PairCache;
import dev.fencepost.machine.window.State;

/**
 * The writes that lead to each successor of a step, as other threads notice them: the cells, and
 * what those held before whose value has changed.
 */
final class WriteNotes {
  /** What memory held before the step. */
  long[] before = {};

  private final PairCache.Record writes = new PairCache.Record();
  private final IntList ends = new IntList();

  /** Whether successors depend on other threads: one of those moves too, or drops the run. */
  boolean entangled;

  /** A step is about to be taken. */
  void begin() {
    ends.clear();
    writes.clear();
    entangled = false;
  }

  /** Notes the writes of the next successor. */
  void note(State state) {
    for (int cell = state.written.nextSetBit(0);
        cell >= 0;
        cell = state.written.nextSetBit(cell + 1)) {
      boolean changed = before[cell] != state.memory[cell];
      writes.putInt(changed ? cell : ~cell);
      writes.putLong(changed ? before[cell] : 0);
    }
    ends.add(writes.size());
  }

  /** Adds the writes of a successor to a record. */
  void addTo(PairCache.Record record, int index) {
    record.put(writes.bytes(), start(index), length(index));
  }

  byte[] bytes() {
    return writes.bytes();
  }

  /** Where the writes of a successor begin, counted from the first of the step. */
  int start(int index) {
    return index == 0 ? 0 : ends.get(index - 1);
  }

  int length(int index) {
    return ends.get(index) - start(index);
  }
}
