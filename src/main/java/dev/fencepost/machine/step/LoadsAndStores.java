// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * A load takes the value of the newest earlier store of its own window to the same cell, else that
 * of its thread's memory. A store has one ordered step for each memory, its reflection there.
 */
record LoadsAndStores(InstanceSteps instances, Emitter emitter, LocalSteps local) {

  /** A load, if it may go; gives how many steps there were. */
  int load(State from, int number, int index) throws LimitException {
    if (RunAhead.isStale(from.threads[number], index)) {
      return 0;
    }
    State state = instances.takeIfAllowed(from, number, index);
    if (state == null) {
      return 0;
    }
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    int store = forwarding(state, number, index);
    long value = store >= 0 ? thread.slot(store, 1) : state.read(number, cell);
    if (store < 0) {
      emitter.judge(state, state.memoryOf(number), cell, thread.code[index]);
    }
    if (emitter.isObserved()) {
      String note = store >= 0 ? Effect.FORWARDED : "";
      instances.report(number, index, thread.code[index], new Effect("reads", cell, value, note));
    }
    if (local.older != null) {
      local.older.readNow(state, number, index);
    } else {
      if (thread.code[index].isLinked()) {
        Pairing.link(thread, index, cell);
      }
      local.finish(state, number, index, value, 0);
    }
    state.agenda.add(number);
    local.advance(state, 0);
    return 1;
  }

  /** The window's newest earlier store to the cell that memory does not have yet, or -1. */
  static int forwarding(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int memory = state.memoryOf(number);
    for (int i = index - 1; i >= 0; i--) {
      if (thread.code[i].kind == MemoryAccess.WRITE
          && !thread.done[i]
          && !thread.hasReached(i, memory)
          && OrderRules.sameCell(thread, i, index)) {
        return i;
      }
    }
    return -1;
  }

  /** What a load would read now. */
  static long loaded(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int store = forwarding(state, number, index);
    return store >= 0 ? thread.slot(store, 1) : state.read(number, thread.cell(index, 0));
  }

  /** A store to the one memory of all threads, if it may go; gives how many steps there were. */
  int store(State from, int number, int index) throws LimitException {
    State state = instances.takeIfAllowed(from, number, index);
    if (state == null) {
      return 0;
    }
    ThreadState thread = state.threads[number];
    instances.write(state, number, index, thread.cell(index, 0), thread.slot(index, 1));
    instances.finish(state, number, index, 0, 0);
    return 1;
  }

  /** The store that is paired with a linked load, while nobody else has written the cell. */
  int paired(State from, int number, int index) throws LimitException {
    ThreadState before = from.threads[number];
    int cell = before.cell(index, 0);
    if (before.reflected[index] != cell + 1) {
      return 0;
    }
    State state = instances.takeIfAllowed(from, number, index);
    if (state == null) {
      return 0;
    }
    instances.write(state, number, index, cell, state.threads[number].slot(index, 1));
    instances.finish(state, number, index, 1, 0);
    return 1;
  }

  /** A store reaches each memory by itself, and is finished when it has reached all. */
  int reflect(State from, int number, int index) throws LimitException {
    int steps = 0;
    for (int target = 0; target < from.memories(); target++) {
      steps += reflectTo(from, number, index, target);
    }
    return steps;
  }

  /** A store reaches one memory, if it may; gives how many steps there were. */
  int reflectTo(State from, int number, int index, int target) throws LimitException {
    ThreadState thread = from.threads[number];
    if (thread.hasReached(index, target) || !instances.mayGo(thread, index, false, target)) {
      return 0;
    }
    State state =
        instances.take(
            from, number, index, LawSteps.reflection(target), thread.code[index].instanceClass);
    if (state == null) {
      return 0;
    }
    reflect(state, number, index, target);
    return 1;
  }

  private void reflect(State state, int number, int index, int target) throws LimitException {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    long value = thread.slot(index, 1);
    if (emitter.isObserved()) {
      Effect effect = new Effect(Effect.WRITES, cell, value, state.seenBy(target));
      instances.report(number, index, thread.code[index], effect);
    }
    emitter.judge(state, target, cell, thread.code[index]);
    state.reflect(number, target, cell, value);
    thread.pass(index);
    thread.reach(index, target);
    if (state.isEverywhere(thread, index)) {
      instances.finish(state, number, index, 0, 0);
    } else {
      state.agenda.add(number);
      local.advance(state, 0);
    }
  }
}
