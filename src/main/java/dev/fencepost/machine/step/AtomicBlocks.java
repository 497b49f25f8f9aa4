// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.propagation.Propagation;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Trap;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Executes instructions at once on memory, in program order: atomic blocks, and the steps that
 * happen at fetch. All registers that they read are known.
 */
final class AtomicBlocks {
  private static final int LIMIT = 1_000_000;

  private final ProgramCode program;
  private final Emitter emitter;
  private final LocalSteps local;
  private final KnownOperands operands;
  private final Execution execution;

  /** Whether a law forbade what was executed last, or an assumption is false. */
  private boolean forbidden;

  /** Where the block, or the instruction that is executed by itself, begins. */
  private int begin;

  AtomicBlocks(ProgramCode program, GeneralLaws laws, Emitter emitter, LocalSteps local) {
    this.program = program;
    this.emitter = emitter;
    this.local = local;
    operands = local.operands;
    execution = new Execution(program, laws, emitter, operands);
  }

  /**
   * Runs the block at which the thread stands to its end, in every way. Gives how many ways there
   * were: where an {@code assume} inside is false, or an access makes a law false, it cannot be
   * taken now.
   */
  int run(State state, int number) throws LimitException {
    begin = state.threads[number].pc;
    Code code = program.threads[state.threads[number].declaration][begin];
    Propagation propagation = local.settling.propagation;
    if (propagation != null && !code.isStrongBlock()) {
      propagation.seeAll(state, number);
    }
    execution.report(number, code, "");
    return run(state, number, 0);
  }

  private int run(State state, int number, int depth) throws LimitException {
    ThreadState thread = state.threads[number];
    for (int steps = 0; steps < LIMIT; steps++) {
      local.effort.step(0);
      Code code = program.next(thread);
      switch (code.opcode) {
        case CHOOSE -> {
          return choose(state, number, code, depth);
        }
        case END, ATOMIC_END -> {
          thread.pc = code.opcode == Opcode.END ? thread.pc : code.next;
          state.agenda.add(number);
          emitter.passMarks(state);
          if (!emitter.violates(state)) {
            local.advance(state, depth);
          }
          return 1;
        }
        default -> {
          if (code.opcode == Opcode.CAS && code.immediate != 0) {
            return weak(state, number, code, depth);
          }
          if (!execute(state, number, code)) {
            return forbidden ? 0 : 1;
          }
        }
      }
    }
    throw new LimitException("an atomic block took " + LIMIT + " steps and did not end");
  }

  private int choose(State state, int number, Code code, int depth) throws LimitException {
    Forks.requireFew(depth);
    int ways = 0;
    for (int value = 0; value < code.immediate; value++) {
      int remembered = emitter.observer.remember();
      State fork = local.forks.fork(state, number, depth);
      fork.threads[number].set(code.target, value);
      fork.threads[number].pc = code.next;
      ways += run(fork, number, depth + 1);
      emitter.observer.forget(remembered);
    }
    return ways;
  }

  /** A weak compare-and-swap goes by the value in memory, or fails for no reason. */
  private int weak(State state, int number, Code code, int depth) throws LimitException {
    Forks.requireFew(depth);
    int remembered = emitter.observer.remember();
    State fork = local.forks.fork(state, number, depth);
    int ways = execute(fork, number, code) ? run(fork, number, depth + 1) : forbidden ? 0 : 1;
    emitter.observer.forget(remembered);
    if (wouldSucceed(state, number, code)) {
      State failing = local.forks.fork(state, number, depth);
      ThreadState thread = failing.threads[number];
      if (execution.tookPart(failing, number, code, code.failureClass)) {
        int cell = execution.cell(thread, code, 0);
        thread.set(code.target, 0);
        thread.set(code.secondTarget, failing.read(number, cell));
        thread.pc = code.next;
        ways += run(failing, number, depth + 1);
      }
      emitter.observer.forget(remembered);
    }
    return ways;
  }

  /** Whether the compare-and-swap succeeds by the value in memory; nothing of it traps. */
  private boolean wouldSucceed(State state, int number, Code code) {
    ThreadState thread = state.threads[number];
    try {
      long expected = operands.value(thread, code, 1);
      operands.value(thread, code, 2);
      return state.read(number, execution.cell(thread, code, 0)) == expected;
    } catch (Trap trap) {
      return false;
    }
  }

  /** A violation ends the run; while a guess is open, the thread stays before what it began. */
  private void violated(State state, int number, Trap trap, Code code) {
    operands.reportFailure(state.threads[number], number, code, trap.getMessage());
    if (emitter.recordViolation(state, trap.kind(), code)) {
      state.threads[number].pc = begin;
      emitter.complete(state);
    }
  }

  /** Executes one instruction that is no part of a block. */
  boolean executeAlone(State state, int number, Code code) throws LimitException {
    begin = code.pc;
    boolean goesOn = execute(state, number, code);
    emitter.passMarks(state);
    return goesOn;
  }

  /**
   * Executes one instruction; {@code false} where it ended the run in a violation, or cannot be
   * taken now.
   */
  boolean execute(State state, int number, Code code) throws LimitException {
    forbidden = false;
    try {
      forbidden = !execution.execute(state, number, code);
      return !forbidden;
    } catch (Trap trap) {
      violated(state, number, trap, code);
      return false;
    }
  }
}
