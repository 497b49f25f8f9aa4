// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.budget.Budget;
import dev.fencepost.machine.explain.Replay.Event;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.property.Property;
import dev.fencepost.source.Origin;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.trace.Walk;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Replays a schedule and explains it as a trace. */
public final class Explainer {
  static final int NO_ACCESS = -1;

  private final CompiledMachine machine;
  private final ProgramCode program;
  private final List<String> threadNames = new ArrayList<>();
  private final List<List<Integer>> windows = new ArrayList<>();
  private final List<Integer> fetchCounts = new ArrayList<>();
  private final List<TraceAccess> accesses = new ArrayList<>();
  private final List<TraceStep> steps = new ArrayList<>();

  private final WaitReasons reasons;
  private final StateDescription descriptions;
  private final ReadSources sources;
  private final ValueFlow flow;
  private final FailureDescription failures;
  private final List<HeapLayout.Block> blocks = new ArrayList<>();
  private @Nullable State before;

  public Explainer(CompiledMachine machine) {
    this.machine = machine;
    program = machine.program;
    reasons = new WaitReasons(machine.model, machine.classes);
    descriptions = new StateDescription(program, reasons);
    sources = new ReadSources(program.shared);
    flow = new ValueFlow(program);
    failures = new FailureDescription(machine, descriptions, threadNames, flow);
  }

  public Trace explain(List<Integer> schedule) {
    try {
      Replay replay = new Replay(machine);
      Replay.Step last = follow(schedule, replay);
      int code = last.code() != 0 ? last.code() : replay.terminalCode();
      if (code == 0) {
        throw new IllegalStateException("the replayed run violates nothing");
      }
      Trace.Failure failure = failures.failure(code, steps, last.state());
      return new Trace(threadNames, steps, accesses, failure, schedule)
          .withHeap(HeapLayout.of(program.program, blocks))
          .withCauses(flow.causes(accesses, failure.thread(), failing(code)));
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  private Optional<Code> failing(int code) {
    return machine.violations.isProperty(code)
        ? Optional.empty()
        : Optional.of(machine.violations.instruction(code));
  }

  /**
   * The run of a schedule from the first initial state, and what may come next, if there is one.
   */
  public static Optional<Walk> walk(CompiledMachine machine, List<Integer> schedule)
      throws LimitException {
    Explainer explainer = new Explainer(machine);
    Replay replay = new Replay(machine);
    Replay.Step last = explainer.follow(List.of(0), replay);
    for (int index : schedule) {
      if (index < 0 || last.code() != 0 || index >= replay.successors()) {
        return Optional.empty();
      }
      last = explainer.go(index, last, replay);
    }
    int successors = last.code() == 0 ? replay.successors() : 0;
    List<TraceStep> choices = new ArrayList<>();
    for (int i = 0; i < successors; i++) {
      List<Integer> longer = new ArrayList<>(List.of(0));
      longer.addAll(schedule);
      longer.add(i);
      Explainer ahead = new Explainer(machine);
      ahead.follow(longer, new Replay(machine));
      choices.add(ahead.steps.getLast());
    }
    Optional<Walk.End> end =
        successors > 0 ? Optional.empty() : Optional.of(explainer.end(last, replay));
    return Optional.of(
        new Walk(explainer.threadNames, explainer.steps, explainer.accesses, choices, end));
  }

  private Walk.End end(Replay.Step last, Replay replay) throws LimitException {
    int code = last.code() != 0 ? last.code() : replay.terminalCode();
    if (code != 0) {
      return new Walk.End.Violation(failures.failure(code, steps, last.state()));
    }
    boolean ended =
        Arrays.stream(last.state().threads, 0, last.state().threadCount).allMatch(t -> t.ended);
    return ended ? new Walk.End.Finished("", List.of()) : new Walk.End.Stuck();
  }

  public Trace explain(Lasso run, Property.Temporal property) {
    try {
      Replay replay = new Replay(machine);
      Replay.Step last = follow(run.stem(), replay);
      int loop = steps.size();
      byte[] again = replay.bytes();
      for (int index : run.loop()) {
        last = go(index, last, replay);
      }
      if (!Arrays.equals(again, replay.bytes())) {
        throw new IllegalStateException("the replayed run does not repeat itself");
      }
      Trace.Failure failure = failures.failure(property);
      return new Trace(threadNames, steps, accesses, failure, run.steps())
          .withLoop(loop)
          .withFacts(LoopSurvey.of(machine, property, run, threadNames.size()))
          .withHeap(HeapLayout.of(program.program, blocks))
          .withCauses(flow.causes(accesses, -1, Optional.empty()));
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  private Replay.Step follow(List<Integer> schedule, Replay replay) throws LimitException {
    Replay.Step last = replay.start(schedule.getFirst());
    report(last);
    for (int index : schedule.subList(1, schedule.size())) {
      last = go(index, last, replay);
    }
    return last;
  }

  private Replay.Step go(int index, Replay.Step last, Replay replay) throws LimitException {
    Budget.ask();
    if (index == Lasso.STUTTER) {
      reportNothing(replay.diverges());
      return last;
    }
    Replay.Step step = replay.take(index);
    report(step);
    return step;
  }

  /** The state repeats: for good, or while a thread runs on unseen. */
  private void reportNothing(boolean diverges) {
    TraceStep last = steps.getLast();
    String effect = diverges ? "a thread runs on by itself and nobody sees it" : "";
    flow.begin();
    steps.add(
        new TraceStep(
            -1,
            TraceStep.Kind.STUTTER,
            Origin.of(""),
            NO_ACCESS,
            effect,
            List.of(),
            last.memory(),
            last.views(),
            List.of()));
  }

  private void report(Replay.Step step) {
    StepWords words = new StepWords();
    flow.begin();
    for (Event event : step.events()) {
      switch (event) {
        case Event.Started started -> start(started);
        case Event.Fetched fetched -> fetch(fetched, words);
        case Event.Left left -> leave(left);
        case Event.Local happened -> {
          flow.local(happened.thread(), happened.code());
          words.local(happened.thread(), happened.code(), happened.text());
        }
        case Event.Failed failure -> {
          flow.failed(failure.thread(), failure.code());
          failures.failed(failure);
        }
        case Event.Performed performed -> words.performed(performed);
      }
    }
    blocks.addAll(HeapLayout.taken(program, before, step));
    locatePending(step.state());
    steps.add(words.step(step.state()));
    before = step.state();
  }

  /** The description of one step, gathered from its events. */
  private final class StepWords {
    private final int number = steps.size();
    private final List<TraceStep.LocalEvent> local = new ArrayList<>();
    private final List<String> effects = new ArrayList<>();
    private final List<TraceStep.Passed> passed = new ArrayList<>();
    private Event.@Nullable Performed first;
    private int access = NO_ACCESS;

    void local(int thread, Code code, String text) {
      if (!text.isEmpty()) {
        local.add(new TraceStep.LocalEvent(thread, code.instruction.origin(), text));
      }
    }

    void performed(Event.Performed performed) {
      boolean reads = performed.code().opcode == Opcode.LOAD && performed.index() >= 0;
      String effect = text(performed.effect());
      if (first != null && reads) {
        perform(performed, number, NO_ACCESS);
        local(performed.thread(), performed.code(), effect);
        return;
      }
      if (first == null) {
        first = performed;
        passed.addAll(passed(performed));
      }
      access = perform(performed, number, access);
      if (!effect.isEmpty() && isShown(performed, first.code())) {
        effects.add(effect);
      }
    }

    TraceStep step(State after) {
      return new TraceStep(
          first == null ? 0 : first.thread(),
          first == null ? TraceStep.Kind.START : kind(first.code()),
          first == null ? Origin.of("") : first.code().instruction.origin(),
          access,
          String.join("; ", effects),
          local,
          descriptions.memory(after),
          descriptions.views(after, threadNames, windows, flow),
          passed);
    }
  }

  /** What the instance left behind: unfinished accesses of its window that stand before it. */
  private List<TraceStep.Passed> passed(Event.Performed performed) {
    List<TraceStep.Passed> passed = new ArrayList<>();
    for (int i = 0; before != null && i < performed.index(); i++) {
      ThreadState thread = before.threads[performed.thread()];
      if (thread.code[i].isAccess() && !thread.done[i]) {
        int access = windows.get(performed.thread()).get(i);
        passed.add(new TraceStep.Passed(access, reasons.whyPassed(thread, i, performed.index())));
      }
    }
    return passed;
  }

  /** A block on strong cells is described by its changes alone, without hidden cells. */
  private boolean isShown(Event.Performed performed, Code begin) {
    Observer.Effect effect = performed.effect();
    return effect.cell() == Observer.Effect.NO_CELL
        || !program.isHidden(effect.cell())
            && !(begin.isStrongBlock() && effect.verb().equals("reads"));
  }

  private void start(Event.Started started) {
    String name = program.program.threads().get(started.declaration()).name();
    long others =
        threadNames.stream().filter(n -> n.equals(name) || n.startsWith(name + " ")).count();
    threadNames.add(others == 0 ? name : name + " " + (others + 1));
    windows.add(new ArrayList<>());
    fetchCounts.add(0);
  }

  private void fetch(Event.Fetched fetched, StepWords words) {
    Code code = fetched.code();
    int thread = fetched.thread();
    int order = fetchCounts.set(thread, fetchCounts.get(thread) + 1);
    flow.fetched(thread, code, code.isAccess() ? accesses.size() : NO_ACCESS);
    if (!code.isAccess()) {
      windows.get(thread).add(NO_ACCESS);
      return;
    }
    windows.get(thread).add(accesses.size());
    String kind = code.kind.letter;
    Origin origin = code.instruction.origin();
    accesses.add(
        new TraceAccess(
            thread, order, kind, origin, place(code), "", words.number, 0, Optional.empty()));
    if (code.kind == MemoryAccess.WRITE) {
      words.local(thread, code, "store pending");
    }
  }

  /** Adds place and value to pending accesses as soon as they are known. */
  private void locatePending(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      List<Integer> window = windows.get(number);
      for (int i = 0; i < window.size() && i < thread.count; i++) {
        boolean located = thread.code[i].isAccess() && thread.addressKnown(i);
        if (window.get(i) != NO_ACCESS && located && !thread.done[i]) {
          int cell = thread.cell(i, 0);
          boolean store = thread.code[i].kind == MemoryAccess.WRITE && thread.ready(i);
          String value = store ? program.shown(cell, thread.slot(i, 1)) : "";
          TraceAccess access = accesses.get(window.get(i));
          accesses.set(
              window.get(i), access.known(program.cellName(cell), value, access.performedAt()));
        }
      }
    }
  }

  private String place(Code code) {
    boolean constant = code.addresses > 0 && (code.constantSlots & 1) != 0;
    return constant ? program.cellName(ProgramCode.cellOf(code.constants[0])) : "?";
  }

  /** An instance leaves; the store of a compare-and-swap that has failed is no longer pending. */
  private void leave(Event.Left left) {
    flow.left(left.thread(), left.index());
    int id = windows.get(left.thread()).remove(/* index */ left.index());
    if (id != NO_ACCESS && accesses.get(id).pending()) {
      accesses.set(id, accesses.get(id).cancelled());
    }
  }

  private String text(Observer.Effect effect) {
    if (effect.cell() == Observer.Effect.NO_CELL) {
      return effect.verb();
    }
    String note = effect.note().isEmpty() ? "" : " (" + effect.note() + ")";
    return effect.verb() + " " + program.cellName(effect.cell()) + " = " + value(effect) + note;
  }

  private String value(Observer.Effect effect) {
    return effect.cell() == Observer.Effect.NO_CELL
        ? ""
        : program.shown(effect.cell(), effect.value());
  }

  private int perform(Event.Performed performed, int number, int access) {
    List<Integer> window = windows.get(performed.thread());
    int id = performed.index() < 0 ? NO_ACCESS : window.get(performed.index());
    if (id == NO_ACCESS) {
      flow.performed(performed, NO_ACCESS, read(performed, sources.of(performed)));
      sources.written(performed, NO_ACCESS, number);
      return access;
    }
    Optional<TraceAccess.Source> source = Optional.empty();
    if (access == NO_ACCESS) {
      Observer.Effect effect = performed.effect();
      boolean placed = effect.cell() != Observer.Effect.NO_CELL;
      String place = placed ? program.cellName(effect.cell()) : place(performed.code());
      TraceAccess known = accesses.get(id).known(place, value(effect), number);
      source = sources.of(performed, known, accesses, window);
      accesses.set(id, source.map(known::from).orElse(known));
    }
    flow.performed(
        performed, id, accesses.get(id).reads() ? read(performed, source) : Optional.empty());
    sources.written(performed, id, number);
    return id;
  }

  /** What a step read of memory: a read-modify-write, what stood there before. */
  private Optional<Causes.Read> read(
      Event.Performed performed, Optional<TraceAccess.Source> source) {
    Observer.Effect effect = performed.effect();
    int cell = effect.cell();
    boolean writes = effect.verb().equals(Observer.Effect.WRITES);
    boolean shown = cell != Observer.Effect.NO_CELL && !program.isHidden(cell);
    if (!shown || writes && performed.index() < 0) {
      return Optional.empty();
    }
    long value = writes && before != null ? before.read(performed.thread(), cell) : effect.value();
    return Optional.of(new Causes.Read(program.cellName(cell), program.shown(cell, value), source));
  }

  private static TraceStep.Kind kind(Code code) {
    return switch (code.opcode) {
      case LOAD -> TraceStep.Kind.LOAD;
      case STORE, UNLOCK -> TraceStep.Kind.REFLECT;
      case ATOMIC_BEGIN -> TraceStep.Kind.ATOMIC;
      case STRONG_LOAD, STRONG_STORE, OBSERVE -> TraceStep.Kind.STRONG;
      case ALLOCATE -> TraceStep.Kind.ALLOCATE;
      default -> TraceStep.Kind.READ_MODIFY_WRITE;
    };
  }
}
