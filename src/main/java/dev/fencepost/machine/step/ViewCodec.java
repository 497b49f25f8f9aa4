// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.CellViews;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.ThreadViews;

/** Packs the writes that some thread may not have seen, and what threads have seen of them. */
abstract sealed class ViewCodec extends PackedNumbers permits LogCodec {
  private static final int GLUED = 1;
  private static final int BASE = 2;

  final ProgramCode program;

  /** Whether the state has writes: else all views are empty. */
  private boolean any;

  ViewCodec(ProgramCode program) {
    this.program = program;
  }

  /** The most numbers that the writes of a state take. */
  static int coherenceNumbers(State state) {
    return 2 + 7 * state.coherence.count;
  }

  /** The most numbers that the views of a thread take. */
  final int viewNumbers(ThreadState thread) {
    int instance = 5 + 2 * program.maxSlots + 2 * program.maxOperands;
    int cells = 5 * thread.views.cells.count;
    return 10 + cells + 2 * program.maxRegisters + thread.count * instance;
  }

  /** A state is about to be packed, whole or in part. */
  final void beginViews(State state) {
    any = state.coherence.count > 0;
  }

  /** The writes; {@link #any} says from then on whether there are some. */
  final void coherence(Coherence coherence) {
    if (reading) {
      coherence.clear();
    }
    int count = number(coherence.count);
    for (int i = 0; i < count; i++) {
      if (reading) {
        coherence.add(0, 0, Coherence.NOBODY, 0);
      }
      write(coherence, i);
    }
    any = count > 0;
    coherence.synced = any ? number(coherence.synced) : 0;
  }

  /** Writes are in the order of cells, and of their ranks. */
  private void write(Coherence coherence, int i) {
    int flags = (coherence.glued[i] ? GLUED : 0) | (coherence.base[i] ? BASE : 0);
    long head = number((long) coherence.cell[i] << 2 | flags);
    coherence.cell[i] = (int) (head >> 2);
    coherence.glued[i] = (head & GLUED) != 0;
    coherence.base[i] = (head & BASE) != 0;
    if (reading) {
      boolean first = i == 0 || coherence.cell[i - 1] != coherence.cell[i];
      coherence.rank[i] = first ? 0 : coherence.rank[i - 1] + 1;
    }
    coherence.writer[i] = number(coherence.writer[i] - Coherence.NOBODY) + Coherence.NOBODY;
    coherence.value[i] = signed(coherence.value[i]);
    coherence.message[i] = number(coherence.message[i]);
    coherence.before[i] = number(coherence.before[i]);
    if (program.pairs) {
      coherence.exclusiveBefore[i] = number(coherence.exclusiveBefore[i]);
    }
  }

  /** What a thread has seen of the writes. */
  final void views(ThreadState thread) {
    if (!any) {
      return;
    }
    ThreadViews views = thread.views;
    views.seen = number(views.seen);
    views.coherent = number(views.coherent);
    views.known = number(views.known);
    views.branches = number(views.branches);
    views.addresses = number(views.addresses);
    views.written = number(views.written);
    views.fencedWrites = number(views.fencedWrites);
    if (program.pairs) {
      views.exclusives = number(views.exclusives);
      views.link = number(views.link);
    }
    cells(views.cells);
    for (int register : program.next(thread).live) {
      numbers(views.register, ThreadViews.early(register), 2);
    }
    for (int i = 0; i < thread.count; i++) {
      instance(thread, i);
    }
  }

  private void numbers(long[] views, int first, int count) {
    for (int i = first; i < first + count; i++) {
      views[i] = number(views[i]);
    }
  }

  private void cells(CellViews cells) {
    int count = number(cells.count);
    for (int i = 0; i < count; i++) {
      int at = cells.add(number(reading ? 0 : cells.cell[i]));
      cells.olderReads[at] = number(cells.olderReads[at]);
      cells.lastReads[at] = number(cells.lastReads[at]);
      cells.ownWrite[at] = number(cells.ownWrite[at]);
      cells.accesses[at] = number(cells.accesses[at]);
    }
  }

  private void instance(ThreadState thread, int index) {
    ThreadViews views = thread.views;
    Code code = thread.code[index];
    views.floor[index] = number(views.floor[index]);
    views.control[index] = number(views.control[index]);
    if (code.isPaired()) {
      views.source[index] = number(views.source[index]);
      views.preceding[index] = number(views.preceding[index]);
      views.overtaken[index] = number(views.overtaken[index]);
    }
    numbers(views.slot, 2 * index * program.maxSlots, 2 * code.slots.length);
    numbers(views.operand, 2 * thread.operandAt(index), 2 * code.operands.length);
  }
}
