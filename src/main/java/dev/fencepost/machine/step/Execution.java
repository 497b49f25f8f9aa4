// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.History;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Trap;
import dev.fencepost.machine.window.ViolationKind;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Executes one instruction at once on memory: in an atomic block, or at fetch. All registers that
 * it reads are known.
 */
record Execution(ProgramCode program, GeneralLaws laws, Emitter emitter, KnownOperands operands) {

  /** Executes the instruction, or traps; {@code false} for a law, or a false assumption. */
  boolean execute(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    if (code.opcode != Opcode.CAS && !tookPart(state, number, code, code.instanceClass)) {
      return false;
    }
    boolean allowed = true;
    int next = code.next;
    switch (code.opcode) {
      case ASSIGN -> thread.set(code.target, operands.value(thread, code, 0));
      case BRANCH -> next = operands.value(thread, code, 0) != 0 ? code.next : code.otherwise;
      case ASSERT -> check(state, number, code);
      case ASSUME -> allowed = operands.value(thread, code, 0) != 0;
      case MARK -> emitter.noteMark(state, code.immediate);
      case JUMP, FENCE, ATOMIC_BEGIN -> {}
      case ALLOCATE -> allocate(state, number, code);
      case LOAD, STRONG_LOAD -> load(state, number, code);
      case STORE -> write(state, number, code, 0, operands.value(thread, code, 1));
      case OBSERVE -> {
        Expr condition = ((Instruction.Observe) code.instruction).condition();
        write(state, number, code, 0, emitter.isMet(condition, state) ? 1 : 0);
      }
      case STRONG_STORE -> {
        write(state, number, code, 0, operands.value(thread, code, 1));
        if (code.instruction instanceof Instruction.Mark mark) {
          emitter.noteMark(state, mark.mark());
        }
      }
      case CAS -> allowed = compareAndSwap(state, number, code);
      case CAS2 -> doubleCompareAndSwap(state, number, code);
      case FETCH_MODIFY -> {
        long old = state.read(number, cell(thread, code, 0));
        long value = ReadModifyWrites.modified(code, old, operands.value(thread, code, 1));
        write(state, number, code, 0, value);
        thread.set(code.target, old);
      }
      case STORE_CONDITIONAL -> storeConditional(state, number, code);
      default -> throw new IllegalStateException("in an atomic block: " + code.opcode);
    }
    thread.pc = next;
    return allowed;
  }

  private void check(State state, int number, Code code) {
    ThreadState thread = state.threads[number];
    if (operands.value(thread, code, 0) == 0) {
      operands.reportFailure(thread, number, code, "");
      emitter.note(state, ViolationKind.ASSERTION, code);
    }
  }

  private void load(State state, int number, Code code) {
    ThreadState thread = state.threads[number];
    int cell = cell(thread, code, 0);
    emitter.judge(state, state.memoryOf(number), cell, code);
    thread.set(code.target, state.read(number, cell));
    thread.link = code.opcode == Opcode.LOAD && code.immediate != 0 ? cell : thread.link;
    report(number, code, "reads", cell, state.read(number, cell));
  }

  private boolean compareAndSwap(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    int cell = cell(thread, code, 0);
    emitter.judge(state, state.memoryOf(number), cell, code);
    long old = state.read(number, cell);
    boolean success = old == operands.value(thread, code, 1);
    long desired = operands.value(thread, code, 2);
    if (success) {
      write(state, number, code, 0, desired);
    }
    int outcome = success ? code.instanceClass : code.failureClass;
    boolean allowed = tookPart(state, number, code, outcome);
    thread.set(code.target, success ? 1 : 0);
    thread.set(code.secondTarget, old);
    return allowed;
  }

  private void doubleCompareAndSwap(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    int firstCell = cell(thread, code, 0);
    int secondCell = cell(thread, code, 1);
    emitter.judge(state, state.memoryOf(number), firstCell, code);
    emitter.judge(state, state.memoryOf(number), secondCell, code);
    long firstExpected = operands.value(thread, code, 2);
    long secondExpected = operands.value(thread, code, 3);
    boolean success =
        state.read(number, firstCell) == firstExpected
            && state.read(number, secondCell) == secondExpected;
    long first = operands.value(thread, code, 4);
    long second = operands.value(thread, code, 5);
    if (success) {
      write(state, number, code, 0, first);
      write(state, number, code, 1, second);
    }
    thread.set(code.target, success ? 1 : 0);
  }

  private void storeConditional(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    boolean linked = thread.link == cell(thread, code, 0);
    long value = operands.value(thread, code, 1);
    thread.link = ThreadState.NO_LINK;
    if (linked) {
      write(state, number, code, 0, value);
    }
    thread.set(code.target, linked ? 1 : 0);
  }

  /**
   * An access or fence of a block is an instance like others, which takes its step here and now;
   * {@code false} where that makes a law false. Its operands are still in their registers.
   */
  boolean tookPart(State state, int number, Code code, int outcome) throws LimitException {
    if (!laws.relevant(code)) {
      return true;
    }
    ThreadState thread = state.threads[number];
    int cell = code.addresses > 0 ? cell(thread, code, 0) : History.UNKNOWN;
    int second = code.addresses > 1 ? cell(thread, code, 1) : History.UNKNOWN;
    long value =
        switch (code.kind) {
          case READ -> state.read(number, cell);
          case WRITE -> operands.value(thread, code, 1);
          default -> 0;
        };
    return laws.performed(
        state, number, code, new GeneralLaws.Immediate(cell, second, value, outcome));
  }

  /** The cell at the address in the slot; traps where there is none. */
  int cell(ThreadState thread, Code code, int slot) {
    long address = operands.value(thread, code, slot);
    if (!program.isValid(address)) {
      throw new Trap(ViolationKind.BAD_ADDRESS, Settling.describeBadAddress(address));
    }
    return ProgramCode.cellOf(address);
  }

  private void write(State state, int number, Code code, int slot, long value)
      throws LimitException {
    int cell = cell(state.threads[number], code, slot);
    emitter.judge(state, state.memoryOf(number), cell, code);
    write(state, number, cell, value);
    report(number, code, Effect.WRITES, cell, value);
  }

  private static void write(State state, int number, int cell, long value) throws LimitException {
    PropagatedSteps.requireRoom(state, 1);
    state.write(number, cell, value);
  }

  private void allocate(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    long cells = operands.value(thread, code, 0);
    long used = state.memory[program.poolCounter];
    Pool pool = program.program.pool();
    if (cells < 0 || used + pool.header() + cells > pool.cells()) {
      throw new LimitException("malloc asks for more than its pool of " + pool.cells() + " cells");
    }
    int region = pool.region((int) cells, ((Instruction.Allocate) code.instruction).type());
    if (region == Pool.COMPUTED && !pool.computed()) {
      throw new IllegalStateException("blocks of " + cells + " cells have no region");
    }
    int place = pool.block(region, (int) used);
    int block = program.program.memory().size() + place;
    state.memory[program.poolCounter] = used + pool.header() + cells;
    state.changedMemory = true;
    if (pool.headers()) {
      write(state, number, block - 1, HeapBlocks.header(cells));
    }
    thread.set(code.target, Program.addressOf(block));
    if (emitter.isObserved()) {
      String text = "allocates " + pool.blockName(place);
      emitter.observer.performed(number, -1, code, new Effect(text, Effect.NO_CELL, cells, ""));
    }
  }

  private void report(int number, Code code, String verb, int cell, long value) {
    if (emitter.isObserved()) {
      emitter.observer.performed(number, -1, code, new Effect(verb, cell, value, ""));
    }
  }

  /** Reports a step of an instruction that is in no window to the observer. */
  void report(int number, Code code, String text) {
    if (emitter.isObserved()) {
      emitter.observer.performed(number, -1, code, Effect.of(text));
    }
  }
}
