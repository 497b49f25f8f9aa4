// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.explore.LassoResult;
import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.Formula;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.machine.promela.PromelaMachine;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.OptionalInt;

/**
 * The wiring for Promela. Assertions and ends are searched with the machine's reduction, which
 * keeps both; ltl blocks without, since it keeps neither the steps that atoms see nor fairness.
 */
public final class PromelaChecker {

  private PromelaChecker() {}

  /** Checks the task's ltl block, or else assertions and ends. */
  public static CheckResult check(CheckTask task, LoadedPromela loaded, CheckListener listener)
      throws InvalidInputException {
    return task.ltl().isPresent()
        ? temporal(task, task.ltl().get(), loaded, listener)
        : safety(task, loaded, listener);
  }

  private static CheckResult safety(CheckTask task, LoadedPromela loaded, CheckListener listener) {
    PromelaMachine machine = new PromelaMachine(loaded.model(), true);
    TransitionSystem system = task.deadlockAllowed() ? new AnyEndAllowed(machine) : machine;
    SearchResult found = Search.run(system, Checker.options(task), Checker.adapt(listener));
    Verdict verdict =
        switch (found.outcome()) {
          case SearchResult.Complete complete -> new Verdict.Holds(OptionalInt.empty());
          case SearchResult.Violation violation ->
              new Verdict.Violated(machine.explain(violation.schedule()));
          case SearchResult.Stopped stopped ->
              new Verdict.Inconclusive(LimitText.of(task, stopped));
        };
    return new CheckResult(task, verdict, Checker.statistics(List.of(), found), loaded.inputs());
  }

  private static CheckResult temporal(
      CheckTask task, Ltl ltl, LoadedPromela loaded, CheckListener listener)
      throws InvalidInputException {
    LtlProperty property = loaded.property(ltl.name());
    PromelaMachine machine = new PromelaMachine(loaded.model().withoutClaims());
    BuchiProduct product =
        new BuchiProduct(
            machine.temporal(property),
            violations(property),
            ltl.fair() ? Fairness.WEAK : Fairness.NONE);
    LassoResult found =
        LassoSearch.run(product, Checker.options(task).limits(), Checker.adapt(listener));
    Verdict verdict = verdict(task, property, machine, product, found.outcome());
    Statistics statistics =
        new Statistics(
            found.states(),
            found.transitions(),
            found.depth(),
            found.bytes(),
            found.seconds(),
            found.outcome() instanceof LassoResult.Empty,
            List.of(),
            List.of());
    return new CheckResult(task, verdict, statistics, loaded.inputs());
  }

  private static Verdict verdict(
      CheckTask task,
      LtlProperty property,
      PromelaMachine machine,
      BuchiProduct product,
      LassoResult.Outcome outcome) {
    try {
      return switch (outcome) {
        case LassoResult.Empty empty -> new Verdict.Holds(OptionalInt.empty());
        case LassoResult.Accepting accepting ->
            new Verdict.Violated(machine.explain(product.systemRun(accepting.run()), property));
        case LassoResult.Violation violation ->
            new Verdict.Violated(machine.explain(product.systemSchedule(violation.schedule())));
        case LassoResult.GaveUp gaveUp ->
            new Verdict.Inconclusive(LimitText.of(task, gaveUp.why()));
      };
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  /** The automaton of the runs that violate the property. */
  private static BuchiAutomaton violations(LtlProperty property) throws InvalidInputException {
    if (property.atoms().size() > BuchiTranslation.MAX_ATOMS) {
      throw new InvalidInputException(
          new Diagnostic(
              property.span(),
              "the formula has more than " + BuchiTranslation.MAX_ATOMS + " conditions",
              "split it into several properties"));
    }
    Formula formula =
        FormulaParser.parse(
            property.formula(),
            property.span(),
            (atom, span) -> new Formula.Atom(Integer.parseInt(atom.substring(1))));
    return BuchiTranslation.translate(Formula.not(formula), property.span());
  }
}
