// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.Observer.Effect;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Executes instructions at once on memory, in program order: atomic blocks, and the steps that
 * happen at fetch. All registers that they read are known.
 */
final class AtomicBlocks {
  private static final int LIMIT = 1_000_000;

  private final ProgramCode program;
  private final GeneralLaws laws;
  private final Emitter emitter;
  private final LocalSteps local;

  /** Whether a law forbade what was executed last. */
  private boolean forbidden;

  /**
   * What laws see of an instance that is fetched and takes its step at once.
   *
   * @param outcome its class
   */
  record AtOnce(int cell, int secondCell, long value, int outcome) {}

  /** Where the block, or the instruction that is executed by itself, begins. */
  private int begin;

  AtomicBlocks(ProgramCode program, GeneralLaws laws, Emitter emitter, LocalSteps local) {
    this.program = program;
    this.laws = laws;
    this.emitter = emitter;
    this.local = local;
  }

  /**
   * Runs the block at which the thread stands to its end, in every way. Gives how many ways there
   * were: where an {@code assume} inside is false, or an access makes a law false, it cannot be
   * taken now.
   */
  int run(State state, int number) throws LimitException {
    begin = state.threads[number].pc;
    tell(number, program.threads[state.threads[number].declaration][state.threads[number].pc], "");
    return run(state, number, 0);
  }

  private int run(State state, int number, int depth) throws LimitException {
    ThreadState thread = state.threads[number];
    for (int steps = 0; steps < LIMIT; steps++) {
      Code code = program.threads[thread.declaration][thread.pc];
      switch (code.opcode) {
        case CHOOSE -> {
          return choose(state, number, code, depth);
        }
        case CAS -> {
          if (code.immediate != 0) {
            return weak(state, number, code, depth);
          }
          if (!execute(state, number, code)) {
            return forbidden ? 0 : 1;
          }
        }
        case ASSUME -> {
          Boolean condition = condition(state, number, code);
          if (condition == null || !condition) {
            return condition == null ? 1 : 0;
          }
          thread.pc = code.next;
        }
        case END -> {
          state.agenda |= 1 << number;
          if (!emitter.violates(state)) {
            local.advance(state, depth);
          }
          return 1;
        }
        case ATOMIC_END -> {
          thread.pc = code.next;
          state.agenda |= 1 << number;
          if (!emitter.violates(state)) {
            local.advance(state, depth);
          }
          return 1;
        }
        default -> {
          if (!execute(state, number, code)) {
            return forbidden ? 0 : 1;
          }
        }
      }
    }
    throw new LimitException("an atomic block took " + LIMIT + " steps and did not end");
  }

  private int choose(State state, int number, Code code, int depth) throws LimitException {
    int ways = 0;
    for (int value = 0; value < code.immediate; value++) {
      int remembered = emitter.remember();
      State fork = local.forks().fork(state, number, depth);
      fork.threads[number].set(code.target, value);
      fork.threads[number].pc = code.next;
      ways += run(fork, number, depth + 1);
      emitter.forget(remembered);
    }
    return ways;
  }

  /** A weak compare-and-swap goes by the value in memory, or fails for no reason. */
  private int weak(State state, int number, Code code, int depth) throws LimitException {
    int remembered = emitter.remember();
    State fork = local.forks().fork(state, number, depth);
    int ways = execute(fork, number, code) ? run(fork, number, depth + 1) : forbidden ? 0 : 1;
    emitter.forget(remembered);
    if (wouldSucceed(state, number, code)) {
      State failing = local.forks().fork(state, number, depth);
      ThreadState thread = failing.threads[number];
      if (tookPart(failing, number, code, code.failureClass)) {
        int cell = cell(thread, code, 0);
        thread.set(code.target, 0);
        thread.set(code.secondTarget, failing.read(number, cell));
        thread.pc = code.next;
        ways += run(failing, number, depth + 1);
      }
      emitter.forget(remembered);
    }
    return ways;
  }

  /** Whether the compare-and-swap succeeds by the value in memory; nothing of it traps. */
  private boolean wouldSucceed(State state, int number, Code code) {
    ThreadState thread = state.threads[number];
    try {
      long expected = local.value(thread, code, 1);
      local.value(thread, code, 2);
      return state.read(number, cell(thread, code, 0)) == expected;
    } catch (Trap trap) {
      return false;
    }
  }

  /** The condition's truth, or null where evaluating it ended the run in a violation. */
  private Boolean condition(State state, int number, Code code) {
    try {
      return local.value(state.threads[number], code, 0) != 0;
    } catch (Trap trap) {
      violated(state, number, trap, code);
      return null;
    }
  }

  /** A violation ends the run; while a guess is open, the thread stays before what it began. */
  private void violated(State state, int number, Trap trap, Code code) {
    local.tellFailure(state.threads[number], number, code, trap.getMessage());
    if (emitter.remembers(state, trap.kind(), code)) {
      state.threads[number].pc = begin;
      emitter.complete(state);
    }
  }

  /** Executes one instruction that is no part of a block. */
  boolean executeAlone(State state, int number, Code code) throws LimitException {
    begin = code.pc;
    return execute(state, number, code);
  }

  /**
   * Executes one instruction; {@code false} where it ended the run in a violation, or a law forbids
   * it.
   */
  boolean execute(State state, int number, Code code) throws LimitException {
    forbidden = false;
    try {
      return executeOrTrap(state, number, code);
    } catch (Trap trap) {
      violated(state, number, trap, code);
      return false;
    }
  }

  private boolean executeOrTrap(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    int next = code.next;
    if (code.opcode != Opcode.CAS) {
      forbidden = !tookPart(state, number, code, code.instanceClass);
    }
    switch (code.opcode) {
      case ASSIGN -> thread.set(code.target, local.value(thread, code, 0));
      case BRANCH -> next = local.value(thread, code, 0) != 0 ? code.next : code.otherwise;
      case ASSERT -> {
        if (local.value(thread, code, 0) == 0) {
          local.tellFailure(thread, number, code, "");
          emitter.note(state, ViolationKind.ASSERTION, code);
        }
      }
      case MARK -> emitter.mark(state, code.immediate);
      case JUMP, FENCE, ATOMIC_BEGIN -> {}
      case ALLOCATE -> allocate(state, number, code);
      case LOAD, STRONG_LOAD -> {
        int cell = cell(thread, code, 0);
        thread.set(code.target, state.read(number, cell));
        thread.link = code.opcode == Opcode.LOAD && code.immediate != 0 ? cell : thread.link;
        tell(number, code, "reads", cell, state.read(number, cell));
      }
      case STORE -> write(state, number, code, 0, local.value(thread, code, 1));
      case OBSERVE -> {
        Expr condition = ((Instruction.Observe) code.instruction).condition();
        write(state, number, code, 0, emitter.isMet(condition, state) ? 1 : 0);
      }
      case STRONG_STORE -> {
        write(state, number, code, 0, local.value(thread, code, 1));
        if (code.instruction instanceof Instruction.Mark mark) {
          emitter.mark(state, mark.mark());
        }
      }
      case CAS -> {
        long old = state.read(number, cell(thread, code, 0));
        boolean success = old == local.value(thread, code, 1);
        long desired = local.value(thread, code, 2);
        if (success) {
          write(state, number, code, 0, desired);
        }
        forbidden =
            !tookPart(state, number, code, success ? code.instanceClass : code.failureClass);
        thread.set(code.target, success ? 1 : 0);
        thread.set(code.secondTarget, old);
      }
      case CAS2 -> {
        boolean success =
            state.read(number, cell(thread, code, 0)) == local.value(thread, code, 2)
                && state.read(number, cell(thread, code, 1)) == local.value(thread, code, 3);
        long first = local.value(thread, code, 4);
        long second = local.value(thread, code, 5);
        if (success) {
          write(state, number, code, 0, first);
          write(state, number, code, 1, second);
        }
        thread.set(code.target, success ? 1 : 0);
      }
      case FETCH_MODIFY -> {
        long old = state.read(number, cell(thread, code, 0));
        long value = VisibleSteps.modified(code, old, local.value(thread, code, 1));
        write(state, number, code, 0, value);
        thread.set(code.target, old);
      }
      case STORE_CONDITIONAL -> {
        boolean linked = thread.link == cell(thread, code, 0);
        long value = local.value(thread, code, 1);
        thread.link = ThreadState.NO_LINK;
        if (linked) {
          write(state, number, code, 0, value);
        }
        thread.set(code.target, linked ? 1 : 0);
      }
      default -> throw new IllegalStateException("in an atomic block: " + code.opcode);
    }
    thread.pc = next;
    return !forbidden;
  }

  /**
   * An access or fence of a block is an instance like others, which takes its step here and now;
   * {@code false} where that makes a law false. Its operands are still in their registers.
   */
  private boolean tookPart(State state, int number, Code code, int outcome) throws LimitException {
    if (!laws.relevant(state, code)) {
      return true;
    }
    ThreadState thread = state.threads[number];
    int cell = code.addresses > 0 ? cell(thread, code, 0) : History.UNKNOWN;
    int second = code.addresses > 1 ? cell(thread, code, 1) : History.UNKNOWN;
    long value =
        switch (code.kind) {
          case Code.READ -> state.read(number, cell);
          case Code.WRITE -> local.value(thread, code, 1);
          default -> 0;
        };
    return laws.performed(state, number, code, new AtOnce(cell, second, value, outcome));
  }

  private int cell(ThreadState thread, Code code, int slot) {
    long address = local.value(thread, code, slot);
    if (!program.isValid(address)) {
      throw new Trap(ViolationKind.BAD_ADDRESS, Settling.describeBadAddress(address));
    }
    return ProgramCode.cellOf(address);
  }

  private void write(State state, int number, Code code, int slot, long value) {
    int cell = cell(state.threads[number], code, slot);
    state.write(number, cell, value);
    tell(number, code, Effect.WRITES, cell, value);
  }

  private void allocate(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    long cells = local.value(thread, code, 0);
    long used = state.memory[program.poolCounter];
    if (cells < 0 || used + cells > program.program.pool()) {
      throw new LimitException(
          "malloc asks for more than its pool of " + program.program.pool() + " cells");
    }
    int first = program.program.memory().size() + (int) used;
    state.memory[program.poolCounter] = used + cells;
    state.changedMemory = true;
    thread.set(code.target, Program.addressOf(first));
    tell(number, code, "allocates " + cells + " cells");
  }

  private void tell(int number, Code code, String verb, int cell, long value) {
    if (emitter.observer != null) {
      emitter.observer.performed(number, -1, code, new Effect(verb, cell, value, ""));
    }
  }

  private void tell(int number, Code code, String text) {
    if (emitter.observer != null) {
      emitter.observer.performed(number, -1, code, Effect.of(text));
    }
  }
}
