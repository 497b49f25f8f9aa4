// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.ViolationKind;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Instances that read and write memory in one step: compare-and-swap of one cell and of two, fetch
 * and modify, store-conditional, and mutexes. Each is done when it has taken its step.
 */
record ReadModifyWrites(InstanceSteps instances, Emitter emitter) {

  /** Success and failure have their own orders; a weak one may also fail for no reason. */
  int compareAndSwap(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    boolean equal = from.read(number, thread.cell(index, 0)) == thread.slot(index, 1);
    int steps = 0;
    for (int success = 1; success >= 0; success--) {
      boolean possible = success == 1 ? equal : !equal || code.immediate != 0;
      int outcomeGuessed = thread.guessedOutcome(index);
      boolean guessed = outcomeGuessed == ThreadState.NO_GUESS || outcomeGuessed == success;
      if (possible && guessed && instances.mayGo(thread, index, success == 0, 0)) {
        int outcome = success == 1 ? code.instanceClass : code.failureClass;
        State state = instances.take(from, number, index, 1, outcome);
        if (state != null) {
          steps++;
          finishCompareAndSwap(state, number, index, success == 1);
        }
      }
    }
    return steps;
  }

  private void finishCompareAndSwap(State state, int number, int index, boolean success)
      throws LimitException {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    long old = state.read(number, cell);
    emitter.judge(state, state.memoryOf(number), cell, thread.code[index]);
    if (success) {
      instances.write(state, number, index, cell, thread.slot(index, 2));
    } else if (emitter.isObserved()) {
      instances.report(number, index, thread.code[index], new Effect("fails:", cell, old, ""));
    }
    instances.finish(state, number, index, success ? 1 : 0, old);
  }

  private void doubleCompareAndSwap(State state, int number, int index) throws LimitException {
    ThreadState thread = state.threads[number];
    int first = thread.cell(index, 0);
    int second = thread.cell(index, 1);
    emitter.judge(state, state.memoryOf(number), first, thread.code[index]);
    emitter.judge(state, state.memoryOf(number), second, thread.code[index]);
    boolean success =
        state.read(number, first) == thread.slot(index, 2)
            && state.read(number, second) == thread.slot(index, 3);
    if (success) {
      instances.write(state, number, index, first, thread.slot(index, 4));
      instances.write(state, number, index, second, thread.slot(index, 5));
    } else {
      instances.report(number, index, thread.code[index], "fails");
    }
    instances.finish(state, number, index, success ? 1 : 0, 0);
  }

  /** A step that is possible whatever memory holds; gives how many steps there were. */
  int perform(State from, int number, int index) throws LimitException {
    State state = instances.takeIfAllowed(from, number, index);
    if (state == null) {
      return 0;
    }
    Code code = state.threads[number].code[index];
    switch (code.opcode) {
      case FETCH_MODIFY -> fetchAndModify(state, number, index);
      case CAS2 -> doubleCompareAndSwap(state, number, index);
      case UNLOCK -> unlock(state, number, index);
      default -> throw new IllegalStateException("no read-modify-write: " + code.opcode);
    }
    return 1;
  }

  private void fetchAndModify(State state, int number, int index) throws LimitException {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    long old = state.read(number, cell);
    long value = modified(thread.code[index], old, thread.slot(index, 1));
    instances.write(state, number, index, cell, value);
    instances.finish(state, number, index, old, 0);
  }

  static long modified(Code code, long old, long operand) {
    return Arithmetic.modify((Instruction.FetchAndModify) code.instruction, old, operand);
  }

  /** Takes the thread's link, and writes if it stood; a weak one may fail all the same. */
  int storeConditional(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    boolean linked = thread.link == thread.cell(index, 0);
    int steps = 0;
    for (int success = linked && thread.code[index].immediate == 0 ? 1 : 0;
        success <= (linked ? 1 : 0);
        success++) {
      State state = instances.takeIfAllowed(from, number, index);
      if (state != null) {
        steps++;
        finishStoreConditional(state, number, index, success == 1);
      }
    }
    return steps;
  }

  private void finishStoreConditional(State state, int number, int index, boolean success)
      throws LimitException {
    ThreadState thread = state.threads[number];
    boolean lost = thread.link != thread.cell(index, 0);
    thread.link = ThreadState.NO_LINK;
    if (success) {
      instances.write(state, number, index, thread.cell(index, 0), thread.slot(index, 1));
    } else {
      String why = lost ? "fails: the link is lost" : "fails for no reason";
      instances.report(number, index, thread.code[index], why);
    }
    instances.finish(state, number, index, success ? 1 : 0, 0);
  }

  /** Waits while another thread holds the mutex; its cell holds the holder's number plus 1. */
  int lock(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    int cell = thread.cell(index, 0);
    long holder = from.read(number, cell);
    boolean freed = from.isFreed(from.memoryOf(number), cell);
    boolean held = holder != 0 && holder != number + 1 && !freed;
    if (held || !instances.mayGo(thread, index, false, 0)) {
      return 0;
    }
    State state = instances.take(from, number, index, 1, code.instanceClass);
    if (state == null) {
      return 0;
    }
    if (holder == 0) {
      instances.write(state, number, index, cell, number + 1);
      instances.finish(state, number, index, 0, 0);
    } else {
      ViolationKind kind = freed ? ViolationKind.FREED : ViolationKind.LOCKED_TWICE;
      instances.report(number, index, code, freed ? kind.title() : "locks a mutex that it holds");
      if (emitter.recordViolation(state, kind, code)) {
        instances.finish(state, number, index, 0, 0);
      }
    }
    return 1;
  }

  private void unlock(State state, int number, int index) throws LimitException {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    int cell = thread.cell(index, 0);
    if (state.read(number, cell) == number + 1) {
      instances.write(state, number, index, cell, 0);
    } else {
      instances.report(number, index, code, "unlocks a mutex that it does not hold");
      if (!emitter.recordViolation(state, ViolationKind.NOT_HELD, code)) {
        return;
      }
    }
    instances.finish(state, number, index, 0, 0);
  }
}
