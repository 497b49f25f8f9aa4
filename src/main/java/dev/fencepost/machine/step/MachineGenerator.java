// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;

/**
 * Generates successors: for each thread, the steps of its window's instances in program order, then
 * its step at fetch.
 */
public final class MachineGenerator implements ProcessGenerator {
  /** The target of a step that acts on all memories at once. */
  public static final int ALL_MEMORIES = -1;

  private final ProgramCode program;
  private final Violations violations;
  private final WaitingThreads waiting;
  public final StateCodec codec;
  final Emitter emitter;
  public final LocalSteps local;
  final VisibleSteps visible;
  private final GeneralLaws laws;
  private final OrderRules rules;
  private final State current;

  /** Loads that ran ahead; null where the model knows none. */
  private final RunAhead ahead;

  private final PackedState origin = new PackedState();

  /** Steps that need not be computed again, or null. */
  private final StepCache cache;

  /** Whether {@link #current} is the state at {@link #origin}. */
  private boolean unpacked;

  /** How many successors there were when the steps of each thread were taken, and who had any. */
  private final int[] threadEnds = new int[Program.MAX_THREADS];

  private long movers;

  /** Hears who takes steps, for fairness; searches for other properties run without one. */
  public StepLog log;

  public MachineGenerator(CompiledMachine machine, Observer observer) {
    program = machine.program;
    violations = machine.violations;
    waiting = machine.waiting;
    laws = machine.newLaws();
    codec = new StateCodec(program, laws, machine.guesses);
    emitter = new Emitter(codec, violations, laws, machine);
    emitter.observer = observer;
    emitter.races = machine.watchesRaces ? new Races(machine.rules) : null;
    ahead = machine.newRunAhead(emitter);
    emitter.ahead = ahead;
    emitter.settlement = machine.newSettlement();
    local = new LocalSteps(machine, laws, emitter, ahead);
    local.keepsDivergence = machine.keepsDivergence;
    local.audience = machine.newAudience(emitter);
    rules = machine.rules;
    visible = new VisibleSteps(program, rules, laws, emitter, local);
    current = new State(program);
    cache = observer == null && machine.remembersSteps() ? new StepCache(codec) : null;
  }

  @Override
  public void initial(Successors out) throws LimitException {
    out.clear();
    emitter.writeTo(out);
    State state = local.forks().at(0);
    state.threadCount = 0;
    state.failure = 0;
    state.marks = 0;
    state.agenda = 0;
    state.origin = null;
    state.moved = -1;
    state.broken = false;
    state.recorded = true;
    if (state.history != null) {
      state.history.clear();
    }
    if (state.coherence != null) {
      state.coherence.clear();
    }
    Arrays.fill(state.memory, 0);
    for (int i = 0; i < program.program.memory().size(); i++) {
      state.memory[i] = program.program.memory().get(i).initial();
    }
    if (emitter.observer != null) {
      emitter.observer.begin();
    }
    for (ThreadStart start : program.program.initial()) {
      int number = state.start(start.thread(), start.argument());
      if (emitter.observer != null) {
        emitter.observer.started(number, start.thread());
      }
    }
    for (int i = 1; i < state.memories(); i++) {
      System.arraycopy(state.memory, 0, state.memory, i * program.cells, program.cells);
    }
    local.advance(state, 0);
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    out.clear();
    emitter.writeTo(out);
    boolean remembers = cache != null && log == null;
    origin.bytes = bytes;
    origin.start = offset;
    begin();
    if (remembers) {
      codec.locate(bytes, offset, origin);
      cache.begin(origin);
    } else {
      unpack();
    }
    int steps = 0;
    for (int number = 0; number < origin.threadCount; number++) {
      steps += remembers ? noted(number, rememberedSteps(number, out)) : steps(number);
    }
    if (steps == 0) {
      judgeTerminal(out);
    } else if (out.count() == 0) {
      out.terminal(Terminal.CUT, Successors.FINE);
    }
  }

  /** Says which state single steps are about; gives where its parts lie. */
  public PackedState read(byte[] bytes, int offset) {
    codec.locate(bytes, offset, origin);
    begin();
    return origin;
  }

  private void begin() {
    unpacked = false;
    movers = 0;
    Arrays.fill(threadEnds, 0);
  }

  /** Notes which successors are by a thread. */
  private int noted(int number, int steps) {
    threadEnds[number] = emitter.count();
    movers |= steps > 0 ? 1L << number : 0;
    return steps;
  }

  /**
   * Adds the successors of one step of the state that was read: of an instance, to one memory or to
   * all, or at fetch.
   */
  public void step(int number, int index, int target, Successors out) throws LimitException {
    emitter.writeTo(out);
    if (cache == null) {
      stepAnew(number, index, target);
      return;
    }
    cache.begin(origin);
    int key = StepCache.keyOf(number, index);
    int place = cache.find(key, number);
    if (place >= 0) {
      cache.replay(place, number, out);
      return;
    }
    int first = out.count();
    local.threads.looksAtOthers = false;
    int steps = stepAnew(number, index, target);
    if (place == StepCache.UNKNOWN) {
      learn(key, number, steps, out, first);
    }
  }

  private int stepAnew(int number, int index, int target) throws LimitException {
    unpack();
    if (index == StepLog.AT_FETCH) {
      return visible.stepAtFetch(current, number);
    }
    if (target == ALL_MEMORIES) {
      return visible.step(current, number, index);
    }
    return visible.plain.reflectTo(current, number, index, target);
  }

  private void learn(int key, int number, int steps, Successors out, int first) {
    int known = local.threads.looksAtOthers ? StepCache.NEVER : steps;
    cache.learn(key, number, known, out, first);
  }

  private int rememberedSteps(int number, Successors out) throws LimitException {
    int key = StepCache.keyOf(number);
    int place = cache.find(key, number);
    if (place >= 0) {
      return cache.replay(place, number, out);
    }
    int first = out.count();
    local.threads.looksAtOthers = false;
    int steps = steps(number);
    if (place == StepCache.UNKNOWN) {
      learn(key, number, steps, out, first);
    }
    return steps;
  }

  /** Takes every possible step of the thread; gives how many there were. */
  int steps(int number) throws LimitException {
    unpack();
    ThreadState thread = current.threads[number];
    int steps = 0;
    for (int index = 0; index < thread.count; index++) {
      steps += logged(number, index, visible.step(current, number, index));
    }
    steps += logged(number, StepLog.AT_FETCH, visible.stepAtFetch(current, number));
    if (log != null && visible.instances.refusals.has(number)) {
      log.refused(number);
    }
    return noted(number, steps);
  }

  /** Makes {@link #current} the state that is being expanded. */
  private void unpack() {
    if (!unpacked) {
      codec.unpack(origin.bytes, origin.start, current, origin);
      visible.instances.refusals.clear();
      local.before = current.memory;
      unpacked = true;
    }
  }

  private int logged(int number, int index, int ways) {
    if (log != null) {
      log.stepped(number, index, ways, emitter.count());
    }
    return ways;
  }

  /** The position of an instance's instruction, or of fetch, in the state expanded last. */
  public int position(int number, int index) {
    ThreadState thread = current.threads[number];
    return index == StepLog.AT_FETCH ? thread.pc : thread.code[index].pc;
  }

  /** The state that was expanded last. */
  State current() {
    return current;
  }

  /** Whether some thread runs for ever by itself in the state that was expanded last. */
  public boolean diverges() throws LimitException {
    for (int number = 0; number < current.threadCount; number++) {
      if (!current.threads[number].ended && local.diverges(current, number)) {
        return true;
      }
    }
    return false;
  }

  /** Whether some instance of the state that was expanded last hangs on a guess. */
  boolean hasGuess() {
    for (int number = 0; number < current.threadCount; number++) {
      if (hasGuess(current.threads[number])) {
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

  private boolean hasGuess(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      if (thread.guess[i] != ThreadState.NO_GUESS || thread.done[i] && rules.speculation) {
        return true;
      }
    }
    return false;
  }

  private void judgeTerminal(Successors out) throws LimitException {
    unpack();
    if (current.failure == Violations.INADMISSIBLE) {
      out.terminal(Terminal.CUT, Successors.FINE);
    } else if (allAtRest()) {
      out.terminal(Terminal.END, violations.firstUnmet(violations.finals, current));
    } else if (isDropped()) {
      out.terminal(Terminal.CUT, Successors.FINE);
    } else if (hasOwnWait()) {
      // Where loads run ahead, a thread that spins on a settled cell comes here; elsewhere it steps
      // on.
      boolean spins = ahead != null && diverges();
      out.terminal(
          Terminal.CUT, Successors.FINE, spins ? Successors.NOBODY : waiting.number(current));
    } else {
      int code = violations.deadlock();
      int who = code == Successors.FINE ? waiting.number(current) : Successors.NOBODY;
      out.terminal(Terminal.DEADLOCK, code, who);
    }
  }

  /** Whether every thread has ended, or waits where it may wait for ever. */
  private boolean allAtRest() {
    for (int number = 0; number < current.threadCount; number++) {
      ThreadState thread = current.threads[number];
      boolean rests = thread.count == 0 && atFetch(thread).isRest();
      if (!thread.ended && !rests) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether some thread hangs on a wrong guess, a false assumption or a law that cannot be kept: no
   * run comes here.
   */
  private boolean isDropped() {
    for (int number = 0; number < current.threadCount; number++) {
      ThreadState thread = current.threads[number];
      if (!thread.ended
          && (visible.instances.refusals.isFinal(current, number, laws)
              || hasGuess(thread)
              || hasPair(thread)
              || thread.log != null && RunAhead.hasStaleLoad(thread)
              || atFetch(thread).opcode == Opcode.ASSUME)) {
        return true;
      }
    }
    return false;
  }

  /** Whether some thread waits in an atomic block for its condition, or runs for ever by itself. */
  private boolean hasOwnWait() throws LimitException {
    for (int number = 0; number < current.threadCount; number++) {
      ThreadState thread = current.threads[number];
      Code code = atFetch(thread);
      boolean inBlock =
          code.opcode == Opcode.ATOMIC_BEGIN && thread.count == 0 && !code.isStrongBlock();
      if (!thread.ended && (inBlock || local.diverges(current, number))) {
        return true;
      }
    }
    return false;
  }

  private Code atFetch(ThreadState thread) {
    return program.threads[thread.declaration][thread.pc];
  }

  @Override
  public long actors(int index) {
    for (int number = 0; number < threadEnds.length; number++) {
      if (index < threadEnds[number]) {
        return 1L << number;
      }
    }
    return 0;
  }

  @Override
  public long movers() {
    return movers;
  }

  @Override
  public long[] marks() {
    return new long[] {emitter.marks, emitter.raceSeen ? 1 : 0};
  }

  @Override
  public boolean boundHit() {
    return local.boundHit
        || ahead != null && ahead.boundHit()
        || emitter.settlement != null && emitter.settlement.boundHit;
  }
}
