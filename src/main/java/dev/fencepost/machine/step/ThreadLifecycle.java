// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Trap;
import dev.fencepost.machine.window.ViolationKind;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * How threads start, wait for one another and end. A child starts after everything earlier of its
 * creator has finished; a join waits until the thread has ended; a thread ends with an empty
 * window.
 */
final class ThreadLifecycle {
  private final ProgramCode program;
  private final GeneralLaws laws;
  private final Emitter emitter;
  private final KnownOperands operands;

  /** Whether a step has looked at a thread other than the one that takes it. */
  boolean looksAtOthers;

  ThreadLifecycle(ProgramCode program, GeneralLaws laws, Emitter emitter, KnownOperands operands) {
    this.program = program;
    this.laws = laws;
    this.emitter = emitter;
    this.operands = operands;
  }

  Fetch spawn(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    if (thread.count > 0) {
      return Fetch.STOP;
    }
    if (state.threadCount == Program.MAX_THREADS) {
      throw new LimitException("a run starts more than " + Program.MAX_THREADS + " threads");
    }
    int child = state.start(code.immediate, operands.value(thread, code, 0), number);
    emitter.observer.started(child, code.immediate);
    endLog(thread);
    thread.set(code.target, child);
    if (!laws.hold(state)) {
      return Fetch.GONE;
    }
    thread.pc = code.next;
    return Fetch.ON;
  }

  Fetch join(State state, int number, Code code) {
    ThreadState thread = state.threads[number];
    if (!KnownOperands.areKnown(thread, code)) {
      return Fetch.STOP;
    }
    long joined = operands.value(thread, code, 0);
    looksAtOthers = true;
    if (joined < 0 || joined >= state.threadCount) {
      throw new Trap(ViolationKind.NO_SUCH_THREAD, "there is no thread " + joined);
    }
    if (!state.threads[(int) joined].ended) {
      return Fetch.STOP;
    }
    endLog(thread);
    thread.views.seen |= state.threads[(int) joined].views.seen;
    thread.pc = code.next;
    return Fetch.ON;
  }

  /**
   * Loads behind a start or a join come after it. Those before it that are ready have chosen, and
   * read now or later; while one is not, the log is kept for it.
   */
  private static void endLog(ThreadState thread) {
    if (!thread.log.isEmpty() && RunAhead.hasChosen(thread)) {
      thread.log.clear();
    }
    thread.views.fence();
  }

  /** Ends the thread where its window is empty, and wakes those that wait to join. */
  Fetch end(State state, int number) {
    ThreadState thread = state.threads[number];
    if (thread.count == 0) {
      thread.ended = true;
      thread.views.end();
      looksAtOthers = true;
      for (int i = 0; i < state.threadCount; i++) {
        ThreadState other = state.threads[i];
        if (!other.ended && program.next(other).opcode == Opcode.JOIN) {
          state.agenda.add(i);
        }
      }
    }
    return Fetch.STOP;
  }
}
