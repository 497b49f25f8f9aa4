// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.explore.LassoResult;
import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchLimits;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.Formula;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.List;

/**
 * The search for a run of a system that violates a formula, for every language.
 *
 * <p>A reduction must keep the runs that a formula can tell apart, and which of them are fair.
 * Where there is one that does, a search begins without it all the same, as for assertions, and
 * begins anew with it where that was not enough.
 */
final class LtlSearch {
  private final CheckTask task;
  private final Projection projection;
  private final LassoResult found;

  private LtlSearch(CheckTask task, Projection projection, LassoResult found) {
    this.task = task;
    this.projection = projection;
    this.found = found;
  }

  /**
   * Searches.
   *
   * @param span where the formula stands
   */
  static LtlSearch run(
      CheckTask task, TemporalSystem system, Formula formula, SourceSpan span, CheckListener heard)
      throws InvalidInputException {
    BuchiProduct product = product(task, system, formula, span);
    Projection projection = new Projection(product::systemRun, product::systemSchedule);
    return run(task, product, projection, heard);
  }

  private static BuchiProduct product(
      CheckTask task, TemporalSystem system, Formula formula, SourceSpan span)
      throws InvalidInputException {
    Fairness fairness = task.ltl().filter(Ltl::fair).isPresent() ? Fairness.WEAK : Fairness.NONE;
    BuchiAutomaton automaton = BuchiTranslation.translate(Formula.not(formula), span);
    return new BuchiProduct(system, automaton, fairness);
  }

  /** Searches a reduced system. */
  static LtlSearch run(
      CheckTask task,
      TemporalReduction system,
      Formula formula,
      SourceSpan span,
      CheckListener heard)
      throws InvalidInputException {
    BuchiProduct product = product(task, system, formula, span);
    Projection projection =
        new Projection(
            run -> system.systemRun(product.systemRun(run)),
            schedule -> system.systemSchedule(product.systemSchedule(schedule)));
    return run(task, product, projection, heard);
  }

  /** Whether a limit of states stopped the search. */
  boolean isLarge() {
    return found.outcome() instanceof LassoResult.GaveUp && found.states() >= ReducedSearch.LARGE;
  }

  /** Whether there were no more numbers for the parts of states, as which a system has them. */
  boolean wastesNumbers(TransitionSystem system) {
    return found.outcome() instanceof LassoResult.GaveUp(Stopped why)
        && why.limit() == Limit.SYSTEM
        && system.wastesNumbers(found.states());
  }

  /** A task with what this search has left of its time. */
  CheckTask rest(CheckTask whole) {
    SearchLimits left = Checker.options(whole).limits().after(found.seconds());
    return whole.bounds().time().isEmpty()
        ? whole
        : whole.withBounds(whole.bounds().withTime(left.time()));
  }

  /** The same search, as one for a task of which it had the rest of the time. */
  LtlSearch of(CheckTask whole) {
    return new LtlSearch(whole, projection, found);
  }

  /** Searches a system whose accepting runs are the violations. */
  static LtlSearch run(CheckTask task, AcceptingSystem system, CheckListener heard) {
    return run(task, system, new Projection(run -> run, schedule -> schedule), heard);
  }

  private static LtlSearch run(
      CheckTask task, AcceptingSystem system, Projection projection, CheckListener heard) {
    LassoResult found =
        LassoSearch.run(system, Checker.options(task).limits(), Checker.adapt(heard));
    return new LtlSearch(task, projection, found);
  }

  private interface Part<R> {
    R of(R run) throws LimitException;
  }

  /** From runs that were searched to those of the program. */
  private record Projection(Part<Lasso> lasso, Part<List<Integer>> schedule) {}

  /** How a language tells a run. */
  interface Explanation {
    /** A run that goes on for ever. */
    Trace of(Lasso run);

    /** A run whose last step violates something by itself. */
    Trace of(List<Integer> schedule);
  }

  Verdict verdict(Explanation explanation) {
    try {
      return switch (found.outcome()) {
        case LassoResult.Empty empty -> Checker.holds(task, found.boundHit());
        case LassoResult.Accepting accepting ->
            new Verdict.Violated(explanation.of(projection.lasso().of(accepting.run())));
        case LassoResult.Violation violation ->
            new Verdict.Violated(explanation.of(projection.schedule().of(violation.schedule())));
        case LassoResult.GaveUp gaveUp ->
            new Verdict.Inconclusive(LimitText.of(task, gaveUp.why()));
      };
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  Statistics statistics() {
    return new Statistics(
        found.states(),
        found.transitions(),
        found.depth(),
        found.bytes(),
        found.seconds(),
        found.outcome() instanceof LassoResult.Empty,
        List.of(),
        List.of());
  }
}
