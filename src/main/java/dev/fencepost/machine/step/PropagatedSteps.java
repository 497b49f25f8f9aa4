// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.propagation.Propagation;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Loads, stores and full fences where writes reach threads by themselves: a load has a step for
 * each write that it may read, a store for each place that it may take in the coherence order.
 */
record PropagatedSteps(InstanceSteps instances, Emitter emitter, LocalSteps local) {

  /** A load, if it may go; gives how many steps there were. */
  int load(State from, int number, int index) throws LimitException {
    int steps = 0;
    if (instances.mayGo(from.threads[number], index, false, 0)) {
      int write = Propagation.oldest(from, number, index);
      do {
        read(from, number, index, write);
        steps++;
        write = from.coherence.next(write);
      } while (write != Coherence.NONE);
    }
    return steps;
  }

  private void read(State from, int number, int index, int write) throws LimitException {
    State state = instances.copy(from, number);
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    int cell = thread.cell(index, 0);
    boolean newest = state.coherence.next(write) == Coherence.NONE;
    long value = newest ? state.read(number, cell) : state.coherence.value[write];
    emitter.judge(state, state.memoryOf(number), cell, code);
    if (emitter.isObserved()) {
      String note = newest ? "" : TraceStep.OLDER_WRITE;
      instances.report(number, index, code, new Effect("reads", cell, value, note));
    }
    if (!newest) {
      emitter.overtaken(state, code);
    }
    Propagation.read(state, number, index, 0, write);
    if (code.isLinked()) {
      Pairing.link(thread, index, cell);
    }
    instances.finish(state, number, index, value, 0);
  }

  /** A store, if it may go; gives how many steps there were. */
  int store(State from, int number, int index) throws LimitException {
    int steps = 0;
    if (instances.mayGo(from.threads[number], index, false, 0)) {
      int after = Propagation.first(from, number, index);
      do {
        if (Propagation.mayFollow(from, number, index, after)) {
          State state = instances.copy(from, number);
          write(state, number, index, after, state.threads[number].slot(index, 1));
          instances.finish(state, number, index, 0, 0);
          steps++;
        }
        after = from.coherence.next(after);
      } while (after != Coherence.NONE);
    }
    return steps;
  }

  /** The store of an exclusive pair, while it may come right behind what its load has read. */
  int paired(State from, int number, int index) throws LimitException {
    ThreadState before = from.threads[number];
    int cell = before.cell(index, 0);
    if (before.reflected[index] != cell + 1 || !instances.mayGo(before, index, false, 0)) {
      return 0;
    }
    int source = from.coherence.last(cell, before.views.source[index]);
    int after = Propagation.paired(from, number, index);
    if (source != Coherence.NONE && after == Coherence.NONE) {
      return 0;
    }
    State state = instances.copy(from, number);
    write(state, number, index, after, state.threads[number].slot(index, 1));
    glue(state, number, cell, source);
    instances.finish(state, number, index, 1, 0);
    return 1;
  }

  /** Nobody writes a cell between a write and the thread's own last one. */
  private static void glue(State state, int number, int cell, int from) {
    Coherence coherence = state.coherence;
    int last = coherence.last(cell, state.threads[number].views.coherent);
    int source = from == Coherence.NONE ? coherence.base(cell) : from;
    for (int i = coherence.next(source); coherence.rank[source] < coherence.rank[last]; ) {
      coherence.glued[i] = true;
      source = i;
      i = coherence.next(i);
    }
  }

  /** A read-modify-write reads the last write of its cells. */
  static void readLast(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    for (int i = 0; i < thread.code[index].addresses; i++) {
      Propagation.read(state, number, index, i, last(state, thread.cell(index, i)));
    }
  }

  private static int last(State state, int cell) {
    int last = state.coherence.base(cell);
    for (int i = last; i != Coherence.NONE; i = state.coherence.next(i)) {
      last = i;
    }
    return last;
  }

  /** A read-modify-write comes right behind the last write of a cell. */
  void writeLast(State state, int number, int index, int cell, long value) throws LimitException {
    int last = last(state, cell);
    write(state, number, index, last == Coherence.NONE ? begin(state, cell) : last, value);
    glue(state, number, cell, last);
  }

  private static int begin(State state, int cell) {
    state.coherence.begin(cell, state.memory[cell]);
    return state.coherence.base(cell);
  }

  /** Views have a bit for each write: fails where there would be too many. */
  static void requireRoom(State state, int more) throws LimitException {
    if (state.coherence.count + more > Coherence.MOST) {
      throw new LimitException("more than " + Coherence.MOST + " writes are on their way");
    }
  }

  private void write(State state, int number, int index, int after, long value)
      throws LimitException {
    ThreadState thread = state.threads[number];
    requireRoom(state, 2);
    int cell = after == Coherence.NONE ? thread.cell(index, 0) : state.coherence.cell[after];
    int place = after == Coherence.NONE ? begin(state, cell) : after;
    emitter.judge(state, state.memoryOf(number), cell, thread.code[index]);
    if (emitter.isObserved()) {
      String note = state.coherence.next(place) == Coherence.NONE ? "" : TraceStep.OVERWRITTEN;
      Effect effect = new Effect(Effect.WRITES, cell, value, note);
      instances.report(number, index, thread.code[index], effect);
    }
    Propagation.write(state, number, index, place, value);
  }

  /** The thread passes the full fence at which it stands. */
  int sync(Propagation propagation, State from, int number, Code code) throws LimitException {
    if (from.threads[number].count > 0) {
      return 0;
    }
    State state = instances.copy(from, number);
    emitter.observer.performed(number, -1, code, Effect.of("is passed"));
    propagation.sync(state, number);
    state.threads[number].pc = code.next;
    state.agenda.add(number);
    local.advance(state, 0);
    return 1;
  }
}
