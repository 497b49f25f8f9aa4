// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.propagation.Propagation;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Trap;
import dev.fencepost.machine.window.ViolationKind;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * The steps that only the thread itself can see: they are taken at once and are no state. A
 * thread's window is settled, then fetch goes on in program order until it must stop. Choices and
 * guesses fork.
 */
public final class LocalSteps {
  /** After so many local steps in a row, repetition is looked for. */
  private static final int PATIENCE = 256;

  private static final int LIMIT = 1_000_000;
  private static final int NOBODY = -1;

  private final ProgramCode program;
  private final OrderRules rules;
  private final GeneralLaws laws;
  final Settling settling;
  private final Emitter emitter;
  private final int window;

  /** Loads that ran ahead; null where the model knows none. */
  private final @Nullable RunAhead ahead;

  final @Nullable OlderReads older;

  /** What memory held before the step. */
  long[] before = {};

  final Forks forks;
  private final ThreadChoices choices;
  private final Exclusives exclusives;
  private final Guesses guesses;
  private final ThreadState snapshot;
  public final KnownOperands operands;
  final ThreadLifecycle threads;
  final Effort effort = new Effort();

  private final Successors unwanted = new Successors();

  /** Who sees reflections to memories of their own; null where none can be left out. */
  private final @Nullable Audience audience;

  /** As {@link CompiledMachine#keepsDivergence}. */
  final boolean keepsDivergence;

  /** Without stages, the thread that may fetch an instance now. */
  private int admitted = NOBODY;

  /** Whether the window bound has stopped fetch. */
  boolean boundHit;

  /** How often a thread came back to a local configuration without a visible step. */
  private int divergences;

  LocalSteps(CompiledMachine machine, GeneralLaws laws, Emitter emitter) {
    program = machine.program;
    rules = machine.rules;
    window = machine.options.window();
    keepsDivergence = machine.keepsDivergence;
    ahead = emitter.ahead;
    audience = machine.newAudience(emitter);
    this.laws = laws;
    this.emitter = emitter;
    settling = new Settling(machine, laws, emitter);
    snapshot = new ThreadState(program);
    forks = new Forks(program);
    choices = new ThreadChoices(this, emitter);
    exclusives = new Exclusives(this, program, emitter);
    guesses = new Guesses(machine, this);
    operands = new KnownOperands(program, emitter);
    threads = new ThreadLifecycle(program, laws, emitter, operands);
    older = ahead == null ? null : new OlderReads(rules, ahead, this, emitter);
  }

  /** Whether a thread that can take no visible step runs for ever by itself. */
  boolean diverges(State state, int number) throws LimitException {
    int before = divergences + choices.returns(number);
    State copy = forks.at(0);
    copy.copyFrom(state);
    unwanted.clear();
    Successors out = emitter.writeTo(unwanted);
    boolean stays = run(copy, number, 0) != Fetch.GONE;
    emitter.writeTo(out);
    return stays && divergences + choices.returns(number) > before;
  }

  /** Goes on in a copy of the state, in which the thread takes one of its alternatives. */
  void fork(State state, int number, int depth, Forks.Alternative way) throws LimitException {
    int remembered = emitter.observer.remember();
    State fork = forks.fork(state, number, depth);
    fork.agenda.add(number);
    if (way.take(fork)) {
      advance(fork, depth + 1);
    }
    emitter.observer.forget(remembered);
  }

  /** Runs the threads on the agenda as far as they get alone, and emits the resulting states. */
  void advance(State state, int depth) throws LimitException {
    if (ahead != null) {
      ahead.record(state, before, !keepsDivergence);
    }
    do {
      while (!state.agenda.isEmpty()) {
        int number = state.agenda.removeFirst();
        if (!state.threads[number].ended && run(state, number, depth) == Fetch.GONE) {
          return;
        }
      }
      if (audience != null) {
        audience.settle(state);
      }
      if (older != null) {
        older.wakeQuieted(state);
      }
    } while (!state.agenda.isEmpty());
    emitter.complete(state);
  }

  private Fetch run(State state, int number, int depth) throws LimitException {
    ThreadState thread = state.writable(number);
    effort.step(thread.count);
    if (!settling.settle(state, number)) {
      return Fetch.GONE;
    }
    state.moved.add(number);
    Fetch fetch = Fetch.ON;
    int steps = 1;
    while (fetch != Fetch.GONE) {
      Fetch read = older == null ? Fetch.STOP : older.offer(state, number, depth);
      boolean stops = fetch == Fetch.STOP && read == Fetch.STOP || rules.stopsFetch(thread);
      if (read == Fetch.GONE || stops) {
        return read == Fetch.GONE || guesses.condition(state, number, depth) ? Fetch.GONE : fetch;
      }
      effort.step(thread.count);
      fetch = fetch(state, number, depth);
      if (steps++ > PATIENCE && fetch == Fetch.ON && repeats(thread, steps - 1)) {
        divergences++;
        return guesses.condition(state, number, depth) ? Fetch.GONE : Fetch.STOP;
      }
    }
    return fetch;
  }

  /** An instance has its result; it stays while later checks, or earlier loads, need it. */
  void finish(State state, int number, int index, long result, long second) {
    ThreadState thread = state.threads[number];
    thread.produce(index, 0, result);
    thread.produce(index, 1, second);
    if (older != null && older.retains(thread, index)) {
      thread.retain(index);
    } else if (!thread.finish(index, rules.speculation)) {
      emitter.observer.left(number, index);
    }
  }

  /** Brent's cycle detection on local configurations. */
  private boolean repeats(ThreadState thread, int steps) throws LimitException {
    if (steps > LIMIT) {
      throw new LimitException(
          "a thread took " + LIMIT + " local steps in a row without coming back to one place");
    }
    int[] live = program.next(thread).live;
    boolean same = steps > PATIENCE + 1 && thread.sameAs(snapshot, live);
    if (steps == PATIENCE + 1 || Integer.bitCount(steps) == 1) {
      snapshot.copyFrom(thread);
    }
    return same;
  }

  private Fetch fetch(State state, int number, int depth) throws LimitException {
    ThreadState thread = state.threads[number];
    Code code = program.next(thread);
    if (!program.stages && code.isStaged()) {
      if (admitted != number) {
        return Fetch.STOP;
      }
      admitted = NOBODY;
    }
    return switch (code.opcode) {
      case LOAD -> exclusives.load(state, number, code);
      case STORE, CAS2, FETCH_MODIFY, LOCK, UNLOCK, SELECT -> enter(state, number, code);
      case STORE_CONDITIONAL ->
          code.isPaired()
              ? exclusives.conditional(state, number, code, depth)
              : enter(state, number, code);
      case CAS ->
          rules.guessesOutcome(code)
              ? guesses.outcome(state, number, code, depth)
              : enter(state, number, code);
      case ASSIGN -> assign(state, number, code);
      case FENCE -> fence(state, number, code);
      case BRANCH, ASSUME -> branch(state, number, code, depth);
      case ASSERT -> check(state, number, code);
      case MARK -> mark(state, number, code);
      case JUMP, ATOMIC_END -> go(thread, code.next);
      case CHOOSE -> choices.take(state, number, code, depth);
      case SPAWN, JOIN -> startOrJoin(state, number, code);
      case END -> threads.end(state, number);
      case ATOMIC_BEGIN, STRONG_LOAD, STRONG_STORE, OBSERVE, ALLOCATE -> Fetch.STOP;
      case PAIRED_STORE, UNWRITTEN -> throw new IllegalStateException("not fetched by itself");
    };
  }

  private static Fetch go(ThreadState thread, int pc) {
    thread.pc = pc;
    return Fetch.ON;
  }

  /** Fetches an instance into the window, unless the bound forbids. */
  Fetch enter(State state, int number, Code code) throws LimitException {
    return enter(state, number, code, ThreadState.NO_GUESS);
  }

  Fetch enter(State state, int number, Code code, int guess) throws LimitException {
    ThreadState thread = state.threads[number];
    if (isFull(state, number, code)) {
      return Fetch.STOP;
    }
    thread.append(code, guess);
    if (laws.relevant(code) && !laws.fetched(state, number, code)) {
      return Fetch.GONE;
    }
    emitter.observer.fetched(number, code);
    thread.pc = guess == 0 && code.opcode == Opcode.BRANCH ? code.otherwise : code.next;
    return settling.settle(state, number) ? Fetch.ON : Fetch.GONE;
  }

  /** Fetches the next instance in a step of its own, and goes on from there. */
  void fetchOne(State state, int number) throws LimitException {
    admitted = number;
    state.agenda.add(number);
    advance(state, 0);
    admitted = NOBODY;
  }

  /**
   * Whether the bound keeps fetch from going on. Straight code before a loop is as long as it is:
   * only what repeats counts.
   */
  boolean isFull(State state, int number, Code code) {
    if (!code.bounded) {
      return false;
    }
    ThreadState thread = state.threads[number];
    int instances = 0;
    for (int i = 0; i < thread.count; i++) {
      instances += thread.code[i].repeats ? 1 : 0;
    }
    boolean counts =
        state.failure != Violations.INADMISSIBLE && !rules.isPremature(thread, thread.count);
    boundHit |= instances >= window && counts;
    return instances >= window;
  }

  private Fetch assign(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    if (!KnownOperands.areKnown(thread, code)) {
      return enter(state, number, code);
    }
    try {
      thread.compute(code.target, operands.value(thread, code, 0), code.operands);
    } catch (Trap trap) {
      return rules.guesses(thread) ? enter(state, number, code) : fails(state, number, trap, code);
    }
    emitter.observer.local(number, code, "");
    return go(thread, code.next);
  }

  private Fetch fails(State state, int number, Trap trap, Code code) {
    operands.reportFailure(state.threads[number], number, code, trap.getMessage());
    return emitter.recordViolation(state, trap.kind(), code) ? Fetch.STOP : Fetch.GONE;
  }

  private Fetch fence(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    if (program.propagates && code.isFullFence()) {
      return Propagation.passesAlone(state, number) ? go(thread, code.next) : Fetch.STOP;
    }
    boolean passes = !laws.relevant(code) && rules.blocksNothing(thread, code, thread.count);
    if (!passes || older != null && !older.passes(thread, code)) {
      return enter(state, number, code);
    }
    settling.passed(thread, code);
    return go(thread, code.next);
  }

  /** A known branch is taken; fetch stops at an unknown one, or goes on behind a guess. */
  private Fetch branch(State state, int number, Code code, int depth) throws LimitException {
    ThreadState thread = state.threads[number];
    boolean assume = code.opcode == Opcode.ASSUME;
    if (!KnownOperands.areKnown(thread, code)) {
      if (!rules.speculation) {
        return Fetch.STOP;
      }
      return assume
          ? guesses.hope(state, number, code, depth)
          : guesses.outcome(state, number, code, depth);
    }
    boolean condition;
    try {
      condition = operands.value(thread, code, 0) != 0;
    } catch (Trap trap) {
      return rules.guesses(thread) ? Fetch.STOP : fails(state, number, trap, code);
    }
    thread.noted.branch(code.operands);
    emitter.observer.local(number, code, condition ? "true" : "false");
    if (assume && !condition) {
      // Others may still act before this thread drops the run: it stops here instead.
      return keepsDivergence ? Fetch.GONE : Fetch.STOP;
    }
    return go(thread, condition ? code.next : code.otherwise);
  }

  private Fetch check(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    if (!KnownOperands.areKnown(thread, code) || rules.guesses(thread)) {
      return enter(state, number, code);
    }
    try {
      if (operands.value(thread, code, 0) == 0) {
        operands.reportFailure(thread, number, code, "");
        if (!emitter.recordViolation(state, ViolationKind.ASSERTION, code)) {
          return Fetch.GONE;
        }
      }
    } catch (Trap trap) {
      return fails(state, number, trap, code);
    }
    return go(thread, code.next);
  }

  private Fetch mark(State state, int number, Code code) throws LimitException {
    if (rules.guesses(state.threads[number])) {
      return enter(state, number, code);
    }
    emitter.mark(state, code.immediate);
    return go(state.threads[number], code.next);
  }

  private Fetch startOrJoin(State state, int number, Code code) throws LimitException {
    try {
      return code.opcode == Opcode.SPAWN
          ? threads.spawn(state, number, code)
          : threads.join(state, number, code);
    } catch (Trap trap) {
      return rules.guesses(state.threads[number]) ? Fetch.STOP : fails(state, number, trap, code);
    }
  }
}
