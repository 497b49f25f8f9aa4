// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.collapse.CollapsedStates;
import dev.fencepost.collapse.CollapsedSystem;
import dev.fencepost.ir.Unknowns;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.ir.footprint.Sharing;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The relaxed machine: a program under a memory model, as a transition system (docs/machine.md).
 */
public final class RelaxedMachine implements ProcessSystem {
  final InstanceClasses classes;
  final ProgramCode program;
  final OrderRules rules;
  final Violations violations;
  final MachineOptions options;
  final MemoryModel model;

  /** The cells that properties read. */
  final BitSet observed;

  /** What threads may still access, or null where memories are not made fewer. */
  final Footprints footprints;

  private final CheckedProgram checked;

  /** For reductions; null until one asks for it, as it takes longer than a small search. */
  private Futures futures;

  /** Whether instances can go on guesses: only then do states carry what hangs on them. */
  final boolean guesses;

  /**
   * Whether a thread that may go round in choices for ever without a visible step has a state in
   * which it does: only temporal properties need that.
   */
  final boolean keepsDivergence;

  public RelaxedMachine(CheckedProgram checked, MemoryModel model, MachineOptions options) {
    this.options = options;
    this.model = model;
    this.checked = checked;
    classes = new InstanceClasses(checked.program());
    boolean speculation = model.speculation() && Unknowns.in(checked.program());
    rules = new OrderRules(model, classes, options.laws().guards(), speculation);
    boolean fewerMemories =
        mayHaveFewerMemories(model) && (options.dropsMemory() || options.sharesMemory());
    footprints = fewerMemories ? checked.footprints() : null;
    SharedMemories shared =
        fewerMemories && options.sharesMemory()
            ? sharing(checked, footprints, rules)
                .filter(sharing -> sharing.count() < footprints.threads())
                .map(sharing -> new SharedMemories(sharing, footprints))
                .orElse(null)
            : null;
    program = new ProgramCode(checked, classes, rules, model, shared);
    program.stages = options.laws().stages();
    if (options.deadRegisters()) {
      program.keepDeadRegisters();
    }
    observed = Violations.cellsRead(checked);
    violations = new Violations(program, checked.properties());
    guesses =
        rules.speculation
            || !rules.guards
            || program.hasGeneralLaws
            || Arrays.stream(program.all).anyMatch(rules::guessesOutcome);
    keepsDivergence = checked.properties().stream().anyMatch(p -> p instanceof Property.Temporal);
  }

  /**
   * Whether a thread's steps can be remembered by its own part of the state and memory: where
   * nothing else in a state bears on them, such as open guesses, order facts or links.
   */
  boolean remembersSteps() {
    return options.stepCache()
        && options.laws().equals(LawOptions.ALL)
        && program.shared
        && !guesses
        && !program.usesLink;
  }

  /**
   * The states of searches without reductions: collapsed, where steps can be remembered by the
   * identifiers of parts.
   *
   * @param words whether they are words where that is possible
   */
  public Representation<ProcessSystem> representation(boolean words) {
    Representation<ProcessSystem> whole = Representation.of(this);
    return remembersSteps()
        ? new CollapsedStates(new CollapsedSystem(new ThreadMachine(this)), words, whole)
        : whole;
  }

  /**
   * Whether memories may be dropped or shared under a model: general laws may tell reflections
   * apart that no load can, and guesses make footprints wider than the program's.
   */
  private static boolean mayHaveFewerMemories(MemoryModel model) {
    return !model.multiCopyAtomic() && model.general().isEmpty() && !model.speculation();
  }

  /**
   * Which threads of a program can share a memory under a model; empty where it has one memory
   * anyway, or where that is not known.
   */
  public static Optional<Sharing> sharing(CheckedProgram checked, MemoryModel model) {
    if (!mayHaveFewerMemories(model)) {
      return Optional.empty();
    }
    OrderRules rules = new OrderRules(model, new InstanceClasses(checked.program()), true, false);
    return sharing(checked, checked.footprints(), rules);
  }

  private static Optional<Sharing> sharing(
      CheckedProgram checked, Footprints footprints, OrderRules rules) {
    if (!footprints.isFixed() || !rules.keepsStoresToACell()) {
      return Optional.empty();
    }
    BitSet observed = Violations.cellsRead(checked);
    return Optional.of(
        Sharing.of(
            footprints,
            rules.ordersCellsByTarget(),
            Collections.nCopies(footprints.threads(), observed)));
  }

  /** Whether threads have memories of their own, or share some. */
  public boolean hasOwnMemories() {
    return !program.shared;
  }

  /** Who sees reflections, for one generator; null where none can be left out. */
  Audience newAudience(Emitter emitter) {
    return footprints == null ? null : new Audience(this, emitter);
  }

  /** Laws evaluate in a workspace of their own: one for each generator. */
  GeneralLaws newLaws() {
    return new GeneralLaws(model, classes, options);
  }

  @Override
  public ProcessGenerator newGenerator() {
    return new MachineGenerator(this, null);
  }

  /** What memory holds in a state, in the words of the source. */
  public List<NamedValue> memoryTold(byte[] bytes) {
    State state = new State(program);
    new StateCodec(program, newLaws(), guesses).unpack(bytes, 0, state, new PackedState());
    return new StateDescription(program, new WaitReasons(model, classes)).memory(state);
  }

  /** What the successor with this index does: the thread, the place and the effect. */
  public String stepTold(byte[] bytes, int index) throws LimitException {
    for (Replay.Event event : new Replay(this).takeFrom(bytes, index).events()) {
      if (event instanceof Replay.Event.Performed performed) {
        Observer.Effect effect = performed.effect();
        String name = program.program.threads().get(performed.code().declaration).name();
        int line = performed.code().instruction.origin().span().line();
        String place = line == 0 ? "" : " " + line;
        String verb = effect.verb().replace("reads", "R").replace(Observer.Effect.WRITES, "W");
        String what =
            effect.cell() == Observer.Effect.NO_CELL
                ? effect.verb()
                : verb
                    + " "
                    + program.cellName(effect.cell())
                    + " = "
                    + program.shown(effect.cell(), effect.value());
        return name + place + ": " + what;
      }
    }
    return "";
  }

  /** What a temporal property, one of those the machine was made with, sees of this machine. */
  public TemporalSystem temporal(Property.Temporal property) {
    return temporal(property, Set.of());
  }

  /**
   * The same where fairness is for some threads alone.
   *
   * @param fairTo their names, as traces have them; none means all threads
   */
  public TemporalSystem temporal(Property.Temporal property, Set<String> fairTo) {
    return new TemporalMachine(this, property.atoms(), new FairThreads(program, fairTo));
  }

  /**
   * Whether there are {@link #actions}: steps depend on threads and cells alone, not on open
   * guesses or order facts of general laws, and no step cuts a run, as with temporal properties.
   * What a load takes from the window depends on the order of its thread's stores, unless those to
   * one cell keep it.
   */
  public boolean hasActions() {
    return hasTemporalActions() && !keepsDivergence;
  }

  /** Whether {@link #temporalActions} has a system. */
  public boolean hasTemporalActions() {
    return options.laws().equals(LawOptions.ALL) && !guesses && rules.keepsStoresToACell();
  }

  /** The machine with the threads that behave alike; empty where there are none. */
  public Optional<SymmetricSystem> symmetry() {
    if (!hasActions() || !program.shared || program.usesLink) {
      return Optional.empty();
    }
    List<ThreadFamily> families = ThreadFamily.of(program, futures().footprints, observed);
    Optional<ObjectFamily> objects = ObjectFamily.of(program, futures(), checked.properties());
    return families.isEmpty() && objects.isEmpty()
        ? Optional.empty()
        : Optional.of(new SymmetricMachine(this, futures(), families, objects));
  }

  /** Refuses a program that distinguishes objects that it declares to be interchangeable. */
  public void checkObjects() throws InvalidInputException {
    if (!program.program.interchangeable().isEmpty()) {
      ObjectFamily.check(program, futures(), checked.properties());
    }
  }

  private synchronized Futures futures() {
    if (futures == null) {
      futures = new Futures(program, checked.footprints(), checked.properties());
    }
    return futures;
  }

  /**
   * The machine with its steps grouped into actions, for temporal properties: a step that cuts a
   * run has no successor.
   */
  public Optional<ActionSystem> temporalActions() {
    return hasTemporalActions()
        ? Optional.of(new ActionMachine(this, futures()))
        : Optional.empty();
  }

  /** The machine with its steps grouped into actions, where that is possible. */
  public Optional<ActionSystem> actions() {
    return hasActions() ? Optional.of(new ActionMachine(this, futures())) : Optional.empty();
  }

  /**
   * What memory holds in a state, as the first thread sees it: the program's cells and its pool.
   */
  public long[] memory(byte[] bytes, int offset) {
    return newViews().of(bytes, offset).get(0);
  }

  /** Reads what each thread sees of memory in states. */
  public MemoryViews newViews() {
    return new MemoryViews(this);
  }

  /** A short name for a violation code: the assertion's message, the error, the property. */
  public String violationName(int code) {
    return violations.name(code);
  }

  /** Replays a run that goes on for ever and violates a temporal property. */
  public Trace explain(Lasso run, Property.Temporal property) {
    return new Explainer(this).explain(run, property);
  }

  /** The schedule of a run that takes these steps and ends in a violation, if there is one. */
  public Optional<List<Integer>> schedule(List<RunStep> steps) throws LimitException {
    return new RunFinder(this, steps).find();
  }

  /** Replays a run that ends in a violation. */
  public Trace explain(List<Integer> schedule) {
    return new Explainer(this).explain(schedule);
  }
}
