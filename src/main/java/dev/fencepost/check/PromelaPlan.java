// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.Attempt.Meaning;
import dev.fencepost.check.Attempt.Role;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CompositionTable.Wrapper;
import dev.fencepost.check.SoundnessTable.Kind;
import dev.fencepost.check.SoundnessTable.Machine;
import dev.fencepost.explore.FewestSwitches;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.level.WaitNames;
import dev.fencepost.ltl.BadPrefixes;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.machine.promela.PromelaMachine;
import dev.fencepost.product.Fairness;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.property.WatchedFormula;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TemporalSystem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Plans checks of Promela models. Safety formulas over global variables are searched like
 * assertions: states carry the rest of the formula. For other temporal properties an accepting
 * cycle of a product is searched.
 */
record PromelaPlan(CheckTask task, Set<Kind> kinds, SearchListener listener) {

  /** The check of a task. */
  static PlannedCheck of(CheckTask task, CheckedPromela promela, SearchListener listener)
      throws InvalidInputException {
    require(task);
    PromelaModel model = promela.model();
    if (task.ltl().isEmpty()) {
      PromelaPlan plan = new PromelaPlan(task, EnumSet.of(Kind.STEPS, Kind.ENDS), listener);
      return plan.steps(
          new PromelaMachine(model, plan.reduces()), task.demands().deadlockAllowed());
    }
    Ltl ltl = task.ltl().get();
    if (ltl.name().equals(Ltl.ACCEPTANCE)) {
      return new PromelaPlan(task, EnumSet.of(Kind.ACCEPTANCE), listener).acceptance(model, ltl);
    }
    boolean progress = ltl.name().equals(Ltl.NON_PROGRESS);
    PromelaModel changed = progress ? model.withProgress() : model.withoutClaims();
    LtlProperty property =
        progress ? changed.properties().getLast() : LoadedSource.property(promela, ltl.name());
    LtlFormula formula = formula(property);
    Set<Kind> kinds = EnumSet.of(ltl.fair() ? Kind.FAIR : Kind.TEMPORAL);
    if (formula.usesNext()) {
      kinds.add(Kind.NEXT);
    }
    return new PromelaPlan(task, kinds, listener).temporal(changed, property, formula);
  }

  private static void require(CheckTask task) throws InvalidInputException {
    if (!task.strategy().with().isEmpty()) {
      throw new InvalidInputException(
          "to insist on " + task.strategy().with().getFirst().word() + " is for C models",
          "Promela models are always reduced where that is sound; --without reduction ends it");
    }
    if (task.demands().raceFree()) {
      throw new InvalidInputException(
          "data races are for C models", "leave --races away: Promela has no plain accesses");
    }
    if (task.ltl().isPresent() && !task.ltl().get().fairTo().isEmpty()) {
      throw new InvalidInputException(
          "fairness to single threads is for C models",
          "with Promela fairness is for all processes");
    }
  }

  private boolean reduces() {
    return SoundnessTable.uses(task, Optimisation.REDUCTION, Machine.PROMELA, kinds);
  }

  private boolean collapses() {
    return !task.strategy().without().contains(Optimisation.CACHE);
  }

  private PlannedCheck planned(SearchPlan plan, Function<Found.Run, Trace> explanation) {
    return new PlannedCheck(plan, this::account, explanation, List.of(), ends -> List.of());
  }

  private List<String> account() {
    List<String> account = new ArrayList<>();
    account.add(SoundnessTable.account(task, Optimisation.REDUCTION, Machine.PROMELA, kinds));
    if (collapses() && kinds.contains(Kind.ACCEPTANCE)) {
      Set<Wrapper> wrappers = EnumSet.of(Wrapper.COLLAPSE, Wrapper.ACCEPTANCE);
      account.addAll(CompositionTable.account(Machine.PROMELA, wrappers));
    }
    return account;
  }

  private String states() {
    return reduces() ? "reduced states" : "all states";
  }

  private static Attempt attempt(String system, Attempt.Searcher searcher) {
    return Attempt.of(system, Role.WHOLE, Meaning.ANSWER, searcher);
  }

  /** A search for steps that violate something. */
  private PlannedCheck steps(PromelaMachine machine, boolean anyEnd) {
    boolean packed = !task.strategy().without().contains(Optimisation.PACKING);
    SearchOptions options = Checker.options(task).withEndsAllowed(anyEnd);
    StateSearch search =
        new StateSearch(
            () ->
                StateSearch.Searched.whole(
                    machine.representation(collapses(), packed),
                    schedule -> schedule,
                    WaitNames.NUMBERS),
            options,
            listener,
            Levels.of(task, "all"));
    return planned(
        SearchPlan.of(attempt(states(), search)),
        run ->
            explain(
                machine,
                run instanceof Found.Finite(List<Integer> schedule) && !task.strategy().anyRun()
                    ? new Found.Finite(FewestSwitches.of(machine, options, schedule))
                    : run));
  }

  /** A search of the model, with its never claim if it has one, for acceptance cycles. */
  private PlannedCheck acceptance(PromelaModel model, Ltl ltl) throws InvalidInputException {
    CompositionTable.requireLevels(task, Machine.PROMELA, Wrapper.ACCEPTANCE);
    PromelaMachine machine = new PromelaMachine(model);
    CycleSearch search = cycles(() -> CycleSearch.Searched.of(machine.acceptance(ltl.fair())));
    return planned(SearchPlan.of(attempt(states(), search)), run -> explain(machine, run));
  }

  private PlannedCheck temporal(PromelaModel model, LtlProperty property, LtlFormula formula)
      throws InvalidInputException {
    BuchiAutomaton violations =
        BuchiTranslation.translate(LtlFormula.not(formula), property.span());
    Optional<PromelaMachine> watching =
        reduces() ? watching(model, property, violations) : Optional.empty();
    if (watching.isPresent()) {
      return steps(watching.get(), true);
    }
    CompositionTable.requireLevels(task, Machine.PROMELA, Wrapper.PRODUCT);
    PromelaMachine machine =
        reduces() ? PromelaMachine.withoutUnseen(model) : new PromelaMachine(model);
    String product = "product of " + states() + " with the automaton";
    CycleSearch search = product(machine.temporal(property, collapses()), violations);
    return planned(
        SearchPlan.of(attempt(product, search)),
        run -> explain(machine, run, Optional.of(property)));
  }

  private CycleSearch product(Representation<TemporalSystem> states, BuchiAutomaton violations) {
    Fairness fairness = kinds.contains(Kind.FAIR) ? Fairness.WEAK : Fairness.NONE;
    return cycles(() -> CycleSearch.Searched.of(states, violations, fairness));
  }

  private CycleSearch cycles(Supplier<CycleSearch.Searched> system) {
    return new CycleSearch(system, Checker.options(task), listener);
  }

  /**
   * The machine with a safety formula in its states, if possible; every finite run has a fair
   * continuation.
   */
  private static Optional<PromelaMachine> watching(
      PromelaModel model, LtlProperty property, BuchiAutomaton violations) {
    String name = new Ltl(property.name(), false).title();
    Origin origin = new Origin(property.span(), name, "");
    return BadPrefixes.of(violations, property.atoms().size())
        .map(bad -> new WatchedFormula(bad, property.atoms(), origin, "this run violates " + name))
        .flatMap(watched -> PromelaMachine.watching(model, watched));
  }

  private Trace explain(PromelaMachine machine, Found.Run run) {
    return explain(machine, run, Optional.empty());
  }

  private Trace explain(PromelaMachine machine, Found.Run run, Optional<LtlProperty> property) {
    return switch (run) {
      case Found.Finite(List<Integer> schedule) -> machine.explain(schedule);
      case Found.OfQuotient quotient -> quotient.trace();
      case Found.Infinite infinite -> {
        String name = new Ltl(task.ltl().orElseThrow().name(), false).title();
        String message =
            switch (task.ltl().orElseThrow().name()) {
              case Ltl.ACCEPTANCE -> "this run is an acceptance cycle";
              case Ltl.NON_PROGRESS -> "this run is a non-progress cycle";
              default -> "this run violates " + name;
            };
        SourceSpan span = property.map(LtlProperty::span).orElse(SourceSpan.NONE);
        yield machine.explain(infinite.lasso(), new Origin(span, name, ""), message, property);
      }
    };
  }

  private static LtlFormula formula(LtlProperty property) throws InvalidInputException {
    if (property.atoms().size() > BuchiTranslation.MAX_ATOMS) {
      throw new InvalidInputException(
          new Diagnostic(
              property.span(),
              "the formula has more than " + BuchiTranslation.MAX_ATOMS + " conditions",
              "split it into several properties"));
    }
    return FormulaParser.parse(
        property.formula(),
        property.span(),
        (atom, span) -> new LtlFormula.Atom(Integer.parseInt(atom.substring(1))));
  }
}
