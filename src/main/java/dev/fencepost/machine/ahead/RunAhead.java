// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.BitSet;

/**
 * The rules of loads that ran ahead, for one generator (docs/machine.md, "Running ahead"). A load
 * that becomes ready may read what its cell held at an earlier point of its thread's {@link
 * ReadLog}, from the point on that it comes after by the laws.
 */
public final class RunAhead {
  private final ProgramCode program;
  private final OrderRules rules;
  private final EarlyReads early;
  private final CanonicalLog canonical;
  private final Footprints footprints;

  /** Scratch: per class, the latest view of a finished instance before the one asked for. */
  private final int[] finished;

  /** Hears which instances leave windows. */
  public interface Departures {
    void left(int thread, int index);
  }

  public RunAhead(
      ProgramCode program,
      OrderRules rules,
      Footprints footprints,
      int window,
      Departures departures) {
    this.program = program;
    this.rules = rules;
    this.footprints = footprints;
    early = new EarlyReads(program, rules, footprints);
    finished = new int[rules.classes()];
    boolean repeats = false;
    for (Code code : program.all) {
      repeats |= code.repeats && code.isAccess() && code.kind != MemoryAccess.READ;
    }
    int most = repeats ? window : Integer.MAX_VALUE;
    canonical = new CanonicalLog(program, rules, footprints, most, departures);
  }

  /** The point that a load comes after: that of its address, and of what it has waited for. */
  public int after(ThreadState thread, int index) {
    ReadLog log = thread.log;
    int later = thread.code[index].instanceClass;
    int after = Math.max(log.floor, ReadView.point(log.slot(index, 0)));
    int addresses = log.addresses;
    System.arraycopy(log.done, 0, finished, 0, finished.length);
    for (int earlier = 0; earlier < finished.length; earlier++) {
      after = rules.always(earlier, later) ? Math.max(after, finished[earlier]) : after;
    }
    for (int i = 0; i < index; i++) {
      Code code = thread.code[i];
      if (code.opcode == Opcode.FENCE) {
        int branches = ReadView.point(log.result[i]);
        after = Math.max(after, behind(code, later, branches, addresses));
      } else if (code.isAccess()) {
        addresses = Math.max(addresses, addressView(thread, i));
        if (thread.done[i]) {
          int view = ReadView.point(log.result[i]);
          finished[code.instanceClass] = Math.max(finished[code.instanceClass], view);
          after = rules.always(code.instanceClass, later) ? Math.max(after, view) : after;
        }
      }
    }
    return log.settled(after);
  }

  /** What a load behind a fence comes after; {@link #finished} has what is before the fence. */
  private int behind(Code fence, int later, int branches, int addresses) {
    int after = (rules.behindBranches(fence) >>> later & 1) != 0 ? branches : 0;
    after = rules.fencedAddresses(fence, later) != 0 ? Math.max(after, addresses) : after;
    for (long rest = rules.fenced(fence, later); rest != 0; rest &= rest - 1) {
      after = Math.max(after, finished[Long.numberOfTrailingZeros(rest)]);
    }
    return after;
  }

  static int addressView(ThreadState thread, int index) {
    return thread.addressKnown(index) ? ReadView.full(thread.log.slot(index, 0)) : 0;
  }

  /** The place of a load that takes the value of a store of its window. */
  public int forwarded(ThreadState thread, int store, int load, int after) {
    int place = Math.max(after, placeOf(thread, store));
    boolean paired = thread.code[store].isPaired() && rules.acquires(thread.code[load]);
    return paired ? paired(thread, store, place) : place;
  }

  /** The place of a load that acquires: behind the load of the pair whose store it reads. */
  private static int paired(ThreadState thread, int store, int place) {
    return Math.max(place, ReadView.point(thread.log.result[store]));
  }

  /** Since when the value of a store is known. */
  public static int valueOf(ThreadState thread, int store) {
    return ReadView.max(thread.log.slot(store, 0), thread.log.slot(store, 1));
  }

  /**
   * The point from which a load may take the value of a store: that of its address and its value,
   * but for what the load of its own read-modify-write has read. A processor orders what a load
   * brings before the store of another instruction alone.
   */
  public static int placeOf(ThreadState thread, int store) {
    Code code = thread.code[store];
    if (code.own == 0) {
      return ReadView.point(valueOf(thread, store));
    }
    int view = thread.log.slot(store, 0);
    for (int rest = code.needs[1] & ~code.own; rest != 0; rest &= rest - 1) {
      int place = thread.operandAt(store) + Integer.numberOfTrailingZeros(rest);
      view = ReadView.max(view, thread.log.operand[place]);
    }
    return ReadView.point(view);
  }

  /** A fence that holds nothing back any more leaves, and no access or fence is before it. */
  public void pass(ThreadState thread, Code fence, int branches) {
    ReadLog log = thread.log;
    System.arraycopy(log.done, 0, finished, 0, finished.length);
    for (long rest = rules.loads(); rest != 0; rest &= rest - 1) {
      int later = Long.numberOfTrailingZeros(rest);
      log.floor = Math.max(log.floor, behind(fence, later, branches, log.addresses));
    }
  }

  /**
   * Whether what stands at a place in the window bounds later loads alone: no load and no fence is
   * before it.
   */
  static boolean isFirst(ThreadState thread, int index) {
    for (int i = 0; i < index; i++) {
      if (thread.code[i].kind == MemoryAccess.READ || thread.code[i].opcode == Opcode.FENCE) {
        return false;
      }
    }
    return true;
  }

  /** Whether a load waits until its cell is written, as it could have read before. */
  public static boolean hasStaleLoad(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      if (isStale(thread, i) && !thread.done[i]) {
        return true;
      }
    }
    return false;
  }

  /** Whether to read now is to read late what the load could have read before the last event. */
  public static boolean isStale(ThreadState thread, int index) {
    return !thread.log.isEmpty() && thread.log.offered[index] == ReadLog.STALE;
  }

  /** Whether a load may read at once: not where a write of a header may free a whole block. */
  public boolean readsAtOnce() {
    return !program.frees;
  }

  /** Whether no other thread will write a cell. */
  public boolean isQuiet(State state, int number, int cell) {
    if (!readsAtOnce()) {
      return false;
    }
    for (int i = 0; i < state.threadCount; i++) {
      ThreadState thread = state.threads[i];
      if (i != number && !thread.ended && mayWrite(thread, i, cell)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a thread may still write a cell: by an instance of its window, or later. */
  public boolean mayWrite(ThreadState thread, int number, int cell) {
    int fixed = footprints.thread(number, thread.declaration);
    if (footprints.writesAhead(fixed, thread.pc).get(cell)) {
      return true;
    }
    for (int i = 0; i < thread.count; i++) {
      Code code = thread.code[i];
      if (code.isAccess() && code.kind != MemoryAccess.READ && !thread.done[i]) {
        boolean writes =
            thread.addressKnown(i)
                ? thread.accesses(i, cell)
                : footprints.stores(fixed, code.pc).get(cell)
                    || footprints.writes(fixed, code.pc).get(cell);
        if (writes) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether no load of the window will read an older value. */
  public static boolean hasChosen(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      boolean pending = thread.code[i].opcode == Opcode.LOAD && !thread.done[i];
      if (pending && thread.log.offered[i] == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a fence that holds nothing back may leave: what is before it has left. An access that
   * has finished stays behind a load or another fence alone.
   */
  public boolean passes(ThreadState thread, Code fence, int index) {
    boolean counts = rules.countsAddresses(fence);
    for (int i = 0; i < index; i++) {
      Code code = thread.code[i];
      if (code.kind == MemoryAccess.READ
          || code.opcode == Opcode.FENCE
          || counts && code.isAccess()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a finished instance must stay in the window: a load before it may still run ahead, and
   * would not come after it.
   */
  public static boolean stays(ThreadState thread, int index) {
    boolean bounds = ReadView.point(thread.log.result[index]) > 0 || addressView(thread, index) > 0;
    return bounds && !isFirst(thread, index);
  }

  /** An instance leaves the window: later ones come after it as the laws say. */
  public static void retire(ThreadState thread, int index) {
    ReadLog log = thread.log;
    int number = thread.code[index].instanceClass;
    log.done[number] = Math.max(log.done[number], ReadView.point(log.result[index]));
    log.addresses = Math.max(log.addresses, addressView(thread, index));
  }

  /** A store has written, whose value the thread may have read before. */
  public static void wrote(ThreadState thread, int store, int cell) {
    int since = placeOf(thread, store);
    int acquired = thread.code[store].isPaired() ? paired(thread, store, since) : since;
    CellHistory.wrote(thread.log, cell, since, acquired, valueOf(thread, store));
  }

  /** The first point at which a load may read the value that a cell has before an event. */
  public int since(ThreadState thread, int load, int event) {
    boolean acquires = rules.acquires(thread.code[load]);
    return CellHistory.since(thread.log, thread.cell(load, 0), event, acquires);
  }

  /**
   * Notes the writes of a step in the logs of the other threads.
   *
   * @param prunes whether loads that could have read before do not read now: a run in which they
   *     never do is not a run in which they could not
   */
  public void record(State state, long[] before, boolean prunes) {
    for (int number = 0; number < state.threadCount && !state.recorded; number++) {
      if (!state.moved.contains(number) && !state.threads[number].ended) {
        record(state, number, before, prunes);
      }
    }
    state.recorded = true;
  }

  /** Whether the bound has made a log shorter. */
  public boolean boundHit() {
    return canonical.boundHit;
  }

  /** Brings the logs of threads that have moved into their canonical form. */
  public void tidy(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      if (state.moved.contains(number)) {
        tidy(state, number);
      }
    }
  }

  private void record(State state, int number, long[] before, boolean prunes) {
    ThreadState thread = state.threads[number];
    BitSet ahead = footprints.readsAhead(footprints.thread(number, thread.declaration), thread.pc);
    BitSet cells = null;
    boolean added = false;
    for (int cell : program.stored) {
      boolean written = before[cell] != state.memory[cell] && !program.isStrong(cell);
      if (written && (ahead.get(cell) || thread.count > 0)) {
        cells = cells == null ? early.of(number, thread) : cells;
        if (cells.get(cell)) {
          if (!added) {
            thread = state.writable(number);
            begin(thread);
          }
          int last = thread.log.events - 1;
          if (added) {
            thread.log.joined[last] = true;
          }
          thread.log.add(cell, before[cell], false);
          added = true;
        }
      }
    }
    if (prunes && !thread.log.isEmpty()) {
      thread = refresh(state, number, added);
    }
    if (cells != null && added) {
      canonical.tidy(number, thread, cells);
    }
  }

  /**
   * A load that could have read before the last event does not read until its cell is written: to
   * know a value earlier allows each run that to know it later allows.
   */
  private ThreadState refresh(State state, int number, boolean added) {
    ThreadState thread = state.threads[number];
    for (int i = 0; i < thread.count; i++) {
      int offered = thread.log.offered[i];
      if (offered != 0 && !thread.done[i]) {
        boolean written = state.written.get(thread.cell(i, 0));
        int now = written ? ReadLog.OFFERED : added ? ReadLog.STALE : offered;
        if (now != offered) {
          thread = state.writable(number);
          thread.log.offered[i] = now;
        }
      }
    }
    return thread;
  }

  /** Before its first event, the loads that are ready have been so all along. */
  private void begin(ThreadState thread) {
    ReadLog log = thread.log;
    for (int i = 0; log.isEmpty() && i < thread.count; i++) {
      boolean ready =
          thread.code[i].opcode == Opcode.LOAD
              && thread.ready(i)
              && rules.mayGo(thread, i, false, 0);
      log.offered[i] = ready ? ReadLog.OFFERED : 0;
    }
  }

  /** Brings the log of a thread into its canonical form. */
  public void tidy(State state, int number) {
    ThreadState thread = state.threads[number];
    if (!thread.log.isEmpty()) {
      if (thread.ended) {
        thread.log.clear();
      } else {
        canonical.tidy(number, thread, early.of(number, thread));
      }
    }
  }
}
