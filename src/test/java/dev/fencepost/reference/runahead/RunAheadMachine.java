// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A plain machine for multi-copy atomic processors that run ahead of branches.
 *
 * <p>Fetch stops at a branch whose condition is not known. A load behind it that a processor would
 * have taken earlier, on a guess, takes an older value when it is fetched: that of any point since
 * everything that it had to wait for. A point is a number of writes.
 */
public final class RunAheadMachine {
  private final Program program;
  private final Cpu cpu;
  private final int limit;
  private final RunAheadOrder ordering;
  private final Pipeline pipeline;

  public RunAheadMachine(Program program, Cpu cpu, int limit) {
    this.program = program;
    this.cpu = cpu;
    this.limit = limit;
    ordering = new RunAheadOrder(cpu);
    pipeline = new Pipeline(program, cpu, ordering, this::runAhead);
  }

  /** The final memories. */
  public Set<List<Long>> finals() {
    Set<String> known = new HashSet<>();
    Deque<RunAheadState> open = new ArrayDeque<>();
    Set<List<Long>> finals = new HashSet<>();
    RunAheadState start = new RunAheadState(program);
    for (Program.ThreadStart thread : program.initial()) {
      WindowedThread made =
          new WindowedThread(program.threads().get(thread.thread()), program.cells());
      made.value[0] = thread.argument();
      made.value[1] = start.threads.size();
      start.threads.add(made);
    }
    List<RunAheadState> first = List.of(start);
    for (int i = 0; i < start.threads.size(); i++) {
      List<RunAheadState> next = new ArrayList<>();
      for (RunAheadState state : first) {
        pipeline.advance(state, i, next);
      }
      first = next;
    }
    first.forEach(state -> add(state, known, open));
    while (!open.isEmpty()) {
      RunAheadState state = open.pop();
      if (known.size() > limit) {
        throw new IllegalStateException("more than " + limit + " states");
      }
      boolean ended = state.threads.stream().allMatch(thread -> thread.ended);
      if (ended) {
        finals.add(state.memory());
        continue;
      }
      List<RunAheadState> next = new ArrayList<>();
      for (int i = 0; i < state.threads.size(); i++) {
        steps(state, i, next);
      }
      next.forEach(successor -> add(successor, known, open));
    }
    return finals;
  }

  private static void add(RunAheadState state, Set<String> known, Deque<RunAheadState> open) {
    if (known.add(state.key())) {
      open.push(state);
    }
  }

  private void steps(RunAheadState from, int number, List<RunAheadState> out) {
    List<Entry> window = from.threads.get(number).window;
    for (int i = 0; i < window.size(); i++) {
      Entry entry = window.get(i);
      if (entry.done || !entry.isAccess() || entry.cell < 0) {
        continue;
      }
      if (entry.kind == Entry.Kind.LOAD) {
        load(from, number, i, out);
      } else if (entry.dataKnown) {
        store(from, number, i, out);
      }
    }
  }

  private void load(RunAheadState from, int number, int index, List<RunAheadState> out) {
    RunAheadOrder.Order order = ordering.of(from.threads.get(number), index);
    if (order.waits()) {
      return;
    }
    if (oneStep(from.threads.get(number).window.get(index))) {
      modify(from, number, index, out);
      return;
    }
    RunAheadState state = from.copy();
    WindowedThread thread = state.threads.get(number);
    Entry entry = thread.window.get(index);
    Entry store = RunAheadOrder.forwarding(thread, index);
    if (store != null) {
      if (!ordering.mayForward(thread, store, entry)) {
        return;
      }
      forward(thread, entry, store, order.after());
    } else {
      read(state, entry, state.now());
      entry.view = state.now();
      entry.fullView = state.now();
    }
    if (coherent(thread, index)) {
      finishLoad(state, number, entry, out);
    }
  }

  /** Reads and writes in one step. */
  private void modify(RunAheadState from, int number, int index, List<RunAheadState> out) {
    RunAheadState state = from.copy();
    WindowedThread thread = state.threads.get(number);
    Entry entry = thread.window.get(index);
    if (RunAheadOrder.forwarding(thread, index) != null) {
      return;
    }
    read(state, entry, state.now());
    entry.view = state.now();
    entry.fullView = state.now();
    if (!coherent(thread, index)) {
      return;
    }
    entry.done = true;
    entry.valueView = entry.view;
    Pipeline.data(thread, thread.window.get(index + 1));
    if (thread.window.get(index + 1).dataKnown) {
      thread.produce(2 * entry.number, entry.value, entry.view, entry.fullView);
      store(state, number, index + 1, out);
    }
  }

  private void finishLoad(RunAheadState state, int number, Entry entry, List<RunAheadState> out) {
    WindowedThread thread = state.threads.get(number);
    entry.done = true;
    int target =
        switch (entry.instruction) {
          case Instruction.Load load -> 0;
          case Instruction.FetchAndModify modify -> 0;
          default -> 1;
        };
    entry.valueView = Math.max(entry.view, entry.valueView);
    thread.produce(2 * entry.number + target, entry.value, entry.valueView, entry.fullView);
    pipeline.advance(state, number, out);
  }

  private void read(RunAheadState state, Entry entry, int point) {
    entry.source = state.sourceAt(entry.cell, point);
    entry.value = state.valueOf(entry.source, entry.cell);
  }

  /** An acquire that reads a paired store comes after the load of the pair. */
  private static void forward(WindowedThread thread, Entry entry, Entry store, int after) {
    entry.source = -1 - store.number;
    entry.value = store.data;
    entry.view = Math.max(after, Math.max(store.addressView, store.placeView));
    Entry read = entry.acquires() && store.pair >= 0 ? thread.entry(store.pair) : null;
    entry.view = read == null ? entry.view : Math.max(entry.view, read.view);
    entry.valueView = Math.max(entry.view, store.dataView);
    int full = Math.max(store.fullAddressView, store.fullDataView);
    entry.fullView = Math.max(entry.view, Math.max(entry.fullAddressView, full));
  }

  /** Whether reads of one cell read in order, or one write, now that this one has read. */
  private static boolean coherent(WindowedThread thread, int index) {
    Entry entry = thread.window.get(index);
    for (int i = index + 1; i < thread.window.size(); i++) {
      Entry later = thread.window.get(i);
      if (later.cell != entry.cell) {
        continue;
      }
      if (later.kind == Entry.Kind.STORE && !later.cancelled) {
        return true;
      }
      if (later.kind == Entry.Kind.LOAD && later.done && later.source != entry.source) {
        return false;
      }
    }
    return true;
  }

  private boolean oneStep(Entry load) {
    return cpu == Cpu.RISCV && !(load.instruction instanceof Instruction.Load);
  }

  private void store(RunAheadState from, int number, int index, List<RunAheadState> out) {
    WindowedThread before = from.threads.get(number);
    Entry waiting = before.window.get(index);
    if (ordering.of(before, index).waits()) {
      return;
    }
    if (waiting.conditional || waiting.pair >= 0) {
      Entry read = before.entry(waiting.pair);
      int source = read == null ? waiting.pairSource : read.source;
      int cell = read == null ? waiting.pairCell : read.cell;
      if (read != null && !read.done || cell != waiting.cell || source < 0) {
        return;
      }
      if (!from.isExclusive(number, cell, source)) {
        return;
      }
    }
    RunAheadState state = from.copy();
    WindowedThread thread = state.threads.get(number);
    Entry entry = thread.window.get(index);
    state.history.add(new RunAheadState.Write(entry.cell, entry.data, number));
    entry.done = true;
    entry.view = state.now();
    entry.source = state.now();
    for (Entry load : thread.window) {
      if (load.source == -1 - entry.number) {
        load.source = entry.source;
      }
    }
    if (thread.exclusiveSource == -1 - entry.number) {
      thread.exclusiveSource = entry.source;
    }
    if (cpu == Cpu.RISCV && entry.conditional) {
      thread.produce(2 * entry.number, 1, entry.view, entry.view);
    }
    pipeline.advance(state, number, out);
  }

  /** Adds the states in which a load, ready now, has run ahead. */
  private void runAhead(RunAheadState from, int number, int index, List<RunAheadState> out) {
    WindowedThread before = from.threads.get(number);
    Entry waiting = before.window.get(index);
    RunAheadOrder.Order order = ordering.of(before, index);
    if (order.waits() || oneStep(waiting)) {
      return;
    }
    Entry store = RunAheadOrder.forwarding(before, index);
    if (store != null) {
      if (ordering.mayForward(before, store, waiting)) {
        RunAheadState state = from.copy();
        WindowedThread thread = state.threads.get(number);
        Entry source = thread.entry(store.number);
        forward(thread, thread.window.get(index), source, order.after());
        if (coherent(thread, index)) {
          finishLoad(state, number, thread.window.get(index), out);
        }
      }
      return;
    }
    int newest = before.newest[waiting.cell];
    int newestView = before.newestView[waiting.cell];
    int olderView = before.olderView[waiting.cell];
    for (int i = 0; i < index; i++) {
      Entry a = before.window.get(i);
      if (a.cell != waiting.cell || !a.done || a.cancelled) {
        if (a.kind == Entry.Kind.LOAD && a.cell == waiting.cell && !a.done) {
          // it will read at some later point
          newest = Math.max(newest, from.sourceAt(waiting.cell, from.now()));
        }
        continue;
      }
      int source = a.source;
      if (source > newest) {
        olderView = Math.max(olderView, newestView);
        newest = source;
        newestView = a.kind == Entry.Kind.LOAD ? a.view : 0;
      } else if (a.kind == Entry.Kind.LOAD) {
        if (source == newest) {
          newestView = Math.max(newestView, a.view);
        } else {
          olderView = Math.max(olderView, a.view);
        }
      }
    }
    int last = -1;
    for (int point = order.after(); point < from.now(); point++) {
      int source = from.sourceAt(waiting.cell, point);
      int needed = source == newest ? olderView : Math.max(olderView, newestView);
      if (source == last || source < newest || point < needed) {
        continue;
      }
      last = source;
      RunAheadState state = from.copy();
      WindowedThread thread = state.threads.get(number);
      Entry entry = thread.window.get(index);
      read(state, entry, point);
      entry.view = point;
      entry.fullView = Math.max(point, entry.fullAddressView);
      if (coherent(thread, index)) {
        finishLoad(state, number, entry, out);
      }
    }
  }
}
