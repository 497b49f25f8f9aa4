// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static dev.fencepost.machine.ThreadState.ISSUED;

import dev.fencepost.ir.Arithmetic;
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
  private final GeneralLaws laws;
  private final Emitter emitter;
  private final LocalSteps local;
  private final AtomicBlocks atomic;

  /** Whether the laws of program order allow the step that is about to be taken. */
  private boolean lawful = true;

  /** What general laws forbade in the state that is being expanded. */
  final Refusals refusals = new Refusals();

  VisibleSteps(
      ProgramCode program, OrderRules rules, GeneralLaws laws, Emitter emitter, LocalSteps local) {
    this.program = program;
    this.rules = rules;
    this.laws = laws;
    this.emitter = emitter;
    this.local = local;
    atomic = new AtomicBlocks(program, laws, emitter, local);
  }

  /** Takes every possible step of the instance; gives how many there were. */
  int step(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    if (thread.done[index] || !thread.ready(index)) {
      return 0;
    }
    if (code.opcode == Opcode.FENCE) {
      return issue(from, number, index);
    }
    if (!program.stages && code.isAccess() && (thread.reflected[index] & ISSUED) == 0) {
      return issueAlone(from, number, index);
    }
    return switch (code.opcode) {
      case CAS -> compareAndSwap(from, number, index);
      case LOCK -> lock(from, number, index);
      case STORE -> program.shared ? perform(from, number, index) : reflect(from, number, index);
      default -> code.isAccess() ? perform(from, number, index) : 0;
    };
  }

  /** A fence that general laws speak of takes a step of its own. */
  private int issue(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    if (!laws.takesStep(from, code) || !rules.blocksNothing(thread, code, index)) {
      return 0;
    }
    lawful = true;
    State state = take(from, number, index, 1, code.instanceClass);
    if (state == null) {
      return 0;
    }
    tell(number, index, code, "is passed");
    finish(state, number, index, 0, 0);
    return 1;
  }

  /** Without stages: an access whose operands are known is issued, and may go from then on. */
  private int issueAlone(State from, int number, int index) throws LimitException {
    State state = copy(from, number);
    ThreadState thread = state.threads[number];
    tell(number, index, thread.code[index], "is issued");
    thread.reflected[index] |= ISSUED;
    state.agenda |= 1 << number;
    local.advance(state, 0);
    return 1;
  }

  /**
   * Whether the instance may take its step by the laws of program order. Without guards, what they
   * forbid is done all the same, in a run that does not count.
   */
  private boolean mayGo(ThreadState thread, int index, boolean fails, int memory) {
    lawful = rules.mayGo(thread, index, fails, memory);
    return lawful || !rules.guards && rules.canGo(thread, index);
  }

  private int perform(State from, int number, int index) throws LimitException {
    ThreadState thread = from.threads[number];
    Code code = thread.code[index];
    State state =
        mayGo(thread, index, false, from.memoryOf(number))
            ? take(from, number, index, 1, code.instanceClass)
            : null;
    if (state != null) {
      perform(state, number, index, thread.cell(index, 0));
    }
    return state == null ? 0 : 1;
  }

  /** A store reaches each memory by itself, and is finished when it has reached all. */
  private int reflect(State from, int number, int index) throws LimitException {
    int steps = 0;
    for (int target = 0; target < from.memories(); target++) {
      steps += reflectTo(from, number, index, target);
    }
    return steps;
  }

  /** A store reaches one memory, if it may; gives how many steps there were. */
  int reflectTo(State from, int number, int index, int target) throws LimitException {
    ThreadState thread = from.threads[number];
    boolean open = (thread.reflected[index] >>> target & 1) == 0;
    if (!open || !mayGo(thread, index, false, target)) {
      return 0;
    }
    State state = take(from, number, index, 2L << target, thread.code[index].instanceClass);
    if (state == null) {
      return 0;
    }
    reflect(state, number, index, target);
    return 1;
  }

  private void reflect(State state, int number, int index, int target) throws LimitException {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    long value = thread.slot(index, 1);
    if (emitter.observer != null) {
      Effect effect = new Effect(Effect.WRITES, cell, value, state.seenBy(target));
      tell(number, index, thread.code[index], effect);
    }
    state.reflect(number, target, cell, value);
    thread.reflected[index] |= 1 << target;
    if (thread.memoriesReached(index) == (1 << state.memories()) - 1) {
      finish(state, number, index, 0, 0);
    } else {
      state.agenda |= 1 << number;
      local.advance(state, 0);
    }
  }

  /**
   * A copy of the state in which the instance is about to take a step, or null if a law forbids.
   */
  private State take(State from, int number, int index, long steps, int outcome) {
    State state = copy(from, number);
    ThreadState thread = state.threads[number];
    if (!lawful) {
      state.failure = Violations.INADMISSIBLE;
    }
    if (!laws.relevant(state, thread.code[index])) {
      return state;
    }
    int place = laws.place(state, number, index);
    state.history.value[place] =
        switch (thread.code[index].kind) {
          case Code.READ -> loaded(state, number, index);
          case Code.WRITE -> thread.slot(index, 1);
          default -> 0;
        };
    boolean allowed = laws.perform(state, place, steps, outcome);
    if (!allowed && isOldest(thread, index)) {
      refusals.add(number, place, steps, outcome);
    }
    return allowed ? state : null;
  }

  private static boolean isOldest(ThreadState thread, int index) {
    for (int i = 0; i < index; i++) {
      boolean waits = thread.code[i].isAccess() || thread.code[i].opcode == Opcode.FENCE;
      if (waits && !thread.done[i]) {
        return false;
      }
    }
    return true;
  }

  /** A copy of the state, in which the thread may be changed. */
  private State copy(State from, int number) {
    if (emitter.observer != null) {
      emitter.observer.begin();
    }
    State state = local.forks().at(0);
    state.copyFrom(from);
    state.writable(number);
    return state;
  }

  /** A step whose outcome is fixed by the state. */
  private void perform(State state, int number, int index, int cell) throws LimitException {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    switch (code.opcode) {
      case LOAD -> load(state, number, index, cell);
      case STORE -> {
        write(state, number, index, cell, thread.slot(index, 1));
        finish(state, number, index, 0, 0);
      }
      case UNLOCK -> {
        if (state.read(number, cell) != number + 1) {
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
        long old = state.read(number, cell);
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
    return Arithmetic.modify((Instruction.FetchAndModify) code.instruction, old, operand);
  }

  /** The window's newest earlier store to the cell that memory does not have yet, or -1. */
  private static int forwarding(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int memory = state.memoryOf(number);
    for (int i = index - 1; i >= 0; i--) {
      if (thread.code[i].kind == Code.WRITE
          && !thread.done[i]
          && (thread.reflected[i] >>> memory & 1) == 0
          && OrderRules.sameCell(thread, i, index)) {
        return i;
      }
    }
    return -1;
  }

  private static long loaded(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int store = forwarding(state, number, index);
    return store >= 0 ? thread.slot(store, 1) : state.read(number, thread.cell(index, 0));
  }

  private void load(State state, int number, int index, int cell) throws LimitException {
    ThreadState thread = state.threads[number];
    long value = loaded(state, number, index);
    if (thread.code[index].immediate != 0) {
      thread.link = cell;
    }
    if (emitter.observer != null) {
      boolean forwarded = forwarding(state, number, index) >= 0;
      String note = forwarded ? Effect.FORWARDED : "";
      tell(number, index, thread.code[index], new Effect("reads", cell, value, note));
    }
    finish(state, number, index, value, 0);
  }

  private void write(State state, int number, int index, int cell, long value) {
    if (emitter.observer != null) {
      Code code = state.threads[number].code[index];
      tell(number, index, code, new Effect(Effect.WRITES, cell, value, ""));
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
        state.read(number, first) == thread.slot(index, 2)
            && state.read(number, second) == thread.slot(index, 3);
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
    boolean equal = from.read(number, thread.cell(index, 0)) == thread.slot(index, 1);
    int steps = 0;
    for (int success = 1; success >= 0; success--) {
      boolean possible = success == 1 ? equal : !equal || code.immediate != 0;
      boolean guessed =
          thread.guess[index] == ThreadState.NO_GUESS || thread.guess[index] == success;
      if (possible && guessed && mayGo(thread, index, success == 0, 0)) {
        int outcome = success == 1 ? code.instanceClass : code.failureClass;
        State state = take(from, number, index, 1, outcome);
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
    long holder = from.read(number, cell);
    if (holder != 0 && holder != number + 1 || !mayGo(thread, index, false, 0)) {
      return 0;
    }
    State state = take(from, number, index, 1, code.instanceClass);
    if (state == null) {
      return 0;
    }
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
    if (!thread.finish(index, rules.speculation) && emitter.observer != null) {
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
    if (code.opcode == Opcode.ATOMIC_BEGIN && !code.isStrongBlock()) {
      return thread.count > 0 ? 0 : atomic.run(copy(from, number), number);
    }
    if (!program.stages && code.isStaged()) {
      boolean fetches = !rules.stopsFetch(thread) && !local.isFull(from, number, code);
      if (fetches) {
        local.fetchOne(copy(from, number), number);
      }
      return fetches ? 1 : 0;
    }
    boolean possible =
        (code.opcode.happensAtFetch() || code.isStrongBlock())
            && !rules.stopsFetch(thread)
            && !rules.isPremature(thread, thread.count)
            && local.operandsKnown(thread, code)
            && OrderRules.firstUnconfirmedBranch(thread) >= thread.count;
    if (possible && code.isStrongBlock()) {
      return atomic.run(copy(from, number), number);
    }
    if (possible) {
      State state = copy(from, number);
      if (atomic.executeAlone(state, number, code)) {
        state.agenda |= 1 << number;
        local.advance(state, 0);
      }
    }
    return possible ? 1 : 0;
  }
}
