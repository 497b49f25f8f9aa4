// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.ahead.EarlyReads;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.CellViews;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.BitSet;

/**
 * Makes other threads see what was seen at a full fence, cell by cell, where that makes no
 * difference: a load that can execute now and would read an older write might as well have executed
 * before the fence, in another run. Only loads that something pending keeps from executing, and
 * that do not come after it, may still read older writes. For one generator.
 */
public final class Arrivals {
  private final EarlyReads early;

  public Arrivals(ProgramCode program, OrderRules rules, Footprints footprints) {
    early = new EarlyReads(program, rules, footprints);
  }

  /** A thread has passed a full fence. */
  public void spread(State state, int number) {
    for (int other = 0; other < state.threadCount; other++) {
      if (other != number && !state.threads[other].ended) {
        spreadTo(state, other);
      }
    }
  }

  private void spreadTo(State state, int number) {
    ThreadState thread = state.threads[number];
    Coherence coherence = state.coherence;
    BitSet cells = null;
    long unseen = coherence.synced & ~(thread.views.seen | thread.views.coherent);
    for (long rest = unseen; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      cells = cells == null ? early.of(number, thread) : cells;
      if (!cells.get(coherence.cell[write])) {
        see(state.writable(number), coherence.cell[write], 1L << write);
      }
    }
  }

  /** A thread sees a write that it has not read: reads so far were of older ones. */
  static void see(ThreadState thread, int cell, long write) {
    CellViews cells = thread.views.cells;
    int at = cells.add(cell);
    thread.views.coherent |= write;
    cells.olderReads[at] |= cells.lastReads[at];
    cells.lastReads[at] = 0;
  }
}
