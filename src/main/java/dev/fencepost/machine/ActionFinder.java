// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.Futures.Place;
import dev.fencepost.transition.ActionSystem;

/** Finds the actions of a state with their footprints, and what each thread may do later. */
final class ActionFinder {
  static final int NOBODY = -1;

  private final ProgramCode program;
  private final OrderRules rules;
  private final Futures futures;
  private final KnownOperands operands;
  private final ActionList actions;
  private boolean complete;

  /** Per thread, what it may access by steps that are no actions yet. */
  final long[][] laterReads;

  final long[][] laterWrites;

  ActionFinder(
      ProgramCode program,
      OrderRules rules,
      Futures futures,
      KnownOperands operands,
      ActionList actions) {
    this.program = program;
    this.rules = rules;
    this.futures = futures;
    this.operands = operands;
    this.actions = actions;
    laterReads = new long[Program.MAX_THREADS][futures.words];
    laterWrites = new long[Program.MAX_THREADS][futures.words];
  }

  /** Finds all; gives how many actions there are, or more than can be told apart. */
  int find(State state) {
    actions.count = 0;
    complete = true;
    for (int number = 0; number < state.threadCount; number++) {
      if (!state.threads[number].ended) {
        find(state, number);
      }
    }
    for (int number = 0; number < state.threadCount; number++) {
      includeStartsAfter(state, number);
    }
    return complete ? actions.count : ActionSystem.MAX_ACTIONS + 1;
  }

  private void find(State state, int number) {
    ThreadState thread = state.threads[number];
    Place fetched = futures.at(number, program.threads[thread.declaration][thread.pc]);
    System.arraycopy(fetched.laterReads, 0, laterReads[number], 0, futures.words);
    System.arraycopy(fetched.laterWrites, 0, laterWrites[number], 0, futures.words);
    for (int index = 0; index < thread.count; index++) {
      Code code = thread.code[index];
      if (code.opcode == Opcode.STORE && !program.shared) {
        reflections(state, number, index);
      } else if (code.isAccess()) {
        if (mayGo(thread, index, state.memoryOf(number))) {
          int action = add(thread, number, index);
          if (code.kind == Code.READ) {
            actions.memory[action] = state.memoryOf(number);
          }
        } else {
          later(thread, number, index);
        }
      }
    }
    atFetch(thread, number, fetched);
    if (futures.starts(fetched)) {
      includeStart(fetched, number);
    }
  }

  /** The thread for whose end another one waits, or {@link #NOBODY}. */
  int joinedBy(State state, int number) {
    ThreadState thread = state.threads[number];
    Code code = program.threads[thread.declaration][thread.pc];
    if (thread.ended || code.opcode != Opcode.JOIN || !KnownOperands.areKnown(thread, code)) {
      return NOBODY;
    }
    try {
      long joined = operands.value(thread, code, 0);
      return joined >= 0 && joined < state.threadCount ? (int) joined : NOBODY;
    } catch (Trap trap) {
      return NOBODY;
    }
  }

  /**
   * A step with which a thread ends also lets those go on that wait for it, and those that wait for
   * them: they may start others in that same step. Where stores are reflected without a step, any
   * step may be the one with which a thread ends.
   */
  private void includeStartsAfter(State state, int waiting) {
    int joined = joinedBy(state, waiting);
    if (joined == NOBODY) {
      return;
    }
    ThreadState thread = state.threads[waiting];
    Place place = futures.at(waiting, program.threads[thread.declaration][thread.pc]);
    if (futures.starts(place) && !program.shared) {
      for (int number = 0; number < state.threadCount; number++) {
        includeStart(place, number);
      }
      return;
    }
    int seen = 1 << waiting;
    while (futures.starts(place) && joined != NOBODY && (seen >>> joined & 1) == 0) {
      includeStart(place, joined);
      seen |= 1 << joined;
      joined = joinedBy(state, joined);
    }
  }

  /** A store has a step for each memory that it has not reached. */
  private void reflections(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    for (int target = 0; target < state.memories(); target++) {
      if ((thread.reflected[index] >>> target & 1) == 0) {
        if (thread.ready(index) && rules.mayGo(thread, index, false, target)) {
          int action = add(thread, number, index);
          actions.target[action] = target;
          boolean seenByAll = futures.isWatched(thread.cell(index, 0));
          actions.memory[action] = seenByAll ? ActionList.ALL_MEMORIES : target;
        } else {
          later(thread, number, index);
        }
      }
    }
  }

  /** Whether the order lets the instance go, whatever it finds in memory. */
  private boolean mayGo(ThreadState thread, int index, int memory) {
    return thread.ready(index)
        && (rules.mayGo(thread, index, false, memory)
            || thread.code[index].opcode == Opcode.CAS && rules.mayGo(thread, index, true, memory));
  }

  private int add(int number, int index) {
    if (actions.isFull()) {
      complete = false;
      actions.count = 0;
    }
    return actions.add(number, index);
  }

  private int add(ThreadState thread, int number, int index) {
    int action = add(number, index);
    include(thread, index, actions.reads[action], actions.writes[action]);
    return action;
  }

  private void later(ThreadState thread, int number, int index) {
    Code code = thread.code[index];
    if (thread.addressKnown(index)) {
      include(thread, index, laterReads[number], laterWrites[number]);
    } else {
      Place place = futures.at(number, code);
      Futures.include(laterReads[number], place.reads);
      Futures.include(laterWrites[number], place.writes);
    }
  }

  /** Adds the cells of an instance whose address is known. */
  private void include(ThreadState thread, int index, long[] reads, long[] writes) {
    Code code = thread.code[index];
    for (int i = 0; i < code.addresses; i++) {
      int cell = thread.cell(index, i);
      if (code.opcode != Opcode.STORE) {
        Futures.add(reads, cell);
      }
      if (code.kind != Code.READ) {
        Futures.add(writes, cell);
        if (futures.isWatched(cell)) {
          futures.addVisible(writes);
        }
      }
    }
  }

  private void atFetch(ThreadState thread, int number, Place fetched) {
    Code code = program.threads[thread.declaration][thread.pc];
    boolean strong = code.opcode.happensAtFetch() || code.isStrongBlock();
    boolean block = code.opcode == Opcode.ATOMIC_BEGIN && !strong && thread.count == 0;
    boolean alone = strong && !rules.stopsFetch(thread) && KnownOperands.areKnown(thread, code);
    if (block || alone) {
      int action = add(number, ActionList.AT_FETCH);
      Futures.include(actions.reads[action], fetched.reads);
      Futures.include(actions.writes[action], fetched.writes);
    }
  }

  /** Any step of a thread may be followed by the start of another at once. */
  private void includeStart(Place place, int actor) {
    for (int action = 0; action < actions.count; action++) {
      if (actions.actor[action] == actor) {
        actions.memory[action] = ActionList.ALL_MEMORIES;
        Futures.include(actions.reads[action], place.laterReads);
        Futures.include(actions.writes[action], place.laterWrites);
      }
    }
  }
}
