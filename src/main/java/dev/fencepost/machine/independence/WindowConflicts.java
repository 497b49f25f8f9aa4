// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.independence.Futures.Place;
import dev.fencepost.machine.independence.ThreadActions.Subject;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.step.StepLog;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ThreadState;
import java.util.List;

/**
 * Which steps of one thread conflict. Finishing an instance only lets others go that waited for it,
 * and what a thread fetches does not depend on the order in which instances finish. So two
 * instances conflict only over a cell that both access and one writes, and not even then if the
 * order makes the later one wait, or if a load takes its value from the store; or over what a
 * property sees of the order in which two cells are written.
 */
record WindowConflicts(ProgramCode program, OrderRules rules, Futures futures) {

  /** Whether two actions of the thread conflict: both may go now, in either order. */
  boolean conflict(ThreadState thread, Action first, Action second) {
    if (futures.meetBeyondCells(first.own().writes, second.own().writes)
        || usesLink(thread, first.index())
        || usesLink(thread, second.index())) {
      return true;
    }
    boolean sameStore = first.index() == second.index();
    if (sameStore || !first.conflictsWith(second)) {
      return false;
    }
    int earlier = Math.min(first.index(), second.index());
    int later = Math.max(first.index(), second.index());
    return earlier == StepLog.AT_FETCH || !isForwarded(thread.code[earlier], thread.code[later]);
  }

  /**
   * A thread has one link: whoever sets or takes it conflicts with all of the thread's steps. A
   * load that is paired already does not set it.
   */
  private static boolean usesLink(ThreadState thread, int index) {
    if (index == StepLog.AT_FETCH) {
      return false;
    }
    boolean paired = thread.code[index].isLinked() && thread.reflections(index) != 0;
    return thread.code[index].opcode == Opcode.STORE_CONDITIONAL
        || thread.code[index].isLinked() && !paired;
  }

  /** Whether a compare-and-swap may go if it succeeds and not if it fails, or the other way. */
  private boolean hasOutcomeThatWaits(ThreadState thread, int index) {
    return index != StepLog.AT_FETCH
        && thread.code[index].opcode == Opcode.CAS
        && rules.mayGo(thread, index, false, 0) != rules.mayGo(thread, index, true, 0);
  }

  private static boolean isForwarded(Code earlier, Code later) {
    return earlier.opcode == Opcode.STORE && later.opcode == Opcode.LOAD;
  }

  /** Whether an action conflicts with something that its thread may do later. */
  boolean conflictsLater(Subject subject, List<Action> actions, Action action) {
    ThreadState thread = subject.thread();
    int number = subject.number();
    int index = action.index();
    if (usesLink(thread, index) || hasOutcomeThatWaits(thread, index)) {
      return true;
    }
    for (int other = 0; other < thread.count; other++) {
      Code code = thread.code[other];
      if (other != index
          && code.isAccess()
          && !thread.done[other]
          && !isAction(actions, other)
          && (share(thread, number, other, action.own()) && !isHarmless(thread, index, other)
              || areSeen(thread, number, other, action.own())
                  && mayComeFirst(thread, index, other))) {
        return true;
      }
    }
    return index != StepLog.AT_FETCH
        && conflictsUnfetched(thread, number, action.own(), thread.code[index]);
  }

  /** Whether a property sees both what an action and what an instance may write. */
  private boolean areSeen(ThreadState thread, int number, int index, Footprint action) {
    Code code = thread.code[index];
    if (code.kind == MemoryAccess.READ || !futures.isVisible(action.writes)) {
      return false;
    }
    if (!thread.addressKnown(index)) {
      return futures.isVisible(futures.at(number, code).own.writes);
    }
    for (int i = 0; i < code.addresses; i++) {
      if (futures.isWatched(thread.cell(index, i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instance that cannot go yet may go before an action, to another cell. */
  private boolean mayComeFirst(ThreadState thread, int index, int other) {
    return other < index
        || index == StepLog.AT_FETCH
        || rules.passesElsewhere(thread.code[index], bits(thread.code[other]));
  }

  private static long bits(Code code) {
    return 1L << code.instanceClass | 1L << code.failureClass;
  }

  private static boolean isAction(List<Action> actions, int index) {
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i).index() == index) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instance and an action may access a common cell and one of them writes it. */
  private boolean share(ThreadState thread, int number, int index, Footprint action) {
    Code code = thread.code[index];
    if (!thread.addressKnown(index)) {
      return action.conflictsWith(futures.at(number, code).own);
    }
    for (int i = 0; i < code.addresses; i++) {
      int cell = thread.cell(index, i);
      if (Footprint.has(action.writes, cell)
          || code.kind != MemoryAccess.READ && Footprint.has(action.reads, cell)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it makes no difference if an action or an instance, to one cell, goes first. */
  private boolean isHarmless(ThreadState thread, int index, int other) {
    if (index == StepLog.AT_FETCH) {
      return false;
    }
    Code code = thread.code[index];
    Code second = thread.code[other];
    return other < index
        ? isForwarded(second, code)
        : isForwarded(code, second) || areOrdered(code, second);
  }

  private boolean areOrdered(Code earlier, Code later) {
    return rules.ordersSameCell(earlier.instanceClass, later.instanceClass)
        && rules.ordersSameCell(earlier.instanceClass, later.failureClass)
        && rules.ordersSameCell(earlier.failureClass, later.instanceClass)
        && rules.ordersSameCell(earlier.failureClass, later.failureClass);
  }

  /** Whether a step of an instance that is not fetched yet may go before and conflicts. */
  private boolean conflictsUnfetched(ThreadState thread, int number, Footprint action, Code code) {
    Code next = program.next(thread);
    Place place = futures.at(number, next);
    boolean seen = futures.isVisible(action.writes) && futures.isVisible(place.later.writes);
    return Footprint.meet(action.reads, place.atFetch)
        || Footprint.meet(action.writes, place.atFetch)
        || seen && rules.passesElsewhere(code, next.ahead)
        || action.conflictsWith(place.later) && rules.passes(code, next.ahead);
  }
}
