// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Generates successors: for each thread, the steps of its window's instances in program order, then
 * its step at fetch.
 */
public final class MachineGenerator implements ProcessGenerator {
  /** The target of a step that acts on all memories at once. */
  public static final int ALL_MEMORIES = -1;

  private final ProgramCode program;
  public final StateCodec codec;
  final Emitter emitter;
  public final LocalSteps local;
  final VisibleSteps visible;
  private final Terminals terminals;
  private final State current;

  private final PackedState origin = new PackedState();

  /** Memoised steps, or null. */
  private final @Nullable StepCache cache;

  /** Whether {@link #current} is the state at {@link #origin}. */
  private boolean unpacked;

  /** How many successors there were when the steps of each thread were taken, and who had any. */
  private final int[] threadEnds = new int[Program.MAX_THREADS];

  private long movers;

  /** Hears who takes steps, for fairness; searches for other properties run without one. */
  public @Nullable StepLog log;

  public MachineGenerator(CompiledMachine machine, Observer observer) {
    program = machine.program;
    GeneralLaws laws = machine.newLaws();
    codec = new StateCodec(program, laws, machine.guesses);
    emitter = new Emitter(codec, laws, machine, observer);
    local = new LocalSteps(machine, laws, emitter);
    visible = new VisibleSteps(machine, laws, emitter, local);
    terminals = new Terminals(machine, visible.instances.refusals, laws, local);
    current = new State(program);
    boolean memoises = !observer.hears() && machine.memoisesSteps();
    cache = memoises ? new StepCache(codec, newBystanders(machine)) : null;
  }

  /** The threads that react to steps of others; null where none does. */
  private @Nullable Bystanders newBystanders(CompiledMachine machine) {
    return emitter.notes == null || local.older == null
        ? null
        : new Bystanders(
            new Outlook.Finder(machine, codec, local.older), emitter::looksForRaces, emitter.notes);
  }

  @Override
  public void initial(Successors out) throws LimitException {
    out.clear();
    emitter.writeTo(out);
    State state = local.forks.at(0);
    state.threadCount = 0;
    state.failure = 0;
    state.marks = 0;
    state.agenda.clear();
    state.origin = null;
    state.moved.fill();
    state.broken = false;
    state.raced = false;
    state.recorded = true;
    state.history.clear();
    state.coherence.clear();
    Arrays.fill(state.memory, 0);
    for (int i = 0; i < program.program.memory().size(); i++) {
      state.memory[i] = program.program.memory().get(i).initial();
    }
    emitter.observer.begin();
    if (emitter.notes != null) {
      emitter.notes.before = state.memory;
      emitter.notes.begin();
    }
    for (ThreadStart start : program.program.initial()) {
      int number = state.start(start.thread(), start.argument());
      emitter.observer.started(number, start.thread());
    }
    for (int i = 1; i < state.memories(); i++) {
      System.arraycopy(state.memory, 0, state.memory, i * program.cells, program.cells);
    }
    local.advance(state, 0);
  }

  @Override
  public void successors(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    successors(bytes, offset, out, false);
  }

  @Override
  public void someSuccessors(byte[] bytes, int offset, int length, Successors out)
      throws LimitException {
    successors(bytes, offset, out, true);
  }

  /**
   * Writes successors.
   *
   * @param some whether those of the first thread that has steps are enough
   */
  private void successors(byte[] bytes, int offset, Successors out, boolean some)
      throws LimitException {
    out.clear();
    emitter.writeTo(out);
    origin.bytes = bytes;
    origin.start = offset;
    begin();
    StepCache known = log == null ? cache : null;
    if (known != null) {
      codec.locate(bytes, offset, origin);
      known = origin.undecided ? null : known;
    }
    if (known != null) {
      known.begin(origin);
    } else {
      unpack();
    }
    int steps = 0;
    for (int number = 0; number < origin.threadCount && !(some && steps > 0); number++) {
      steps +=
          known == null
              ? steps(number)
              : noted(number, memoised(known, number, StepCache.ALL, ALL_MEMORIES, out));
    }
    if (steps == 0) {
      unpack();
      terminals.judge(current, out);
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
    if (emitter.notes != null) {
      emitter.notes.begin();
    }
    movers = ProcessSets.NONE;
    Arrays.fill(threadEnds, 0);
  }

  /** Notes which successors are by a thread. */
  private int noted(int number, int steps) {
    threadEnds[number] = emitter.count();
    movers |= steps > 0 ? ProcessSets.of(number) : ProcessSets.NONE;
    return steps;
  }

  /**
   * Adds the successors of one step of the state that was read: of an instance, to one memory or to
   * all, or at fetch.
   */
  public void step(int number, int index, int target, Successors out) throws LimitException {
    emitter.writeTo(out);
    if (cache == null || origin.undecided) {
      take(number, index, target);
    } else {
      cache.begin(origin);
      memoised(cache, number, index, target, out);
    }
  }

  /** Takes the steps of an instance, or all of a thread; gives how many there were. */
  private int take(int number, int index, int target) throws LimitException {
    if (index == StepCache.ALL) {
      return steps(number);
    }
    unpack();
    if (index == StepLog.AT_FETCH) {
      return visible.stepAtFetch(current, number);
    }
    if (target == ALL_MEMORIES) {
      return visible.step(current, number, index);
    }
    return visible.plain.reflectTo(current, number, index, target);
  }

  /**
   * Replays memoised steps; takes others, and memoises them unless they depend on other threads.
   */
  private int memoised(StepCache known, int number, int index, int target, Successors out)
      throws LimitException {
    int place = known.find(number, index);
    int replayed = place >= 0 ? known.replay(place, number, out) : StepCache.MISSED;
    if (replayed != StepCache.MISSED) {
      return replayed;
    }
    WriteNotes notes = emitter.notes;
    local.threads.looksAtOthers = false;
    if (notes != null) {
      notes.begin();
    }
    int first = out.count();
    int steps = take(number, index, target);
    boolean others = local.threads.looksAtOthers;
    if (place != StepCache.NEVER && !(notes != null && notes.entangled)) {
      if (place == StepCache.UNKNOWN) {
        known.learn(number, index, others ? StepCache.NEVER : steps, out, first);
      }
      if (!others) {
        known.learnReactions(number, out, first);
      }
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
      if (emitter.notes != null) {
        emitter.notes.before = current.memory;
      }
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
    return terminals.diverges(current);
  }

  @Override
  public long actors(int index) {
    for (int number = 0; number < threadEnds.length; number++) {
      if (index < threadEnds[number]) {
        return ProcessSets.of(number);
      }
    }
    return ProcessSets.NONE;
  }

  @Override
  public long movers() {
    return movers;
  }

  @Override
  public long[] marks() {
    return new long[] {emitter.marks, (emitter.raceSeen ? 1 : 0) | (emitter.valueLacked ? 2 : 0)};
  }

  @Override
  public boolean boundHit() {
    return local.boundHit
        || emitter.ahead != null && emitter.ahead.boundHit()
        || emitter.settlement != null && emitter.settlement.boundHit;
  }
}
