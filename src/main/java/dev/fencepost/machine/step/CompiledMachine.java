// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Unknowns;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.ir.footprint.Sharing;
import dev.fencepost.machine.ahead.RunAhead;
import dev.fencepost.machine.order.GeneralLaws;
import dev.fencepost.machine.order.LawOptions;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.propagation.Arrivals;
import dev.fencepost.machine.propagation.Propagation;
import dev.fencepost.machine.propagation.Settlement;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.SharedMemories;
import dev.fencepost.machine.window.Violations;
import dev.fencepost.mapping.ProcessorForm;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.transition.ProcessSystem;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A program and a memory model, compiled for each other: the data that all rules share. */
public final class CompiledMachine implements ProcessSystem {
  public final InstanceClasses classes;
  public final ProgramCode program;
  public final OrderRules rules;
  public final Violations violations;
  public final WaitingThreads waiting;
  final MachineOptions options;
  public final MemoryModel model;

  /** The cells that properties read. */
  public final BitSet observed;

  /** What threads may still access, or null where memories are not made fewer. */
  final @Nullable Footprints footprints;

  public final CheckedProgram checked;

  /** Whether branches, addresses, outcomes or general laws are guessed. */
  private final boolean speculates;

  /** Whether instances can go on guesses: only then do states carry what depends on them. */
  public final boolean guesses;

  /**
   * Whether a thread that may go round in choices for ever without a visible step has a state in
   * which it does: only temporal properties need that.
   */
  final boolean keepsDivergence;

  /**
   * Whether data races are looked for: if they are violations, and in C11 programs on processors.
   */
  final boolean watchesRaces;

  public CompiledMachine(CheckedProgram source, MemoryModel model, MachineOptions options) {
    this.options = options;
    this.model = model;
    checked = ProcessorForm.of(source, model);
    classes = new InstanceClasses(checked.program(), model.traits());
    boolean speculation = model.speculation() && Unknowns.in(checked.program());
    rules = new OrderRules(model, classes, options.laws().guards(), speculation);
    boolean fewerMemories =
        mayHaveFewerMemories(model)
            && !HeapBlocks.areFreed(checked.program())
            && (options.dropsMemory() || options.sharesMemory());
    Footprints known = fewerMemories ? checked.footprints() : null;
    footprints = known;
    SharedMemories shared =
        known != null && options.sharesMemory()
            ? sharing(checked, known, rules)
                .filter(sharing -> sharing.count() < known.threads())
                .map(sharing -> new SharedMemories(sharing, known))
                .orElse(null)
            : null;
    program = new ProgramCode(checked, classes, rules::emptiesWindow, model, shared);
    program.stages = options.laws().stages();
    if (options.deadRegisters()) {
      program.keepDeadRegisters();
    }
    observed = Violations.cellsRead(checked);
    violations = new Violations(program, checked.properties());
    watchesRaces =
        violations.race() != 0
            || !model.definition().mappings().isEmpty() && Races.arePossible(program);
    waiting = new WaitingThreads(program);
    speculates =
        rules.speculation
            || !rules.guards
            || program.hasGeneralLaws
            || Arrays.stream(program.all).anyMatch(rules::guessesOutcome);
    guesses = speculates || program.runsAhead || program.pairs;
    keepsDivergence = checked.properties().stream().anyMatch(p -> p instanceof Property.Temporal);
  }

  /** Loads that ran ahead, for one generator; null where the model knows none. */
  @Nullable RunAhead newRunAhead(Observer observer) {
    return program.runsAhead
        ? new RunAhead(program, rules, checked.footprints(), options.window(), observer::left)
        : null;
  }

  /** The canonical form of states, for one generator; null where writes do not propagate. */
  @Nullable Settlement newSettlement() {
    return program.propagates
        ? new Settlement(program, checked.footprints(), options.window())
        : null;
  }

  /** The rules of writes that propagate, for one generator; null where they do not. */
  @Nullable Propagation newPropagation() {
    return program.propagates
        ? new Propagation(rules, new Arrivals(program, rules, checked.footprints()))
        : null;
  }

  /**
   * Whether a thread's steps can be memoised by its local state and memory: where nothing else in a
   * state bears on them, such as open guesses, order facts or links. A race is between threads;
   * where loads run ahead, what is memoised says which threads may race.
   */
  public boolean memoisesSteps() {
    return options.stepCache()
        && violations.race() == 0
        && (program.runsAhead || !watchesRaces)
        && options.laws().equals(LawOptions.ALL)
        && program.shared
        && !program.propagates
        && (program.runsAhead ? !speculates : !guesses && !program.usesLink);
  }

  /**
   * Whether memories may be dropped or shared under a model: general laws may distinguish
   * reflections that no load can, and guesses make footprints wider than the program's.
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
    OrderRules rules =
        new OrderRules(model, new InstanceClasses(checked.program(), model.traits()), true, false);
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

  /** Who sees reflections, for one generator; null where none can be left out. */
  @Nullable Audience newAudience(Emitter emitter) {
    return footprints == null ? null : new Audience(this, footprints, emitter);
  }

  /** Laws evaluate in a workspace of their own: one for each generator. */
  public GeneralLaws newLaws() {
    return new GeneralLaws(model, classes, options);
  }

  @Override
  public ProcessGenerator newGenerator() {
    return new MachineGenerator(this, Observer.NONE);
  }

  /**
   * Whether partial-order reduction applies: steps depend on threads and cells alone, not on open
   * guesses or order facts of general laws, and no step cuts a run, as with temporal properties.
   * What a load takes from the window depends on the order of its thread's stores, unless those to
   * one cell keep it.
   */
  public boolean hasActions() {
    return options.laws().equals(LawOptions.ALL)
        && !speculates
        && (!program.pairs || program.runsAhead)
        && !program.propagates
        && !program.frees
        && !keepsDivergence
        && rules.keepsStoresToACell();
  }

  /** As {@link #hasActions}, for temporal properties: there loads read late too, for fairness. */
  public boolean hasTemporalActions() {
    return options.laws().equals(LawOptions.ALL)
        && !guesses
        && !program.propagates
        && !program.frees
        && rules.keepsStoresToACell();
  }
}
