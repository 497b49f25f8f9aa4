// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ltl.BadPrefixes;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.Formula;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.machine.promela.PromelaMachine;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.property.WatchedFormula;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The wiring for Promela. Assertions and ends are searched with the machine's reduction for them;
 * so are formulas that finite runs violate, where they ask only for what is global: then states
 * carry what is left of the formula. Other properties of infinite runs are searched with the
 * reduction that keeps what their atoms see and weak fairness; those that say "next", and
 * acceptance cycles, without any. Steps are remembered, but not those of acceptance cycles.
 */
final class PromelaChecker {

  private PromelaChecker() {}

  /** Checks the task's property of infinite runs, or else assertions and ends. */
  static CheckResult check(
      CheckTask task, LoadedSource source, CheckedPromela promela, CheckListener listener)
      throws InvalidInputException {
    if (!task.strategy().with().isEmpty()) {
      String name = task.strategy().with().getFirst().word();
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE,
              "to insist on " + name + " is for C models",
              "Promela models are always reduced where that is sound; --without reduction ends"
                  + " it"));
    }
    return task.ltl().isPresent()
        ? temporal(task, task.ltl().get(), new Loaded(source, promela), listener)
        : safety(task, new Loaded(source, promela), listener);
  }

  /** The model, and the source that it is of. */
  private record Loaded(LoadedSource source, CheckedPromela promela) {
    PromelaModel model() {
      return promela.model();
    }
  }

  private static CheckResult safety(CheckTask task, Loaded loaded, CheckListener listener) {
    boolean reduced = !task.strategy().without().contains(Optimisation.REDUCTION);
    PromelaMachine machine = new PromelaMachine(loaded.model(), reduced);
    return steps(task, machine, task.deadlockAllowed(), loaded, listener);
  }

  /** Searches for steps that violate something. */
  private static CheckResult steps(
      CheckTask task,
      PromelaMachine machine,
      boolean anyEnd,
      Loaded loaded,
      CheckListener listener) {
    SearchResult found = search(task, machine, anyEnd, Checker.adapt(listener));
    Verdict verdict =
        switch (found.outcome()) {
          case SearchResult.Complete complete -> new Verdict.Holds(OptionalInt.empty());
          case SearchResult.Violation violation ->
              new Verdict.Violated(machine.explain(violation.schedule()));
          case SearchResult.Stopped stopped ->
              new Verdict.Inconclusive(LimitText.of(task, stopped));
        };
    return new CheckResult(
        task, verdict, Checker.statistics(List.of(), found), loaded.source().inputs());
  }

  private static SearchResult search(
      CheckTask task, PromelaMachine machine, boolean anyEnd, SearchListener listener) {
    boolean packed = !task.strategy().without().contains(Optimisation.PACKING);
    SearchOptions options = Checker.options(task).withEndsAllowed(anyEnd);
    return Search.run(machine.representation(remembers(task), packed), options, listener);
  }

  private static boolean remembers(CheckTask task) {
    return !task.strategy().without().contains(Optimisation.CACHE);
  }

  private static CheckResult temporal(
      CheckTask task, Ltl ltl, Loaded loaded, CheckListener listener) throws InvalidInputException {
    if (!ltl.fairTo().isEmpty()) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE,
              "fairness to single threads is for C models",
              "with Promela fairness is for all processes"));
    }
    if (ltl.name().equals(Ltl.ACCEPTANCE)) {
      return acceptance(task, ltl, loaded, listener);
    }
    boolean progress = ltl.name().equals(Ltl.NON_PROGRESS);
    PromelaModel model = progress ? loaded.model().withProgress() : loaded.model().withoutClaims();
    LtlProperty property =
        progress
            ? model.properties().getLast()
            : LoadedSource.property(loaded.promela(), ltl.name());
    Formula formula = formula(property);
    boolean whole =
        formula.usesNext() || task.strategy().without().contains(Optimisation.REDUCTION);
    Optional<PromelaMachine> watching =
        whole ? Optional.empty() : watching(model, property, formula);
    if (watching.isPresent()) {
      return steps(task, watching.get(), true, loaded, listener);
    }
    PromelaMachine machine =
        whole ? new PromelaMachine(model) : PromelaMachine.withoutUnseen(model);
    TemporalSystem system =
        remembers(task) ? machine.collapsed(property) : machine.temporal(property);
    LtlSearch search = LtlSearch.run(task, system, formula, property.span(), listener);
    if (search.wastesNumbers(system)) {
      TemporalSystem states = machine.temporal(property);
      search =
          LtlSearch.run(search.rest(task), states, formula, property.span(), listener).of(task);
    }
    Verdict verdict = search.verdict(new Replay(machine, ltl, property.span()));
    return new CheckResult(task, verdict, search.statistics(), loaded.source().inputs());
  }

  /** The machine that watches a formula, where it can. A finite run goes on fairly, too. */
  private static Optional<PromelaMachine> watching(
      PromelaModel model, LtlProperty property, Formula formula) throws InvalidInputException {
    BuchiAutomaton violations = BuchiTranslation.translate(Formula.not(formula), property.span());
    String name = new Ltl(property.name(), false).title();
    Origin origin = new Origin(property.span(), name, "");
    return BadPrefixes.of(violations, property.atoms().size())
        .map(bad -> new WatchedFormula(bad, property.atoms(), origin, "this run violates " + name))
        .flatMap(watched -> PromelaMachine.watching(model, watched));
  }

  /** Searches the model, with its never claim if it has one, for acceptance cycles. */
  private static CheckResult acceptance(
      CheckTask task, Ltl ltl, Loaded loaded, CheckListener listener) {
    PromelaMachine machine = new PromelaMachine(loaded.model());
    LtlSearch search = LtlSearch.run(task, machine.acceptance(ltl.fair()), listener);
    Verdict verdict = search.verdict(new Replay(machine, ltl, SourceSpan.NONE));
    return new CheckResult(task, verdict, search.statistics(), loaded.source().inputs());
  }

  /** Tells runs that violate a property of infinite runs. */
  private record Replay(PromelaMachine machine, Ltl ltl, SourceSpan span)
      implements LtlSearch.Explanation {
    @Override
    public Trace of(Lasso run) {
      String name = new Ltl(ltl.name(), false).title();
      String message =
          switch (ltl.name()) {
            case Ltl.ACCEPTANCE -> "this run is an acceptance cycle";
            case Ltl.NON_PROGRESS -> "this run is a non-progress cycle";
            default -> "this run violates " + name;
          };
      return machine.explain(run, new Origin(span, name, ""), message);
    }

    @Override
    public Trace of(List<Integer> schedule) {
      return machine.explain(schedule);
    }
  }

  private static Formula formula(LtlProperty property) throws InvalidInputException {
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
        (atom, span) -> new Formula.Atom(Integer.parseInt(atom.substring(1))));
  }
}
