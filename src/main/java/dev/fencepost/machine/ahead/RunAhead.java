// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.Pairing;
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
  private final Relevance relevance;
  private final Footprints footprints;

  /** How many events a log may have, where writes repeat. */
  private final int most;

  /** Scratch: per class, the latest view of a finished instance before the one asked for. */
  private final int[] finished;

  /** Hears which instances leave windows. */
  public interface Departures {
    void left(int thread, int index);
  }

  private final Departures departures;

  /** Whether the bound has made a log shorter. */
  public boolean boundHit;

  public RunAhead(
      ProgramCode program,
      OrderRules rules,
      Footprints footprints,
      int window,
      Departures departures) {
    this.departures = departures;
    this.program = program;
    this.rules = rules;
    this.footprints = footprints;
    early = new EarlyReads(program, rules, footprints);
    relevance = new Relevance(program, rules);
    finished = new int[rules.classes()];
    boolean repeats = false;
    for (Code code : program.all) {
      repeats |= code.repeats && code.isAccess() && code.kind != Code.READ;
    }
    most = repeats ? window : Integer.MAX_VALUE;
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

  private static int addressView(ThreadState thread, int index) {
    return thread.addressKnown(index) ? ReadView.full(thread.log.slot(index, 0)) : 0;
  }

  /** The view of a value that a load takes from a store of its window. */
  public int forwarded(ThreadState thread, int store, int load, int after) {
    ReadLog log = thread.log;
    int view = ReadView.max(log.slot(store, 0), log.slot(store, 1));
    view =
        ReadView.max(view, ReadView.of(after, Math.max(after, ReadView.full(log.slot(load, 0)))));
    boolean paired = thread.code[store].isPaired() && rules.acquires(thread.code[load]);
    return paired ? ReadView.max(view, log.result[store]) : view;
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

  /** Whether no access and no fence stands before a place in the window. */
  public static boolean isFirst(ThreadState thread, int index) {
    for (int i = 0; i < index; i++) {
      if (thread.code[i].isAccess() || thread.code[i].opcode == Opcode.FENCE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a finished instance must stay in the window: a load before it may still run ahead, and
   * would not come after it.
   */
  public boolean stays(ThreadState thread, int index) {
    boolean finishes =
        ReadView.point(thread.log.result[index]) > 0
            && relevance.ofFinished(thread.code[index].instanceClass);
    boolean addresses = addressView(thread, index) > 0 && relevance.ofAddresses();
    return (finishes || addresses) && !isFirst(thread, index);
  }

  /** An instance leaves the window: later ones come after it as the laws say. */
  public void retire(ThreadState thread, int index) {
    ReadLog log = thread.log;
    int number = thread.code[index].instanceClass;
    if (relevance.ofFinished(number)) {
      log.done[number] = Math.max(log.done[number], ReadView.point(log.result[index]));
    }
    if (relevance.ofAddresses()) {
      log.addresses = Math.max(log.addresses, addressView(thread, index));
    }
  }

  /** The thread has read the value that a cell had until an event: older ones are too old. */
  public static void read(ThreadState thread, int cell, int event) {
    ReadLog log = thread.log;
    log.setSince(cell, since(log, cell, event));
    kill(log, cell, event);
  }

  /** The thread has written a cell, and may have read its own value since a point. */
  public static void wrote(ThreadState thread, int cell, int since) {
    thread.log.setSince(cell, since);
    kill(thread.log, cell, thread.log.events);
  }

  private static void kill(ReadLog log, int cell, int end) {
    for (int i = 0; i < end; i++) {
      log.dead[i] |= log.cell[i] == cell;
    }
  }

  /** The first event of a cell from a point on, or the number of events. */
  public static int nextEvent(ReadLog log, int cell, int point) {
    int event = point;
    while (event < log.events && (log.dead[event] || log.cell[event] != cell)) {
      event++;
    }
    return event;
  }

  /** The first point at which a cell has the value that it has before an event. */
  public static int since(ReadLog log, int cell, int event) {
    for (int i = event - 1; i >= 0; i--) {
      if (log.cell[i] == cell && !log.dead[i]) {
        return log.settled(i + 1);
      }
    }
    return log.since(cell);
  }

  /** Notes the writes of a step in the logs of the other threads. */
  public void record(State state, long[] before) {
    for (int number = 0; number < state.threadCount && !state.recorded; number++) {
      if ((state.moved >>> number & 1) == 0 && !state.threads[number].ended) {
        record(state, number, before);
      }
    }
    state.recorded = true;
  }

  /** Brings the logs of threads that have moved into their canonical form. */
  public void tidy(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      if ((state.moved >>> number & 1) != 0) {
        tidy(state, number);
      }
    }
  }

  private void record(State state, int number, long[] before) {
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
    if (added) {
      tidy(number, thread, cells);
    }
  }

  /** Before its first event, the loads that are ready have been so all along. */
  private void begin(ThreadState thread) {
    ReadLog log = thread.log;
    for (int i = 0; log.isEmpty() && i < thread.count; i++) {
      log.offered[i] =
          thread.code[i].opcode == Opcode.LOAD
              && thread.ready(i)
              && rules.mayGo(thread, i, false, 0);
    }
  }

  private void tidy(State state, int number) {
    ThreadState thread = state.threads[number];
    if (!thread.log.isEmpty()) {
      if (thread.ended) {
        thread.log.clear();
      } else {
        tidy(number, thread, early.of(number, thread));
      }
    }
  }

  /**
   * Brings the log into its canonical form: events that no load can read are dropped, and what is
   * said of cells that no load reads.
   */
  private void tidy(int number, ThreadState thread, BitSet cells) {
    ReadLog log = thread.log;
    int[] points = new int[log.events + 1];
    int kept = 0;
    for (int i = 0; i < log.events; i++) {
      boolean joined = log.joined[i];
      if (!log.dead[i] && cells.get(log.cell[i])) {
        log.cell[kept] = log.cell[i];
        log.old[kept] = log.old[i];
        log.dead[kept] = false;
        log.joined[kept] = joined;
        kept++;
      } else if (!joined && kept > 0) {
        log.joined[kept - 1] = false;
      }
      points[i + 1] = kept;
    }
    if (kept == 0) {
      forget(number, thread);
      return;
    }
    log.joined[kept - 1] = false;
    log.events = kept;
    move(number, thread, cells, points);
    if (kept > most) {
      boundHit = true;
      read(thread, log.cell[0], nextEvent(log, log.cell[0], 1));
      tidy(number, thread, cells);
    }
  }

  private void move(int number, ThreadState thread, BitSet cells, int[] points) {
    ReadLog log = thread.log;
    int marks = log.marks;
    log.marks = 0;
    for (int i = 0; i < marks; i++) {
      int since = points[log.markedSince[i]];
      if (since > 0 && cells.get(log.markedCell[i])) {
        log.setSince(log.markedCell[i], since);
      }
    }
    for (int i = 0; i < thread.registers; i++) {
      boolean matters = relevance.ofRegister(thread.declaration, i);
      log.setRegister(i, matters ? moved(log.register(i), points) : ReadView.START);
    }
    for (int i = 0; i < thread.count; i++) {
      for (int j = 0; j < thread.code[i].operands.length; j++) {
        int place = thread.operandAt(i) + j;
        log.setOperand(place, moved(log.operand(place), points));
      }
      for (int j = 0; j < thread.code[i].slots.length; j++) {
        log.setSlot(i, j, moved(log.slot(i, j), points));
      }
      log.result[i] = moved(log.result[i], points);
    }
    for (int i = 0; i < log.done.length; i++) {
      log.done[i] = points[log.done[i]];
    }
    log.link = moved(log.link, points);
    log.floor = points[log.floor];
    log.branches = relevance.ofBranches() ? points[log.branches] : 0;
    log.addresses = points[log.addresses];
    for (int i = thread.count - 1; i >= 0; i--) {
      if (thread.done[i] && !stays(thread, i) && !Pairing.passesRead(thread, i)) {
        leave(number, thread, i);
      }
    }
  }

  private static int moved(int view, int[] points) {
    return ReadView.of(points[ReadView.point(view)], points[ReadView.full(view)]);
  }

  /** Nothing can be read early any more: what was kept for that leaves. */
  private void forget(int number, ThreadState thread) {
    thread.log.clear();
    int index = 0;
    while (index < thread.count) {
      boolean passed =
          thread.code[index].opcode == Opcode.FENCE
              && rules.blocksNothing(thread, thread.code[index], index);
      if (thread.done[index] && !Pairing.passesRead(thread, index) || passed) {
        leave(number, thread, index);
      } else {
        index++;
      }
    }
  }

  private void leave(int number, ThreadState thread, int index) {
    departures.left(number, index);
    thread.remove(index);
  }
}
