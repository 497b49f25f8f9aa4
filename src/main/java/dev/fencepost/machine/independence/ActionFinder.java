// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.ahead.EarlyReads;
import dev.fencepost.machine.independence.Futures.Place;
import dev.fencepost.machine.independence.ThreadActions.Subject;
import dev.fencepost.machine.independence.ThreadActions.Waiting;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.KnownOperands;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.StepLog;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Trap;
import org.jspecify.annotations.Nullable;

/** Finds the actions of a thread with their footprints, and what it may do later. */
final class ActionFinder {
  private final ProgramCode program;
  private final OrderRules rules;
  private final Futures futures;
  private final KnownOperands operands;

  /** Null where no load runs ahead. */
  private final @Nullable EarlyReads early;

  private ActionList actions;
  private final WindowConflicts windows;
  private final Enablers enablers;

  ActionFinder(CompiledMachine machine, Futures futures, KnownOperands operands) {
    program = machine.program;
    rules = machine.rules;
    this.futures = futures;
    this.operands = operands;
    early = program.runsAhead ? new EarlyReads(program, rules, futures.footprints) : null;
    actions = new ActionList(futures.words);
    windows = new WindowConflicts(program, rules, futures);
    enablers = new Enablers(rules);
  }

  /**
   * Finds what a thread of a state brings to the state's actions, of which no other thread is
   * looked at.
   *
   * @param packed the same state
   */
  ThreadActions find(State state, int number, PackedState packed) {
    ThreadState thread = state.threads[number];
    actions = new ActionList(futures.words);
    if (!thread.ended) {
      findAll(state, number);
    }
    int joined = joinedBy(state, number);
    Place next = futures.at(number, program.next(thread));
    boolean starts = joined != ThreadActions.NOBODY && futures.starts(next);
    Waiting waiting = new Waiting(joined, starts ? next : null);
    return new ThreadActions(actions, windows, new Subject(thread, packed, number), waiting);
  }

  private void findAll(State state, int number) {
    ThreadState thread = state.threads[number];
    for (int index = 0; index < thread.count; index++) {
      Code code = thread.code[index];
      int enabler = program.shared ? enablers.find(thread, index) : Enablers.NONE;
      enablers.set(index, enabler);
      if (thread.done[index] || !code.isAccess()) {
        continue;
      }
      if (code.opcode == Opcode.STORE && !program.shared) {
        reflections(state, number, index);
      } else if (mayGo(thread, index, state.memoryOf(number))) {
        boolean reads = code.kind == MemoryAccess.READ;
        int memory = reads ? state.memoryOf(number) : MachineGenerator.ALL_MEMORIES;
        int action = add(thread, index, MachineGenerator.ALL_MEMORIES, memory);
        enablers.set(index, program.shared ? action : Enablers.NONE);
      } else {
        later(thread, number, index, enabler);
      }
    }
    if (early != null) {
      Footprint.addAll(actions.early, early.of(number, thread));
    }
    Place fetched = futures.at(number, program.next(thread));
    unfetched(thread, fetched, atFetch(thread, fetched));
    if (futures.starts(fetched)) {
      // Any step of a thread may be followed by the start of another at once.
      actions.followedBy(fetched.later);
    }
  }

  /**
   * What is not fetched yet comes after the step at fetch, or after what fetch awaits. Loads that
   * run ahead do not.
   */
  private void unfetched(ThreadState thread, Place fetched, int atFetch) {
    Code code = program.next(thread);
    boolean waits = code.opcode == Opcode.BRANCH || code.opcode == Opcode.ASSUME;
    int enabler = atFetch;
    if (enabler == Enablers.NONE && waits) {
      enabler = enablers.ofRegisters(thread, code.operands);
    }
    if (!program.shared || futures.starts(fetched)) {
      enabler = Enablers.NONE;
    }
    Footprint reads = early == null ? actions.behind(enabler) : actions.later;
    Footprint.include(reads.reads, fetched.later.reads);
    Footprint.include(actions.behind(enabler).writes, fetched.later.writes);
  }

  /** The thread for whose end another one waits, or {@link ThreadActions#NOBODY}. */
  private int joinedBy(State state, int number) {
    ThreadState thread = state.threads[number];
    Code code = program.next(thread);
    if (thread.ended || code.opcode != Opcode.JOIN || !KnownOperands.areKnown(thread, code)) {
      return ThreadActions.NOBODY;
    }
    try {
      long joined = operands.value(thread, code, 0);
      return joined >= 0 && joined < state.threadCount ? (int) joined : ThreadActions.NOBODY;
    } catch (Trap trap) {
      return ThreadActions.NOBODY;
    }
  }

  /** A store has a step for each memory that it has not reached. */
  private void reflections(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    for (int target = 0; target < state.memories(); target++) {
      if (!thread.hasReached(index, target)) {
        if (thread.ready(index) && rules.mayGo(thread, index, false, target)) {
          boolean seenByAll = futures.isWatched(thread.cell(index, 0));
          add(thread, index, target, seenByAll ? MachineGenerator.ALL_MEMORIES : target);
        } else {
          later(thread, number, index, Enablers.NONE);
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

  private int add(ThreadState thread, int index, int target, int memory) {
    int action = actions.add(index, target, memory);
    include(thread, index, actions.get(action).own());
    return action;
  }

  private void later(ThreadState thread, int number, int index, int enabler) {
    if (thread.addressKnown(index)) {
      include(thread, index, actions.behind(enabler));
    } else {
      actions.behind(enabler).include(futures.at(number, thread.code[index]).own);
    }
  }

  /** Adds the cells of an instance whose address is known. */
  private void include(ThreadState thread, int index, Footprint cells) {
    Code code = thread.code[index];
    for (int i = 0; i < code.addresses; i++) {
      int cell = thread.cell(index, i);
      if (code.opcode != Opcode.STORE) {
        Footprint.add(cells.reads, cell);
      }
      if (code.kind != MemoryAccess.READ) {
        Footprint.add(cells.writes, cell);
        if (futures.isWatched(cell)) {
          futures.addVisible(cells.writes);
        }
      }
    }
  }

  /** Adds the step at fetch; gives its action, or {@link Enablers#NONE}. */
  private int atFetch(ThreadState thread, Place fetched) {
    Code code = program.next(thread);
    boolean strong = code.opcode.happensAtFetch() || code.isStrongBlock();
    boolean block = code.opcode == Opcode.ATOMIC_BEGIN && !strong && thread.count == 0;
    boolean alone = strong && !rules.stopsFetch(thread) && KnownOperands.areKnown(thread, code);
    if (!block && !alone) {
      return Enablers.NONE;
    }
    int all = MachineGenerator.ALL_MEMORIES;
    int action = actions.add(StepLog.AT_FETCH, all, all);
    actions.get(action).own().include(fetched.own);
    return action;
  }
}
