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
    int instance = 3 + 2 * program.maxSlots + 2 * program.maxOperands;
    int cells = 5 * thread.views.cells.count;
    return 10 + cells + 2 * program.maxRegisters + thread.count * instance;
  }

  /** A state is about to be packed, whole or in part. */
  final void beginViews(State state) {
    any = state.coherence.count > 0;
  }

  final void packCoherence(Coherence coherence) {
    put(coherence.count);
    for (int i = 0; i < coherence.count; i++) {
      int flags = (coherence.glued[i] ? GLUED : 0) | (coherence.base[i] ? BASE : 0);
      put((long) coherence.cell[i] << 2 | flags);
      put(coherence.writer[i] - Coherence.NOBODY);
      put(zigzag(coherence.value[i]));
      put(coherence.message[i]);
      put(coherence.before[i]);
      if (program.pairs) {
        put(coherence.exclusiveBefore[i]);
      }
    }
    if (any) {
      put(coherence.synced);
    }
  }

  final void unpackCoherence(Coherence coherence) {
    coherence.clear();
    int count = (int) get();
    for (int i = 0; i < count; i++) {
      long head = get();
      int cell = (int) (head >> 2);
      int writer = (int) get() + Coherence.NOBODY;
      boolean first = i == 0 || coherence.cell[i - 1] != cell;
      int write =
          coherence.add(cell, first ? 0 : coherence.rank[i - 1] + 1, writer, unzigzag(get()));
      coherence.message[write] = get();
      coherence.before[write] = get();
      coherence.exclusiveBefore[write] = program.pairs ? get() : 0;
      coherence.glued[write] = (head & GLUED) != 0;
      coherence.base[write] = (head & BASE) != 0;
    }
    any = count > 0;
    coherence.synced = any ? get() : 0;
  }

  final void packViews(ThreadState thread) {
    if (!any) {
      return;
    }
    ThreadViews views = thread.views;
    put(views.seen);
    put(views.coherent);
    put(views.known);
    put(views.branches);
    put(views.addresses);
    put(views.written);
    put(views.fencedWrites);
    if (program.pairs) {
      put(views.exclusives);
      put(views.link);
    }
    packCells(views.cells);
    for (int register : program.threads[thread.declaration][thread.pc].live) {
      put(views.register[ThreadViews.early(register)]);
      put(views.register[ThreadViews.late(register)]);
    }
    for (int i = 0; i < thread.count; i++) {
      packInstance(thread, i);
    }
  }

  private void packCells(CellViews cells) {
    put(cells.count);
    for (int i = 0; i < cells.count; i++) {
      put(cells.cell[i]);
      put(cells.olderReads[i]);
      put(cells.lastReads[i]);
      put(cells.ownWrite[i]);
      put(cells.accesses[i]);
    }
  }

  private void packInstance(ThreadState thread, int index) {
    ThreadViews views = thread.views;
    Code code = thread.code[index];
    put(views.floor[index]);
    put(views.control[index]);
    if (code.isPaired()) {
      put(views.source[index]);
    }
    int slots = 2 * program.maxSlots;
    for (int i = 0; i < 2 * code.slots.length; i++) {
      put(views.slot[index * slots + i]);
    }
    int first = 2 * thread.operandAt(index);
    for (int i = 0; i < 2 * code.operands.length; i++) {
      put(views.operand[first + i]);
    }
  }

  final void unpackViews(ThreadState thread) {
    if (!any) {
      return;
    }
    ThreadViews views = thread.views;
    views.seen = get();
    views.coherent = get();
    views.known = get();
    views.branches = get();
    views.addresses = get();
    views.written = get();
    views.fencedWrites = get();
    views.exclusives = program.pairs ? get() : 0;
    views.link = program.pairs ? get() : 0;
    unpackCells(views.cells);
    for (int register : program.threads[thread.declaration][thread.pc].live) {
      views.register[ThreadViews.early(register)] = get();
      views.register[ThreadViews.late(register)] = get();
    }
    for (int i = 0; i < thread.count; i++) {
      unpackInstance(thread, i);
    }
  }

  private void unpackCells(CellViews cells) {
    int count = (int) get();
    for (int i = 0; i < count; i++) {
      int at = cells.add((int) get());
      cells.olderReads[at] = get();
      cells.lastReads[at] = get();
      cells.ownWrite[at] = get();
      cells.accesses[at] = get();
    }
  }

  private void unpackInstance(ThreadState thread, int index) {
    ThreadViews views = thread.views;
    Code code = thread.code[index];
    views.floor[index] = get();
    views.control[index] = get();
    views.source[index] = code.isPaired() ? get() : 0;
    int slots = 2 * program.maxSlots;
    for (int i = 0; i < 2 * code.slots.length; i++) {
      views.slot[index * slots + i] = get();
    }
    int first = 2 * thread.operandAt(index);
    for (int i = 0; i < 2 * code.operands.length; i++) {
      views.operand[first + i] = get();
    }
  }
}
