// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.order.Refusals;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * What every step of an instance of a window consists of: the laws are asked, a copy of the state
 * is made, the instance reads or writes, and finishes there.
 */
final class InstanceSteps {
  private final OrderRules rules;
  private final GeneralLaws laws;
  private final Emitter emitter;
  private final LocalSteps local;
  private final boolean propagates;

  /** Whether the laws of program order allow the step that is about to be taken. */
  private boolean lawful = true;

  /** The steps of accesses where writes propagate. */
  final PropagatedSteps propagated;

  /** What general laws forbade in the state that is being expanded. */
  final Refusals refusals = new Refusals();

  InstanceSteps(CompiledMachine machine, GeneralLaws laws, Emitter emitter, LocalSteps local) {
    rules = machine.rules;
    propagates = machine.program.propagates;
    this.laws = laws;
    this.emitter = emitter;
    this.local = local;
    propagated = new PropagatedSteps(this, emitter, local);
  }

  /**
   * Whether the instance may take its step by the laws of program order. Without guards, what they
   * forbid is done all the same, in a run that does not count.
   */
  boolean mayGo(ThreadState thread, int index, boolean fails, int memory) {
    lawful = rules.mayGo(thread, index, fails, memory);
    return lawful || !rules.guards && rules.canGo(thread, index);
  }

  /**
   * A copy of the state in which the instance is about to take its only step, or null if it may not
   * go.
   */
  @Nullable State takeIfAllowed(State from, int number, int index) {
    ThreadState thread = from.threads[number];
    return mayGo(thread, index, false, from.memoryOf(number))
        ? take(from, number, index, 1, thread.code[index].instanceClass)
        : null;
  }

  /** A copy for a step that no law of program order can forbid, or null if a general law does. */
  @Nullable State takeFreely(State from, int number, int index, int outcome) {
    lawful = true;
    return take(from, number, index, 1, outcome);
  }

  /** A copy in which an access is about to be issued, or null if a law forbids. */
  @Nullable State takeIssue(State from, int number, int index) {
    State state = copy(from, number);
    Code code = state.threads[number].code[index];
    return !laws.issues(code) || mayTake(state, number, index, LawSteps.ISSUE, code.instanceClass)
        ? state
        : null;
  }

  /**
   * A copy of the state in which the instance is about to take a step, or null if a law forbids.
   */
  @Nullable State take(State from, int number, int index, long steps, int outcome) {
    State state = copy(from, number);
    ThreadState thread = state.threads[number];
    if (!lawful) {
      state.failure = Violations.INADMISSIBLE;
    }
    if (propagates && thread.code[index].kind == MemoryAccess.RMW) {
      PropagatedSteps.readLast(state, number, index);
    }
    if (!laws.relevant(thread.code[index])) {
      return state;
    }
    int place = laws.place(state, number, index);
    state.history.value[place] =
        switch (thread.code[index].kind) {
          case READ -> LoadsAndStores.loaded(state, number, index);
          case WRITE -> thread.slot(index, 1);
          default -> 0;
        };
    return mayTake(state, number, index, steps, outcome) ? state : null;
  }

  private boolean mayTake(State state, int number, int index, long steps, int outcome) {
    int place = laws.place(state, number, index);
    boolean allowed = laws.perform(state, place, steps, outcome);
    if (!allowed && isOldest(state.threads[number], index)) {
      refusals.add(number, place, steps, outcome, state.history.value[place]);
    }
    return allowed;
  }

  private static boolean isOldest(ThreadState thread, int index) {
    for (int i = 0; i < index; i++) {
      boolean waits = thread.code[i].isAccess() || thread.code[i].opcode == Opcode.FENCE;
      if (waits && !thread.done[i]) {
        return false;
      }
    }
    return true;
  }

  /** A copy of the state, in which the thread may be changed. */
  State copy(State from, int number) {
    emitter.observer.begin();
    State state = local.forks.at(0);
    state.copyFrom(from);
    state.writable(number);
    state.moved.clear();
    state.moved.add(number);
    state.broken = false;
    state.raced = false;
    state.recorded = false;
    state.written.clear();
    return state;
  }

  /** Writes to all memories at once. */
  void write(State state, int number, int index, int cell, long value) throws LimitException {
    if (propagates) {
      propagated.writeLast(state, number, index, cell, value);
      return;
    }
    if (emitter.isObserved()) {
      Code code = state.threads[number].code[index];
      report(number, index, code, new Effect(Effect.WRITES, cell, value, ""));
    }
    for (int target = 0; target < state.memories(); target++) {
      emitter.judge(state, target, cell, state.threads[number].code[index]);
    }
    state.write(number, cell, value);
    if (local.older != null) {
      local.older.wrote(state.threads[number], index, cell);
    }
  }

  void report(int number, int index, Code code, String text) {
    report(number, index, code, Effect.of(text));
  }

  void report(int number, int index, Code code, Effect effect) {
    emitter.observer.performed(number, index, code, effect);
  }

  /** An instance has finished, now. */
  void finish(State state, int number, int index, long result, long second) throws LimitException {
    ThreadState thread = state.threads[number];
    if (!thread.log.isEmpty()) {
      thread.log.result[index] = ReadView.at(thread.log.events);
    }
    local.finish(state, number, index, result, second);
    state.agenda.add(number);
    local.advance(state, 0);
  }
}
