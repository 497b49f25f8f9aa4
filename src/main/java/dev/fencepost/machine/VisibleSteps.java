// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.Observer.Effect;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * The steps that other threads can see: an instance of a window executes or is reflected, or a
 * thread takes a step at fetch (strong cells, the pool, atomic blocks). Each is tried on a state
 * and, where it is possible, taken on a copy, which then goes on with its local steps.
 */
final class VisibleSteps {
  private final ProgramCode program;
  private final OrderRules rules;
  private final Emitter emitter;
  private final LocalSteps local;
  private final AtomicBlocks atomic;

  VisibleSteps(ProgramCode program, OrderRules rules, Emitter emitter, LocalSteps local) {
    this.program = program;
    this.rules = rules;
    this.emitter = emitter;
    this.local = local;
    atomic = new AtomicBlocks(program, emitter, local);
  }

  /** Takes every possible step of the instance; gives how many there were. */
  int step(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    if (!code.isAccess() || thread.done[index] || !thread.ready(index)) {
      return 0;
    }
    return switch (code.opcode) {
      case CAS -> compareAndSwap(from, number, index);
      case LOCK -> lock(from, number, index);
      default -> {
        boolean goes = rules.mayGo(thread, index, false);
        if (goes) {
          perform(copy(from), number, index);
        }
        yield goes ? 1 : 0;
      }
    };
  }

  private State copy(State from) {
    if (emitter.observer != null) {
      emitter.observer.begin();
    }
    State state = local.scratch(0);
    state.copyFrom(from);
    return state;
  }

  /** A step whose outcome is fixed by the state. */
  private void perform(State state, int number, int index) throws LimitException {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    int cell = thread.cell(index, 0);
    switch (code.opcode) {
      case LOAD -> load(state, number, index, cell);
      case STORE -> {
        write(state, number, index, cell, thread.slot(index, 1));
        finish(state, number, index, 0, 0);
      }
      case UNLOCK -> {
        if (state.memory[cell] != number + 1) {
          tell(number, index, code, "unlocks a mutex that it does not hold");
          if (!emitter.remembers(state, ViolationKind.NOT_HELD, code)) {
            return;
          }
        } else {
          write(state, number, index, cell, 0);
        }
        finish(state, number, index, 0, 0);
      }
      case FETCH_MODIFY -> {
        long old = state.memory[cell];
        long value = modified(code, old, thread.slot(index, 1));
        write(state, number, index, cell, value);
        finish(state, number, index, old, 0);
      }
      case CAS2 -> doubleCompareAndSwap(state, number, index);
      case STORE_CONDITIONAL -> {
        boolean linked = thread.link == cell;
        thread.link = ThreadState.NO_LINK;
        if (linked) {
          write(state, number, index, cell, thread.slot(index, 1));
        } else {
          tell(number, index, code, "fails: the link is lost");
        }
        finish(state, number, index, linked ? 1 : 0, 0);
      }
      default -> throw new IllegalStateException("no visible step: " + code.opcode);
    }
  }

  static long modified(Code code, long old, long operand) {
    Instruction.FetchAndModify fetch = (Instruction.FetchAndModify) code.instruction;
    long value =
        switch (fetch.modification()) {
          case SWAP -> operand;
          case ADD -> old + operand;
          case SUBTRACT -> old - operand;
          case AND -> old & operand;
          case OR -> old | operand;
          case XOR -> old ^ operand;
        };
    return Evaluator.convert(fetch.bits(), fetch.signed(), value);
  }

  /** The newest earlier store of the window to the cell, else memory. */
  private void load(State state, int number, int index, int cell) throws LimitException {
    ThreadState thread = state.threads[number];
    long value = state.memory[cell];
    boolean forwarded = false;
    for (int i = 0; i < index; i++) {
      if (thread.code[i].kind == Code.WRITE
          && !thread.done[i]
          && OrderRules.sameCell(thread, i, index)) {
        value = thread.slot(i, 1);
        forwarded = true;
      }
    }
    if (thread.code[index].immediate != 0) {
      thread.link = cell;
    }
    if (emitter.observer != null) {
      String note = forwarded ? "forwarded from its own pending store" : "";
      tell(number, index, thread.code[index], new Effect("reads", cell, value, note));
    }
    finish(state, number, index, value, 0);
  }

  private void write(State state, int number, int index, int cell, long value) {
    if (emitter.observer != null) {
      Code code = state.threads[number].code[index];
      tell(number, index, code, new Effect("writes", cell, value, ""));
    }
    state.write(number, cell, value);
  }

  private void tell(int number, int index, Code code, String text) {
    if (emitter.observer != null) {
      tell(number, index, code, Effect.of(text));
    }
  }

  private void tell(int number, int index, Code code, Effect effect) {
    emitter.observer.performed(number, index, code, effect);
  }

  private void doubleCompareAndSwap(State state, int number, int index) throws LimitException {
    ThreadState thread = state.threads[number];
    int first = thread.cell(index, 0);
    int second = thread.cell(index, 1);
    boolean success =
        state.memory[first] == thread.slot(index, 2)
            && state.memory[second] == thread.slot(index, 3);
    if (success) {
      write(state, number, index, first, thread.slot(index, 4));
      write(state, number, index, second, thread.slot(index, 5));
    } else {
      tell(number, index, thread.code[index], "fails");
    }
    finish(state, number, index, success ? 1 : 0, 0);
  }

  /** Success and failure have their own orders; a weak one may also fail for no reason. */
  private int compareAndSwap(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    boolean equal = from.memory[thread.cell(index, 0)] == thread.slot(index, 1);
    int steps = 0;
    for (int success = 1; success >= 0; success--) {
      boolean possible = success == 1 ? equal : !equal || code.immediate != 0;
      boolean guessed =
          thread.guess[index] == ThreadState.NO_GUESS || thread.guess[index] == success;
      if (possible && guessed && rules.mayGo(thread, index, success == 0)) {
        steps++;
        finishCompareAndSwap(copy(from), number, index, success == 1);
      }
    }
    return steps;
  }

  private void finishCompareAndSwap(State state, int number, int index, boolean success)
      throws LimitException {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    long old = state.memory[cell];
    if (success) {
      write(state, number, index, cell, thread.slot(index, 2));
    } else if (emitter.observer != null) {
      tell(number, index, thread.code[index], new Effect("fails:", cell, old, ""));
    }
    finish(state, number, index, success ? 1 : 0, old);
  }

  /** Waits while another thread holds the mutex; its cell holds the holder's number plus 1. */
  private int lock(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    int cell = thread.cell(index, 0);
    long holder = from.memory[cell];
    if (holder != 0 && holder != number + 1 || !rules.mayGo(thread, index, false)) {
      return 0;
    }
    State state = copy(from);
    if (holder == 0) {
      write(state, number, index, cell, number + 1);
      finish(state, number, index, 0, 0);
    } else {
      tell(number, index, code, "locks a mutex that it holds");
      if (emitter.remembers(state, ViolationKind.LOCKED_TWICE, code)) {
        finish(state, number, index, 0, 0);
      }
    }
    return 1;
  }

  /** An instance has finished; it stays only to be checked against unknown earlier addresses. */
  private void finish(State state, int number, int index, long result, long second)
      throws LimitException {
    ThreadState thread = state.threads[number];
    thread.produce(index, 0, result);
    thread.produce(index, 1, second);
    if (!thread.finish(index) && emitter.observer != null) {
      emitter.observer.left(number, index);
    }
    state.agenda |= 1 << number;
    local.advance(state, 0);
  }

  /** Takes every possible step of the thread at fetch; gives how many there were. */
  int stepAtFetch(State from, int number) throws LimitException {
    ThreadState thread = from.threads[number];
    if (thread.ended) {
      return 0;
    }
    Code code = program.threads[thread.declaration][thread.pc];
    if (code.opcode == Opcode.ATOMIC_BEGIN) {
      return thread.count > 0 ? 0 : atomic.run(copy(from), number);
    }
    boolean possible =
        code.opcode.happensAtFetch()
            && !rules.stopsFetch(thread)
            && local.operandsKnown(thread, code)
            && OrderRules.firstUnconfirmedBranch(thread) >= thread.count;
    if (possible) {
      State state = copy(from);
      if (atomic.execute(state, number, code)) {
        state.agenda |= 1 << number;
        local.advance(state, 0);
      }
    }
    return possible ? 1 : 0;
  }
}
