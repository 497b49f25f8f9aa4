// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The steps of processes, as long as there is room for them, and what processes see. */
public final class StepTables {
  /** What part of the heap they may take, all threads' together where each has its own. */
  private static final int HEAP_SHARE = 8;

  private final AtomicReferenceArray<StepTable> tables;
  private final AtomicLong room;
  private final PartViews views;

  /**
   * @param shared how many parts what is shared has
   * @param own whether they are for one thread, and others have theirs
   */
  StepTables(int shared, int processes, boolean own) {
    int threads = own ? Runtime.getRuntime().availableProcessors() : 1;
    room = new AtomicLong(Runtime.getRuntime().maxMemory() / HEAP_SHARE / threads);
    views = new PartViews(shared);
    tables = new AtomicReferenceArray<>(processes);
  }

  public StepTable of(int process) {
    StepTable table = tables.get(process);
    if (table == null) {
      tables.compareAndSet(process, null, new StepTable(room));
      table = tables.get(process);
    }
    return table;
  }

  /** What the numbers of steps stand for. */
  public PartViews views() {
    return views;
  }

  boolean isFull() {
    return room.get() < views.bytes();
  }

  /**
   * What the steps of a process are found by.
   *
   * @param seen the parts of what is shared that it sees, as bits
   */
  public long key(StateNumbers state, int process, int seen) throws LimitException {
    return StepTable.key(state.view(seen, views), state.process(process));
  }

  /** Writes what steps of a process lead to. */
  public void write(long value, int process, StateNumbers state, Successors out) {
    if (!StepTable.isList(value)) {
      if (StepTable.shared(value) != 0) {
        write(value, process, state, Successors.FINE, out);
      }
      return;
    }
    int[] all = of(process).lists();
    int stride = StepTable.isCoded(value) ? 3 : 2;
    int end = StepTable.number(value) + stride * StepTable.count(value);
    for (int at = StepTable.number(value); at < end; at += stride) {
      int code = stride == 2 ? Successors.FINE : all[at + 2];
      write(StepTable.key(all[at], all[at + 1]), process, state, code, out);
    }
  }

  private void write(long step, int process, StateNumbers state, int code, Successors out) {
    int length = state.length();
    byte[] target = out.reserve(length);
    int start = out.end();
    System.arraycopy(state.bytes(), state.offset(), target, start, length);
    views.put(StepTable.shared(step), target, start);
    int number = StepTable.number(step);
    if (number == RememberedSteps.GONE) {
      out.add(start + length - Integer.BYTES, code);
    } else {
      PartNumbers.put(target, start, views.shared() + process, number);
      out.add(start + length, code);
    }
  }
}
