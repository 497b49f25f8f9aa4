// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.ahead.CellHistory;
import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.BitSet;

/**
 * Loads that ran ahead of a branch, or of an address that was not known: when such a load becomes
 * ready it forks. It has read its cell at an earlier point, or it stays and reads it later.
 */
record OlderReads(OrderRules rules, RunAhead ahead, LocalSteps local, Emitter emitter) {

  /**
   * Forks for each load that has become ready. In this state it stays in the window, or reads at
   * once if nobody else will write its cell.
   *
   * @return whether fetch may go on behind what was read, or the run is gone
   */
  Fetch offer(State state, int number, int depth) throws LimitException {
    Fetch read = Fetch.STOP;
    if (hasChoice(state.threads[number])) {
      ahead.tidy(state, number);
    }
    for (int i = 0; i < state.threads[number].count; i++) {
      ThreadState thread = state.threads[number];
      ReadLog log = thread.log;
      boolean chooses = !log.isEmpty() && log.offered[i] == 0;
      boolean quiet = isPending(thread, i) && isQuiet(state, number, i);
      if (isPending(thread, i) && (chooses || quiet) && rules.mayGo(thread, i, false, 0)) {
        if (quiet && RunAhead.isStale(thread, i)) {
          return Fetch.GONE;
        }
        if (chooses) {
          log.offered[i] = ReadLog.OFFERED;
          // A loop that reads ahead may come back to one configuration: its forks are known.
          if (!local.forks.wasHere(state, number, depth)) {
            offer(state, number, i, depth, quiet);
          }
        }
        if (quiet) {
          readAtOnce(state, number, i, chooses);
          if (!local.settling.settle(state, number)) {
            return Fetch.GONE;
          }
          read = Fetch.ON;
          i = -1;
        }
      }
    }
    return read;
  }

  private boolean hasChoice(ThreadState thread) {
    for (int i = 0; !thread.log.isEmpty() && i < thread.count; i++) {
      if (thread.log.offered[i] == 0 && isPending(thread, i) && rules.mayGo(thread, i, false, 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPending(ThreadState thread, int index) {
    return thread.code[index].opcode == Opcode.LOAD && !thread.done[index] && thread.ready(index);
  }

  private boolean isQuiet(State state, int number, int index) {
    return !local.keepsDivergence
        && ahead.isQuiet(state, number, state.threads[number].cell(index, 0));
  }

  /** Puts the other threads with a load that reads at once now on the agenda. */
  void wakeQuieted(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      boolean rests = thread.ended || state.moved.contains(number);
      for (int i = 0; i < thread.count && !rests; i++) {
        if (isPending(thread, i) && isQuiet(state, number, i) && rules.mayGo(thread, i, false, 0)) {
          state.agenda.add(number);
          emitter.entangle();
        }
      }
    }
  }

  /** The cells of loads that may go, and read at once if no other thread will write them. */
  BitSet awaited(ThreadState thread) {
    BitSet cells = new BitSet();
    boolean readsAtOnce = ahead.readsAtOnce() && !local.keepsDivergence;
    for (int i = 0; i < thread.count && readsAtOnce; i++) {
      if (isPending(thread, i) && rules.mayGo(thread, i, false, 0)) {
        cells.set(thread.cell(i, 0));
      }
    }
    return cells;
  }

  /** A load reads its cell, of which no other value comes. */
  private void readAtOnce(State state, int number, int index, boolean early) {
    ThreadState thread = state.threads[number];
    ReadLog log = thread.log;
    int store = LoadsAndStores.forwarding(state, number, index);
    String when = early ? TraceStep.EARLY : "";
    String note = store >= 0 ? Effect.FORWARDED : when;
    long value = LoadsAndStores.loaded(state, number, index);
    read(state, number, index, value, note);
    if (!log.isEmpty() && early && store < 0) {
      int after = ahead.after(thread, index);
      finish(state, number, index, new Choice(value, log.events, after));
    } else {
      readNow(state, number, index);
    }
  }

  private void offer(State state, int number, int index, int depth, boolean quiet)
      throws LimitException {
    ThreadState thread = state.threads[number];
    ReadLog log = thread.log;
    int after = ahead.after(thread, index);
    int store = LoadsAndStores.forwarding(state, number, index);
    if (store >= 0) {
      if (!quiet && ahead.forwarded(thread, store, index, after) < log.events) {
        local.fork(state, number, depth, fork -> forward(fork, number, index, store));
      }
      return;
    }
    int cell = thread.cell(index, 0);
    int event = CellHistory.nextEvent(log, cell, after);
    boolean bound = Pairing.passesRead(thread, index) || Pairing.isPassed(thread, index);
    while (event < log.events && !bound) {
      Choice choice = new Choice(log.old[event], event, after);
      local.fork(state, number, depth, fork -> take(fork, number, index, choice));
      event = CellHistory.nextEvent(log, cell, event + 1);
    }
    if (!quiet && Math.max(after, ahead.since(thread, index, log.events)) < log.events) {
      Choice choice = new Choice(state.read(number, cell), log.events, after);
      local.fork(state, number, depth, fork -> take(fork, number, index, choice));
    }
  }

  private boolean forward(State state, int number, int index, int store) {
    read(state, number, index, state.threads[number].slot(store, 1), Effect.FORWARDED);
    readNow(state, number, index);
    return true;
  }

  /** A value that a cell had until an event, for a load that comes after a point. */
  private record Choice(long value, int event, int after) {}

  private boolean take(State fork, int number, int index, Choice choice) {
    ThreadState thread = fork.threads[number];
    boolean current = choice.event() == thread.log.events;
    if (current) {
      emitter.judge(fork, fork.memoryOf(number), thread.cell(index, 0), thread.code[index]);
    }
    read(fork, number, index, choice.value(), current ? TraceStep.EARLY : TraceStep.OLDER);
    if (!current) {
      emitter.overtaken(fork, thread.code[index]);
    }
    finish(fork, number, index, choice);
    return true;
  }

  private void finish(State state, int number, int index, Choice choice) {
    ThreadState thread = state.threads[number];
    ReadLog log = thread.log;
    int cell = thread.cell(index, 0);
    int event = choice.event();
    int place = Math.max(choice.after(), ahead.since(thread, index, event));
    log.result[index] = CellHistory.value(log, cell, event);
    CellHistory.read(log, cell, event);
    produce(thread, index, choice.value(), place);
    finish(state, number, index, event == log.events ? cell : ThreadState.NO_LINK);
  }

  /**
   * A load has read a value at its place. The value has the view that the log has for it, and that
   * of the place and the address; fences and acquires count the place alone.
   */
  private static void produce(ThreadState thread, int index, long value, int place) {
    ReadLog log = thread.log;
    int full = Math.max(place, ReadView.full(log.slot(index, 0)));
    log.result[index] = ReadView.max(log.result[index], ReadView.of(place, full));
    thread.produce(index, 0, value);
    log.result[index] = ReadView.at(place);
  }

  /** A load has produced its value: nothing refers to it any more. A linked one has a link. */
  private void finish(State state, int number, int index, int link) {
    if (state.threads[number].code[index].isLinked()) {
      Pairing.link(state.threads[number], index, link);
    }
    local.finish(state, number, index, 0, 0);
  }

  private void read(State state, int number, int index, long value, String note) {
    if (emitter.isObserved()) {
      ThreadState thread = state.threads[number];
      Effect effect = new Effect("reads", thread.cell(index, 0), value, note);
      emitter.observer.performed(number, index, thread.code[index], effect);
    }
  }

  /** Brings what the thread may still read into its canonical form. */
  void tidy(State state, int number) {
    ahead.tidy(state, number);
  }

  /** An instance has written a cell: a load behind it may have had the value before. */
  void wrote(ThreadState thread, int index, int cell) {
    ReadLog log = thread.log;
    if (log.isEmpty()) {
      return;
    }
    boolean forwards =
        thread.code[index].kind == MemoryAccess.WRITE && !rules.keepsFromLoads(thread.code[index]);
    if (forwards) {
      RunAhead.wrote(thread, index, cell);
    } else {
      CellHistory.wroteNow(log, cell);
    }
  }

  /** A load reads now, or from a store of its window. */
  void readNow(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    int store = LoadsAndStores.forwarding(state, number, index);
    ReadLog log = thread.log;
    if (store >= 0) {
      int place = ahead.forwarded(thread, store, index, ahead.after(thread, index));
      log.result[index] = RunAhead.valueOf(thread, store);
      produce(thread, index, thread.slot(store, 1), place);
      finish(state, number, index, cell | Pairing.FORWARDED);
      return;
    }
    if (!log.isEmpty()) {
      CellHistory.read(log, cell, log.events);
    }
    log.result[index] = ReadView.START;
    produce(thread, index, state.read(number, cell), log.events);
    finish(state, number, index, cell);
  }

  /** Whether a fence that holds nothing back need not be fetched, behind no access. */
  boolean passes(ThreadState thread, Code fence) {
    boolean first = thread.log.isEmpty() || ahead.passes(thread, fence, thread.count);
    if (first && !thread.log.isEmpty()) {
      ahead.pass(thread, fence, thread.log.branches);
    }
    return first;
  }

  /** Whether a finished instance stays in the window; else later ones come after it. */
  boolean retains(ThreadState thread, int index) {
    boolean reads = thread.code[index].kind == MemoryAccess.READ;
    if (reads && Pairing.passesRead(thread, index) || RunAhead.stays(thread, index)) {
      return true;
    }
    RunAhead.retire(thread, index);
    return false;
  }
}
