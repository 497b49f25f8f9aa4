// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collect.IntList;
import dev.fencepost.collect.PairCache;
import dev.fencepost.machine.window.State;
import java.util.Arrays;

/**
 * The writes that lead to each successor of a step, as other threads notice them: the cells, and
 * what those held before whose value has changed.
 */
final class WriteNotes {
  private static final int WRITE_BYTES = Integer.BYTES + 1 + Long.BYTES;

  /** What memory held before the step. */
  long[] before = {};

  private byte[] bytes = new byte[256];
  private final IntList ends = new IntList();

  /** Whether successors depend on other threads: one of those moves too, or drops the run. */
  boolean entangled;

  /** A step is about to be taken. */
  void begin() {
    ends.clear();
    entangled = false;
  }

  /** Notes the writes of the next successor. */
  void note(State state) {
    int at = end();
    int needed = at + state.written.cardinality() * WRITE_BYTES;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * needed);
    }
    for (int cell = state.written.nextSetBit(0);
        cell >= 0;
        cell = state.written.nextSetBit(cell + 1)) {
      boolean changed = before[cell] != state.memory[cell];
      at = put(cell, Integer.BYTES, at);
      bytes[at++] = (byte) (changed ? 1 : 0);
      at = put(changed ? before[cell] : 0, Long.BYTES, at);
    }
    ends.add(at);
  }

  private int put(long value, int size, int at) {
    for (int i = 0; i < size; i++) {
      bytes[at + i] = (byte) (value >> i * Byte.SIZE);
    }
    return at + size;
  }

  private int end() {
    return ends.size() == 0 ? 0 : ends.get(ends.size() - 1);
  }

  /** Adds the writes of a successor to a record. */
  void addTo(PairCache.Record record, int index) {
    record.put(bytes, start(index), length(index));
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where the writes of a successor begin, counted from the first of the step. */
  int start(int index) {
    return index == 0 ? 0 : ends.get(index - 1);
  }

  int length(int index) {
    return ends.get(index) - start(index);
  }
}
