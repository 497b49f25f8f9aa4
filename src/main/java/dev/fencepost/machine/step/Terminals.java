// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.order.Refusals;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadSet;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** States in which no thread takes a step: a run ends there, is dropped, or is deadlocked. */
final class Terminals {
  private final ProgramCode program;
  private final Violations violations;
  private final WaitingThreads waiting;
  private final OrderRules rules;
  private final Refusals refusals;
  private final GeneralLaws laws;
  private final LocalSteps local;

  Terminals(CompiledMachine machine, Refusals refusals, GeneralLaws laws, LocalSteps local) {
    program = machine.program;
    violations = machine.violations;
    waiting = machine.waiting;
    rules = machine.rules;
    this.refusals = refusals;
    this.laws = laws;
    this.local = local;
  }

  /** Whether some thread runs for ever by itself. */
  boolean diverges(State state) throws LimitException {
    for (int number = 0; number < state.threadCount; number++) {
      if (!state.threads[number].ended && local.diverges(state, number)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a store waits that can be written no more, or for a thread that waits for it. */
  private static boolean hasPair(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      if (thread.code[i].isPaired()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether somebody may have gone on a guess that is open. Nothing goes on the guess that a paired
   * store writes, and nothing that others see on that of a branch.
   */
  private boolean hasGuess(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      Code code = thread.code[i];
      boolean hidden = code.isPaired() || Settling.isGuess(code);
      if (thread.guess[i] != ThreadState.NO_GUESS && !hidden
          || thread.done[i] && rules.speculation) {
        return true;
      }
    }
    return false;
  }

  /** Says what a state is in which no thread takes a step. */
  void judge(State state, Successors out) throws LimitException {
    if (state.failure == Violations.INADMISSIBLE) {
      out.terminal(Terminal.CUT, Successors.FINE);
    } else if (allAtRest(state)) {
      out.terminal(Terminal.END, violations.firstUnmet(violations.finals, state));
    } else if (isDropped(state)) {
      out.terminal(Terminal.CUT, Successors.FINE);
    } else if (diverges(state)) {
      // Where loads run ahead, a thread that spins on a settled cell comes here; elsewhere it steps
      // on.
      out.terminal(
          Terminal.CUT,
          Successors.FINE,
          program.runsAhead ? Successors.NOBODY : waiting.number(state));
    } else {
      int code = allWaitForBlocks(state) ? Successors.FINE : violations.deadlock();
      int who = code == Successors.FINE ? waiting.number(state) : Successors.NOBODY;
      out.terminal(Terminal.DEADLOCK, code, who);
    }
  }

  /** Whether every thread has ended, or waits where it may wait for ever. */
  private boolean allAtRest(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      boolean rests = thread.count == 0 && program.next(thread).isRest();
      if (!thread.ended && !rests) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether some thread waits for a wrong guess, a false assumption or a law that cannot be kept:
   * no run comes here.
   */
  private boolean isDropped(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      if (!thread.ended
          && (refusals.isFinal(state, number, laws)
              || hasGuess(thread)
              || hasPair(thread)
              || RunAhead.hasStaleLoad(thread)
              || program.next(thread).opcode == Opcode.ASSUME)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether some thread waits in an atomic block for its condition, and the others for one that
   * does, directly or through others. Threads that wait for one another are deadlocked.
   */
  private boolean allWaitForBlocks(State state) {
    ThreadSet blocked = new ThreadSet();
    ThreadSet left = new ThreadSet();
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      Code code = program.next(thread);
      if (!thread.ended && !(thread.count == 0 && code.isRest())) {
        boolean inBlock = code.opcode == Opcode.ATOMIC_BEGIN && thread.count == 0;
        (inBlock && !code.isStrongBlock() ? blocked : left).add(number);
      }
    }
    if (blocked.isEmpty()) {
      return false;
    }
    boolean more = true;
    while (more) {
      more = false;
      for (int number = 0; number < state.threadCount; number++) {
        if (left.contains(number) && waitsForOneOf(state, number, blocked)) {
          left.remove(number);
          blocked.add(number);
          more = true;
        }
      }
    }
    return left.isEmpty();
  }

  /** Whether the thread joins one of the others, or wants a mutex that one of them holds. */
  private boolean waitsForOneOf(State state, int number, ThreadSet others) {
    ThreadState thread = state.threads[number];
    for (int i = 0; i < thread.count; i++) {
      if (thread.code[i].opcode == Opcode.LOCK && !thread.done[i]) {
        long holder = state.read(number, thread.cell(i, 0)) - 1;
        if (isOneOf(holder, others)) {
          return true;
        }
      }
    }
    Code code = program.next(thread);
    return code.opcode == Opcode.JOIN
        && KnownOperands.areKnown(thread, code)
        && isOneOf(local.operands.value(thread, code, 0), others);
  }

  private static boolean isOneOf(long number, ThreadSet threads) {
    return 0 <= number && number < Program.MAX_THREADS && threads.contains((int) number);
  }
}
