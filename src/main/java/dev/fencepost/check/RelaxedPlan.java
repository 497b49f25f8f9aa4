// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.Attempt.Meaning;
import dev.fencepost.check.Attempt.Role;
import dev.fencepost.check.CompositionTable.Wrapper;
import dev.fencepost.check.SoundnessTable.Kind;
import dev.fencepost.check.SoundnessTable.Machine;
import dev.fencepost.check.StateSearch.Searched;
import dev.fencepost.explore.FewestSwitches;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.level.WaitNames;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.product.Fairness;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.ReductionEstimate;
import dev.fencepost.reduction.SymmetryReduction;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Plans checks of programs under memory models. */
record RelaxedPlan(
    CheckTask task, Set<Kind> kinds, RelaxedMachine machine, SearchListener listener) {
  /** The number of states at which reductions are tried. */
  static final int LARGE = 50_000;

  /** Where stores have a step for each memory, and states are not collapsed. */
  private static final int LARGE_WITH_OWN_MEMORIES = 1_000;

  /** There, where all final states are asked for: tests are small, and many. */
  private static final int LARGE_TO_ALL_ENDS = 5_000;

  private static final String NO_ACTIONS =
      "it has general laws or speculation, writes propagate, stores to one cell pass each other, or"
          + " the program frees memory, or loads run ahead under a temporal property: which steps"
          + " commute is unknown then";

  private static final String LOGS = "a write also changes the logs of loads that run ahead";

  private static final Set<Kind> SAFETY = EnumSet.of(Kind.STEPS, Kind.INVARIANTS, Kind.ENDS);

  /** The check of a task. */
  static PlannedCheck of(
      CheckTask task, CheckedProgram program, LoadedModel model, SearchListener listener)
      throws InvalidInputException {
    model.requireFit(program);
    RelaxedMachines.requireTable(task, model);
    if (task.ltl().isEmpty()) {
      Set<Kind> kinds = EnumSet.copyOf(SAFETY);
      if (task.demands().raceFree()) {
        kinds.add(Kind.RACES);
      }
      RelaxedPlan plan =
          new RelaxedPlan(task, kinds, machine(task, kinds, program, model), listener);
      plan.requireInsisted();
      plan.machine.checkObjects();
      return plan.safety(LARGE_WITH_OWN_MEMORIES, program.program().marks());
    }
    RelaxedMachines.requireTemporal(task);
    CompositionTable.requireLevels(task, Machine.RELAXED, Wrapper.PRODUCT);
    Property.Temporal property = program.temporal().getFirst();
    Set<Kind> kinds = EnumSet.of(task.ltl().get().fair() ? Kind.FAIR : Kind.TEMPORAL);
    if (property.formula().usesNext()) {
      kinds.add(Kind.NEXT);
    }
    RelaxedPlan plan = new RelaxedPlan(task, kinds, machine(task, kinds, program, model), listener);
    plan.requireInsisted();
    return plan.temporal(property);
  }

  /** The search for all final states; the listener hears of each. */
  static PlannedCheck toAllEnds(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    return new RelaxedPlan(task, EnumSet.of(Kind.FINAL_STATES), machine, listener)
        .safety(LARGE_TO_ALL_ENDS, List.of());
  }

  /** The search for a shortest run to a violation. */
  static PlannedCheck toShortestRun(CheckTask task, RelaxedMachine machine) {
    CheckTask plain = task.withStrategy(task.strategy().unreduced());
    return new RelaxedPlan(plain, SAFETY, machine, SearchListener.NONE).safety(0, List.of());
  }

  private static RelaxedMachine machine(
      CheckTask task, Set<Kind> kinds, CheckedProgram program, LoadedModel model) {
    return new RelaxedMachine(
        program,
        RelaxedMachines.memoryModel(task, model),
        RelaxedMachines.options(task)
            .withFewerMemories(
                SoundnessTable.uses(task, Optimisation.DROPPING, Machine.RELAXED, kinds),
                SoundnessTable.uses(task, Optimisation.SHARING, Machine.RELAXED, kinds)));
  }

  private SearchOptions options() {
    return Checker.options(task);
  }

  private boolean uses(Optimisation reduction) {
    return SoundnessTable.uses(task, reduction, Machine.RELAXED, kinds);
  }

  private boolean insists() {
    return !task.strategy().with().isEmpty();
  }

  /**
   * Refuses a reduction that is insisted on and not sound, or for which the machine has no actions.
   */
  private void requireInsisted() throws InvalidInputException {
    SoundnessTable.require(task, kinds);
    if (insists() && !hasActions()) {
      throw refused(task.strategy().with().getFirst(), NO_ACTIONS);
    }
    if (task.strategy().with().contains(Optimisation.SYMMETRY) && machine.runsAhead()) {
      throw refused(Optimisation.SYMMETRY, LOGS);
    }
  }

  private InvalidInputException refused(Optimisation reduction, String hint) {
    return new InvalidInputException(
        reduction.word() + " does not apply to " + task.file() + " under " + task.model(), hint);
  }

  private boolean hasActions() {
    return task.ltl().isPresent() ? machine.hasTemporalActions() : machine.hasActions();
  }

  /** Whether this check is reduced so, where it is large. */
  private boolean applies(Optimisation reduction) {
    return uses(reduction)
        && hasActions()
        && !(reduction == Optimisation.SYMMETRY && machine.runsAhead());
  }

  private PlannedCheck planned(
      SearchPlan plan, Function<Found.Run, Trace> explanation, List<String> marks) {
    return new PlannedCheck(plan, this::account, explanation, marks, this::warnings);
  }

  private List<String> account() {
    List<String> account = new ArrayList<>();
    for (Optimisation reduction : Optimisation.REDUCTIONS) {
      account.add(
          uses(reduction) && !applies(reduction)
              ? reduction.word() + " does not apply: " + (hasActions() ? LOGS : NO_ACTIONS)
              : SoundnessTable.account(task, reduction, Machine.RELAXED, kinds));
    }
    if (machine.runsAhead()) {
      account.add("collapse does not apply: " + LOGS + "; steps are memoised instead");
    }
    account.addAll(CompositionTable.account(Machine.RELAXED, wrappers()));
    return account;
  }

  private Set<Wrapper> wrappers() {
    Set<Wrapper> wrappers = EnumSet.noneOf(Wrapper.class);
    if (!task.strategy().without().contains(Optimisation.CACHE) && !machine.runsAhead()) {
      wrappers.add(Wrapper.COLLAPSE);
    }
    Optimisation.REDUCTIONS.stream()
        .filter(this::applies)
        .forEach(each -> wrappers.add(Wrapper.of(each)));
    if (task.ltl().isPresent()) {
      wrappers.add(Wrapper.PRODUCT);
    }
    return wrappers;
  }

  private List<Warning> warnings(SearchResult counts) {
    List<Warning> warnings = new ArrayList<>();
    if (task.ltl().isEmpty()) {
      warnings.addAll(BlockedEnds.warnings(counts.ends(), machine));
    }
    if (counts.marks().contains(RelaxedMachine.DATA_RACE) && !kinds.contains(Kind.RACES)) {
      String race =
          "plain accesses race: in C11 the program has no meaning (--races error shows a run)";
      warnings.add(new Warning(Warning.Kind.DATA_RACE, SourceSpan.NONE, race));
    }
    return warnings;
  }

  private PlannedCheck safety(int largeWithOwnMemories, List<String> marks) {
    boolean packed = !task.strategy().without().contains(Optimisation.PACKING);
    Attempt whole =
        Attempt.of(
            "all states",
            Role.WHOLE,
            Meaning.ANSWER,
            search(
                "all",
                options(),
                () -> Searched.whole(machine.representation(packed), machine::followed, waits())));
    return planned(
        Optimisation.REDUCTIONS.stream().anyMatch(this::applies)
            ? reducing(whole, machine.hasOwnMemories() ? largeWithOwnMemories : LARGE)
            : SearchPlan.of(whole),
        run -> explain(run, Optional.empty()),
        marks);
  }

  private StateSearch search(String name, SearchOptions limits, Supplier<Searched> system) {
    return new StateSearch(system, limits, listener, Levels.of(task, name));
  }

  private SearchPlan reducing(Attempt whole, int large) {
    boolean showsShortest =
        options().order() == SearchOrder.BREADTH_FIRST && !options().exhaustive();
    Meaning meaning =
        options().exhaustive() ? Meaning.COUNTS : showsShortest ? Meaning.HOLDS : Meaning.ANSWER;
    String names =
        SoundnessTable.words(Optimisation.REDUCTIONS.stream().filter(this::applies).toList());
    Attempt reduced =
        Attempt.of(
            "states reduced by " + names,
            Role.REDUCED,
            meaning,
            search("reduced", options(), () -> reduced(true)));
    Attempt unsymmetric =
        Attempt.of(
            "states without symmetry",
            Role.REDUCED,
            Meaning.RUN,
            search(
                "unsymmetric",
                options().withExhaustive(false).withStates(Long.MAX_VALUE),
                () -> reduced(false)));
    if (insists()) {
      return SearchPlan.reducedFirst(reduced, whole, unsymmetric);
    }
    // Symmetry alone saves states and little time; it comes with partial order.
    Optional<Attempt> estimate =
        uses(Optimisation.PARTIAL_ORDER) ? Optional.of(estimate()) : Optional.empty();
    // Where loads run ahead, the first states are those in which all threads read what others
    // write.
    SearchPlan plan =
        machine.runsAhead() && uses(Optimisation.PARTIAL_ORDER)
            ? SearchPlan.triedWhenLarge(whole, reduced, large, options().states())
            : SearchPlan.whenLarge(whole, reduced, estimate, large, options().states());
    return plan.withUnsymmetric(unsymmetric);
  }

  private Attempt estimate() {
    return Attempt.of(
        "estimate of partial-order",
        Role.ESTIMATE,
        Meaning.ANSWER,
        states ->
            new Found(
                new Found.Share(ReductionEstimate.shareOfSteps(machine.actions().orElseThrow())),
                SearchResult.stopped(SearchResult.Limit.STATES, 0)));
  }

  private Searched reduced(boolean symmetric) {
    ActionSystem actions = machine.actions().orElseThrow();
    Optional<SymmetricSystem> symmetry =
        symmetric && uses(Optimisation.SYMMETRY) ? machine.symmetry() : Optional.empty();
    ActionSystem quotient =
        symmetry.isPresent() ? new SymmetryReduction(actions, symmetry.get()) : actions;
    if (!uses(Optimisation.PARTIAL_ORDER)) {
      return searched(Representation.of(quotient), schedule -> schedule, symmetry);
    }
    PartialOrderReduction partial = new PartialOrderReduction(quotient);
    return searched(Representation.of(partial), partial::systemSchedule, symmetry);
  }

  private Searched searched(
      Representation<?> system,
      Found.MachineRun<List<Integer>> schedules,
      Optional<SymmetricSystem> symmetry) {
    return new Searched(
        system,
        symmetry.isPresent()
            ? Optional.empty()
            : Optional.of(run -> machine.followed(schedules.of(run))),
        false,
        waits());
  }

  private WaitNames waits() {
    return new WaitNames(machine::waitingName, machine::waitingNumber);
  }

  private PlannedCheck temporal(Property.Temporal property) throws InvalidInputException {
    BuchiAutomaton automaton =
        BuchiTranslation.translate(LtlFormula.not(property.formula()), property.span());
    Fairness fairness = kinds.contains(Kind.FAIR) ? Fairness.WEAK : Fairness.NONE;
    TemporalSystem system =
        machine.temporal(property, Set.copyOf(task.ltl().orElseThrow().fairTo()));
    Attempt whole =
        Attempt.of(
            "product of all states with the automaton",
            Role.WHOLE,
            Meaning.ANSWER,
            cycles(() -> CycleSearch.Searched.of(Representation.of(system), automaton, fairness)));
    Attempt reduced =
        Attempt.of(
            "product of states reduced by partial-order with the automaton",
            Role.REDUCED,
            Meaning.ANSWER,
            cycles(
                () ->
                    CycleSearch.Searched.of(
                        new TemporalReduction(system, machine.temporalActions().orElseThrow()),
                        automaton)));
    SearchPlan plan = SearchPlan.of(whole);
    if (uses(Optimisation.PARTIAL_ORDER) && hasActions()) {
      boolean small = options().states() <= LARGE;
      plan =
          insists()
              ? SearchPlan.of(reduced)
              : small ? plan : SearchPlan.of(whole.upTo(LARGE), reduced);
    }
    return planned(plan, run -> explain(run, Optional.of(property)), List.of());
  }

  private CycleSearch cycles(Supplier<CycleSearch.Searched> system) {
    return new CycleSearch(system, options(), listener);
  }

  private Trace explain(Found.Run run, Optional<Property.Temporal> property) {
    return switch (run) {
      case Found.Finite(List<Integer> schedule) ->
          machine.explain(
              property.isPresent() || task.strategy().anyRun()
                  ? schedule
                  : FewestSwitches.of(machine, options(), schedule));
      case Found.Infinite infinite -> machine.explain(infinite.lasso(), property.orElseThrow());
      case Found.OfQuotient quotient -> quotient.trace();
    };
  }
}
