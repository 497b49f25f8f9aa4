// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.ir.footprint.Sharing;
import java.util.BitSet;

/**
 * A partition of the threads into segments, each with one memory. All of these are there from the
 * start; a thread that is started takes over from its creator's memory what no other thread of its
 * segment reads racily, and so sees what its creator sees ({@link Sharing}).
 */
public final class SharedMemories {
  private final int[] segments;
  private final int count;

  /** Per thread, the cells that it takes over; and those that are kept for it until it starts. */
  private final BitSet[] takenOver;

  private final BitSet[] kept;

  public SharedMemories(Sharing sharing, Footprints footprints) {
    segments = sharing.segments();
    count = sharing.count();
    takenOver = new BitSet[segments.length];
    kept = new BitSet[segments.length];
    for (int thread = 0; thread < segments.length; thread++) {
      takenOver[thread] = sharing.takenOver(thread);
      kept[thread] = (BitSet) footprints.readsAhead(thread, 0).clone();
      kept[thread].andNot(takenOver[thread]);
    }
  }

  int count() {
    return count;
  }

  /** The memory of a thread. */
  int of(int thread) {
    return segments[thread];
  }

  /** Adds what is kept in a memory for threads that are not started yet. */
  public void addKept(int started, int memory, long[] cells) {
    for (int thread = started; thread < segments.length; thread++) {
      if (segments[thread] == memory) {
        long[] more = kept[thread].toLongArray();
        for (int i = 0; i < more.length && i < cells.length; i++) {
          cells[i] |= more[i];
        }
      }
    }
  }

  /** A thread has been started. */
  void takeOver(State state, int creator, int started) {
    int from = segments[creator];
    int to = segments[started];
    if (from == to) {
      return;
    }
    BitSet cells = takenOver[started];
    for (int cell = cells.nextSetBit(0); cell >= 0; cell = cells.nextSetBit(cell + 1)) {
      state.copyCell(from, to, cell);
    }
    for (int number = 0; number < started; number++) {
      ThreadState thread = state.threads[number];
      for (int i = 0; i < thread.count; i++) {
        if (thread.code[i].opcode == Opcode.STORE
            && thread.addressKnown(i)
            && cells.get(thread.cell(i, 0))) {
          thread = state.writable(number);
          thread.reflected[i] =
              thread.reflected[i] & ~(1 << to) | (thread.reflected[i] >>> from & 1) << to;
        }
      }
    }
  }
}
