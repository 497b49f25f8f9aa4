// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.explore.SearchLimits;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.machine.LawOptions;
import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.Lasso;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The wiring: source, front end, machine, search, verdict. */
public final class Checker {

  private Checker() {}

  /** Reads, translates and checks. */
  public static CheckResult check(CheckTask task, CheckListener listener)
      throws InvalidInputException {
    return check(task, new Inputs(), listener);
  }

  /** Checks what was read before, or reads it. */
  public static CheckResult check(CheckTask task, Inputs inputs, CheckListener listener)
      throws InvalidInputException {
    LoadedSource source = inputs.source(task);
    return switch (source.model()) {
      case CheckedProgram program -> check(task, source, inputs.model(task.model()), listener);
      case CheckedPromela promela -> PromelaChecker.check(task, source, promela, listener);
    };
  }

  /** Checks a program under a model that was loaded for a task of the same model. */
  public static CheckResult check(
      CheckTask task, LoadedSource loaded, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    CheckedProgram program = loaded.program(task);
    model.requireFit(program);
    requireSafety(task);
    RelaxedMachine machine =
        new RelaxedMachine(program, memoryModel(task, model), withFewerMemories(task));
    Reductions.require(task, machine);
    if (task.ltl().isEmpty()) {
      machine.checkObjects();
    } else {
      Reductions.require(task, program.temporal().getFirst());
    }
    List<InputText> inputs = new ArrayList<>(loaded.inputs());
    inputs.addAll(model.inputs());
    if (task.ltl().isPresent()) {
      return temporal(task, machine, program.temporal().getFirst(), inputs, listener);
    }
    SearchResult found = ReducedSearch.run(task, machine, adapt(listener));
    return new CheckResult(
        task, verdict(task, machine, found), statistics(program.program().marks(), found), inputs);
  }

  /**
   * Without guards there are runs that do not count, and without stages more steps to be fair to.
   */
  private static void requireSafety(CheckTask task) throws InvalidInputException {
    List<Optimisation> without = task.strategy().without();
    for (Optimisation one : List.of(Optimisation.GUARDS, Optimisation.STAGES)) {
      if (task.ltl().isPresent() && without.contains(one)) {
        throw new InvalidInputException(
            new Diagnostic(
                SourceSpan.NONE,
                "temporal properties are not checked without " + one.word(),
                "leave --without " + one.word() + " away, or check without --ltl"));
      }
    }
  }

  private static CheckResult temporal(
      CheckTask task,
      RelaxedMachine machine,
      Property.Temporal property,
      List<InputText> inputs,
      CheckListener listener)
      throws InvalidInputException {
    LtlSearch search = TemporalSearch.run(task, machine, property, listener);
    Verdict verdict =
        search.verdict(
            new LtlSearch.Explanation() {
              @Override
              public Trace of(Lasso run) {
                return machine.explain(run, property);
              }

              @Override
              public Trace of(List<Integer> schedule) {
                return machine.explain(schedule);
              }
            });
    return new CheckResult(task, verdict, search.statistics(), inputs);
  }

  static MachineOptions machineOptions(CheckTask task) {
    int window = task.bounds().window().orElse(Bounds.USUAL_WINDOW);
    MachineOptions options =
        task.bounds().instances().isPresent()
            ? new MachineOptions(window, task.bounds().instances().getAsInt())
            : new MachineOptions(window);
    List<Optimisation> without = task.strategy().without();
    if (without.contains(Optimisation.LIVENESS)) {
      options = options.withDeadRegisters();
    }
    LawOptions laws =
        new LawOptions(
            !without.contains(Optimisation.GUARDS),
            !without.contains(Optimisation.PREDICATES),
            !without.contains(Optimisation.STAGES));
    options = options.withLaws(laws);
    return without.contains(Optimisation.CACHE) ? options.withoutStepCache() : options;
  }

  /**
   * The same with fewer memories: for checks that look at no memory but by their properties. A
   * temporal property may tell in which step a store is reflected, by what is fair to its thread.
   */
  private static MachineOptions withFewerMemories(CheckTask task) {
    MachineOptions options = machineOptions(task);
    if (task.ltl().isPresent()) {
      return options;
    }
    return options.withFewerMemories(
        !task.strategy().without().contains(Optimisation.DROPPING),
        !task.strategy().without().contains(Optimisation.SHARING));
  }

  static MemoryModel memoryModel(CheckTask task, LoadedModel model) {
    List<Optimisation> without = task.strategy().without();
    boolean general =
        without.contains(Optimisation.TABLE) || without.contains(Optimisation.PREDICATES);
    return general ? Optimisation.withoutTable(model.model()) : model.model();
  }

  static SearchOptions options(CheckTask task) {
    SearchLimits limits = SearchLimits.usual();
    Bounds bounds = task.bounds();
    if (bounds.time().isPresent()) {
      limits = limits.withTime(bounds.time().get());
    }
    if (bounds.memory().isPresent()) {
      limits = limits.withBytes(Math.min(bounds.memory().getAsLong(), limits.bytes()));
    }
    if (bounds.states().isPresent()) {
      limits = limits.withStates(bounds.states().getAsLong());
    }
    SearchOrder order =
        switch (task.strategy().order()) {
          case BFS -> SearchOrder.BREADTH_FIRST;
          case DFS -> SearchOrder.DEPTH_FIRST;
        };
    return new SearchOptions(order, task.strategy().threads(), limits)
        .withExhaustive(task.strategy().exhaustive())
        .withSeed(task.strategy().seed());
  }

  static SearchListener adapt(CheckListener listener) {
    return new SearchListener() {
      @Override
      public void progress(Progress p) {
        listener.progress(
            new CheckListener.Progress(p.states(), p.frontier(), p.bytes(), p.seconds()));
      }

      @Override
      public boolean stopRequested() {
        return listener.stopRequested();
      }
    };
  }

  private static Verdict verdict(CheckTask task, RelaxedMachine machine, SearchResult found) {
    return switch (found.outcome()) {
      case SearchResult.Complete complete -> holds(task, found.boundHit());
      case SearchResult.Violation violation ->
          new Verdict.Violated(machine.explain(violation.schedule()));
      case SearchResult.Stopped stopped -> new Verdict.Inconclusive(LimitText.of(task, stopped));
    };
  }

  /** That it holds, within the window bound where that was hit. */
  static Verdict holds(CheckTask task, boolean boundHit) {
    int window = task.bounds().window().orElse(Bounds.USUAL_WINDOW);
    return new Verdict.Holds(boundHit ? OptionalInt.of(window) : OptionalInt.empty());
  }

  static Statistics statistics(List<String> labels, SearchResult found) {
    List<String> reached = new ArrayList<>();
    List<String> unreached = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      (found.marks().contains(i) ? reached : unreached).add(labels.get(i));
    }
    return new Statistics(
        found.states(),
        found.transitions(),
        found.depth(),
        found.bytes(),
        found.seconds(),
        found.exhausted(),
        reached,
        unreached);
  }
}
