// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.ahead.RunAhead.Departures;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.ThreadState;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The canonical form of a {@link ReadLog}: events that no load can read are dropped, and each view
 * is the first of the points that no load of its thread can distinguish ({@link Influence}).
 */
final class CanonicalLog {
  private static final BitSet NOTHING = new BitSet();

  private final ProgramCode program;
  private final OrderRules rules;
  private final Footprints footprints;

  /** How many events a log may have. */
  private final int most;

  private final Departures departures;
  private final Influence[] influences;

  /** Scratch: per point, its number among the events that are kept. */
  private int[] points = new int[16];

  @SuppressWarnings("NullAway.Init") // tidy sets it
  private Influence influence;

  @SuppressWarnings("NullAway.Init") // tidy sets it
  private ReadLog log;

  private final EventOrder order = new EventOrder();

  /** Whether the bound has made a log shorter. */
  boolean boundHit;

  CanonicalLog(
      ProgramCode program,
      OrderRules rules,
      Footprints footprints,
      int most,
      Departures departures) {
    this.program = program;
    this.rules = rules;
    this.footprints = footprints;
    this.most = most;
    this.departures = departures;
    influences = new Influence[footprints.threads()];
  }

  private Influence influence(int number, ThreadState thread) {
    int fixed = footprints.thread(number, thread.declaration);
    if (influences[fixed] == null) {
      influences[fixed] = new Influence(program, rules, footprints, fixed);
    }
    return influences[fixed];
  }

  /** Brings the log of a thread that may read these cells early into its canonical form. */
  void tidy(int number, ThreadState thread, BitSet cells) {
    log = thread.log;
    if (drop(cells) == 0) {
      forget(number, thread);
      return;
    }
    influence = influence(number, thread);
    order.begin(log, influence, oldest(thread));
    round(thread, cells);
    if (order.sort(log)) {
      round(thread, cells);
    }
    for (int i = thread.count - 1; i >= 0; i--) {
      if (thread.done[i] && !RunAhead.stays(thread, i) && !Pairing.passesRead(thread, i)) {
        leave(number, thread, i);
      }
    }
    if (log.events > most) {
      boundHit = true;
      CellHistory.read(log, log.cell[0], CellHistory.nextEvent(log, log.cell[0], 1));
      tidy(number, thread, cells);
    }
  }

  /** Drops the events that no load can read; gives how many are left. */
  private int drop(BitSet cells) {
    points = points.length > log.events ? points : Arrays.copyOf(points, 2 * log.events);
    int kept = 0;
    for (int i = 0; i < log.events; i++) {
      boolean joined = log.joined[i];
      if (i >= log.floor && !log.dead[i] && cells.get(log.cell[i])) {
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
    if (kept > 0) {
      log.joined[kept - 1] = false;
      log.events = kept;
    }
    return kept;
  }

  /** Numbers the views anew. */
  private void round(ThreadState thread, BitSet cells) {
    int oldest = oldest(thread);
    int marks = log.marks;
    log.marks = 0;
    for (int i = 0; i < marks; i++) {
      int cell = log.markedCell[i];
      BitSet bounded = influence.of(oldest, influence.ofCell(cell));
      int since = point(log.markedSince[i], bounded);
      int acquired = point(log.markedAcquired[i], bounded);
      int value = view(log.markedValue[i], bounded);
      if ((acquired > 0 || value != ReadView.START) && cells.get(cell)) {
        log.setSince(cell, since, acquired, value);
      }
    }
    for (int i = 0; i < thread.registers; i++) {
      log.register[i] = view(log.register[i], influence.of(thread.pc, i));
    }
    for (int i = 0; i < thread.count; i++) {
      round(thread, i);
    }
    for (int i = 0; i < log.done.length; i++) {
      log.done[i] = point(log.done[i], influence.of(oldest, influence.ofClass(i)));
    }
    log.link = view(log.link, influence.of(thread.pc, influence.link));
    log.floor = point(log.floor, influence.of(oldest, influence.floor));
    log.branches = point(log.branches, influence.of(thread.pc, influence.branches));
    log.addresses = point(log.addresses, influence.of(oldest, influence.addresses));
  }

  /** The position of the oldest instance, which has not finished, or that of fetch. */
  private static int oldest(ThreadState thread) {
    return thread.count > 0 ? thread.code[0].pc : thread.pc;
  }

  private void round(ThreadState thread, int index) {
    Code code = thread.code[index];
    boolean done = thread.done[index];
    for (int i = 0; i < code.operands.length; i++) {
      int place = thread.operandAt(index) + i;
      BitSet cells = done ? NOTHING : influence.of(code.pc, code.operands[i]);
      log.operand[place] = view(log.operand[place], cells);
    }
    for (int i = 0; i < code.slots.length; i++) {
      int view = ReadView.START;
      if (done) {
        BitSet cells = influence.of(code.next, influence.addresses);
        view = i < code.addresses ? view(log.slot(index, i), cells) : view;
      } else {
        for (int rest = code.needs[i]; rest != 0; rest &= rest - 1) {
          int register = code.operands[Integer.numberOfTrailingZeros(rest)];
          view = ReadView.max(view, view(log.slot(index, i), influence.of(code.pc, register)));
        }
      }
      log.setSlot(index, i, view);
    }
    BitSet cells =
        done
            ? influence.of(code.next, influence.ofClass(code.instanceClass))
            : code.opcode == Opcode.FENCE
                ? influence.of(code.pc, influence.branches)
                : influence.of(code.pc, influence.pair(code));
    log.result[index] = view(log.result[index], cells);
  }

  private int view(int view, BitSet cells) {
    return view == ReadView.START
        ? view
        : ReadView.of(point(ReadView.point(view), cells), point(ReadView.full(view), cells));
  }

  /** The first point that events of these cells do not separate from a point. */
  private int point(int old, BitSet cells) {
    if (order.isSorted()) {
      return order.moved(old, cells);
    }
    int point = points[old];
    while (point > 0 && !cells.get(log.cell[point - 1])) {
      point--;
    }
    order.separate(point, cells);
    return point;
  }

  /** Nothing can be read early any more: what was kept for that leaves. */
  private void forget(int number, ThreadState thread) {
    log.clear();
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
