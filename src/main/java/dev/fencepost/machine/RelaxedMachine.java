// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.collapse.CollapsedStates;
import dev.fencepost.collapse.CollapsedSystem;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.explain.Explainer;
import dev.fencepost.machine.explain.Replay;
import dev.fencepost.machine.explain.RunFinder;
import dev.fencepost.machine.explain.RunStep;
import dev.fencepost.machine.explain.StateDescription;
import dev.fencepost.machine.explain.WaitReasons;
import dev.fencepost.machine.independence.Futures;
import dev.fencepost.machine.independence.MachineActions;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MemoryViews;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.step.StateCodec;
import dev.fencepost.machine.step.TemporalMachine;
import dev.fencepost.machine.step.ThreadMachine;
import dev.fencepost.machine.symmetry.ObjectFamily;
import dev.fencepost.machine.symmetry.SymmetricMachine;
import dev.fencepost.machine.symmetry.ThreadFamily;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.State;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.WaitingThread;
import dev.fencepost.trace.Walk;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The relaxed machine: a program under a memory model, as a transition system (docs/machine.md).
 */
public final class RelaxedMachine implements ProcessSystem {
  /** The mark that a search passes where it sees a data race; those of programs are below it. */
  public static final int DATA_RACE = Long.SIZE;

  /** The mark that a search passes where a run ends for want of a value. */
  public static final int NO_VALUE = DATA_RACE + 1;

  /** Docs/machine.md, running ahead: to know a value earlier allows each run. */
  private static final String READS_LATER =
      "for a write to its cell: to read now is to have read before the last step";

  private static final String OTHER_LAWS = "laws about several threads, which are not described";

  private final CompiledMachine core;

  /** For reductions; null until one asks for it, as it takes longer than a small search. */
  private @Nullable Futures futures;

  public RelaxedMachine(CheckedProgram checked, MemoryModel model, MachineOptions options) {
    core = new CompiledMachine(checked, model, options);
  }

  /**
   * The states of searches without reductions: collapsed, where steps can be memoised by the
   * identifiers of parts.
   *
   * @param words whether they are words where that is possible
   */
  public Representation<ProcessSystem> representation(boolean words) {
    Representation<ProcessSystem> whole = Representation.of(this);
    return core.memoisesSteps() && !core.program.runsAhead
        ? new CollapsedStates(new CollapsedSystem(new ThreadMachine(core)), words, whole)
        : whole;
  }

  /** Whether loads run ahead. */
  public boolean runsAhead() {
    return core.program.runsAhead;
  }

  /** Whether threads have memories of their own, or share some. */
  public boolean hasOwnMemories() {
    return !core.program.shared;
  }

  @Override
  public ProcessGenerator newGenerator() {
    return core.newGenerator();
  }

  /** What memory holds in a state, in the words of the source. */
  public List<NamedValue> memoryValues(byte[] bytes) {
    State state = new State(core.program);
    new StateCodec(core.program, core.newLaws(), core.guesses)
        .unpack(bytes, 0, state, new PackedState());
    return new StateDescription(core.program, new WaitReasons(core.model, core.classes))
        .memory(state);
  }

  /** What the successor with this index does: the thread, the place and the effect. */
  public String stepText(byte[] bytes, int index) throws LimitException {
    for (Replay.Event event : new Replay(core).takeFrom(bytes, index).events()) {
      if (event instanceof Replay.Event.Performed performed) {
        Observer.Effect effect = performed.effect();
        String name = core.program.program.threads().get(performed.code().declaration).name();
        int line = performed.code().instruction.origin().span().line();
        String place = line == 0 ? "" : " " + line;
        String verb = effect.verb().replace("reads", "R").replace(Observer.Effect.WRITES, "W");
        String what =
            effect.cell() == Observer.Effect.NO_CELL
                ? effect.verb()
                : verb
                    + " "
                    + core.program.cellName(effect.cell())
                    + " = "
                    + core.program.shown(effect.cell(), effect.value());
        return name + place + ": " + what;
      }
    }
    return "";
  }

  /** The run that takes these successors, and what may come next, if there is such a run. */
  public Optional<Walk> walk(List<Integer> schedule) throws LimitException {
    String why = core.program.runsAhead && !core.program.propagates ? READS_LATER : OTHER_LAWS;
    return Explainer.walk(core, schedule).map(walk -> walk.withReason(why));
  }

  /**
   * What a temporal property, one of those the machine was made with, sees of this machine.
   *
   * @param fairTo the threads to which a run must be fair, by their names in traces; none means all
   */
  public TemporalSystem temporal(Property.Temporal property, Set<String> fairTo) {
    return new TemporalMachine(core, property.atoms(), fairTo);
  }

  /**
   * Whether there are {@link #actions}: steps depend on threads and cells alone, not on open
   * guesses or order facts of general laws, and no step cuts a run, as with temporal properties.
   * What a load takes from the window depends on the order of its thread's stores, unless those to
   * one cell keep it.
   */
  public boolean hasActions() {
    return core.hasActions();
  }

  /** Whether {@link #temporalActions} has a system. */
  public boolean hasTemporalActions() {
    return core.hasTemporalActions();
  }

  /** The machine with the threads that behave alike; empty where there are none. */
  public Optional<SymmetricSystem> symmetry() {
    if (!hasActions() || !core.program.shared || core.program.usesLink || core.program.runsAhead) {
      return Optional.empty();
    }
    List<ThreadFamily> families =
        ThreadFamily.of(core.program, futures().footprints, core.observed);
    Optional<ObjectFamily> objects =
        ObjectFamily.of(core.program, futures(), core.checked.properties());
    return families.isEmpty() && objects.isEmpty()
        ? Optional.empty()
        : Optional.of(new SymmetricMachine(core, futures(), families, objects));
  }

  /** Refuses a program that distinguishes objects that it declares to be interchangeable. */
  public void checkObjects() throws InvalidInputException {
    if (!core.program.program.interchangeable().isEmpty()) {
      ObjectFamily.check(core.program, futures(), core.checked.properties());
    }
  }

  private synchronized Futures futures() {
    Futures known = futures;
    if (known == null) {
      known = new Futures(core.program, core.checked.footprints(), core.checked.properties());
      futures = known;
    }
    return known;
  }

  /**
   * The machine with its steps grouped into actions, for temporal properties: a step that cuts a
   * run has no successor.
   */
  public Optional<ActionSystem> temporalActions() {
    return hasTemporalActions() ? Optional.of(steps()) : Optional.empty();
  }

  /** The machine with its steps grouped into actions, where that is possible. */
  public Optional<ActionSystem> actions() {
    return hasActions() ? Optional.of(steps()) : Optional.empty();
  }

  private ActionSystem steps() {
    Futures known = futures();
    return () -> new MachineActions(core, known);
  }

  /** Reads what each thread sees of memory in states. */
  public MemoryViews newViews() {
    return new MemoryViews(core);
  }

  /** Whether conditions are judged where all threads have ended. */
  public boolean hasFinalConditions() {
    return !core.violations.finals.isEmpty();
  }

  /** Whether some thread may run for ever. */
  public boolean hasLoops() {
    return core.program.program.threads().stream()
        .anyMatch(thread -> ControlFlow.goesBack(thread.code()));
  }

  /** A name for the threads that wait, from which {@link #waitingNumber} has their number. */
  public String waitingName(int number) {
    return core.waiting.name(number);
  }

  /** The number that the threads of a name have in this process. */
  public int waitingNumber(String name) {
    return core.waiting.number(name);
  }

  /** The threads that wait for ever, by the number that a state without successors has for them. */
  public List<WaitingThread> waiting(int number) {
    return core.waiting.of(number).stream()
        .map(
            waiting -> {
              Instruction at = waiting.at().instruction;
              boolean runs =
                  switch (at) {
                    case Instruction.Jump jump -> true;
                    case Instruction.Branch branch -> true;
                    case Instruction.Choose choose -> true;
                    case Instruction.Assign assign -> true;
                    default -> false;
                  };
              return new WaitingThread(waiting.thread(), at.origin().span(), runs);
            })
        .toList();
  }

  /** A short name for a violation code: the assertion's message, the error, the property. */
  public String violationName(int code) {
    return core.violations.name(code);
  }

  /** Replays a run that goes on for ever and violates a temporal property. */
  public Trace explain(Lasso run, Property.Temporal property) {
    return new Explainer(core).explain(run, property);
  }

  /** The schedule of a run that takes these steps and ends in a violation, if there is one. */
  public Optional<List<Integer>> schedule(List<RunStep> steps) throws LimitException {
    return new RunFinder(core, steps).find();
  }

  /** A run that ends in a violation; the limit of the machine if it ends for want of a value. */
  public List<Integer> followed(List<Integer> schedule) throws LimitException {
    if (new Replay(core).lacksValue(schedule)) {
      Trace.Failure failure = explain(schedule).failure();
      throw new LimitException(
          "%s: %s: %s".formatted(failure.origin().span(), failure.kind(), failure.message()));
    }
    return schedule;
  }

  /** Replays a run that ends in a violation. */
  public Trace explain(List<Integer> schedule) {
    return new Explainer(core).explain(schedule);
  }
}
