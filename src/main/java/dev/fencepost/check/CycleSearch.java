// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.Attempt.Searcher;
import dev.fencepost.explore.LassoOptions;
import dev.fencepost.explore.LassoResult;
import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Searches for an accepting cycle.
 *
 * @param system built when the search begins
 */
record CycleSearch(Supplier<Searched> system, LassoOptions options, SearchListener listener)
    implements Searcher {

  static CycleSearch of(Supplier<Searched> system, SearchOptions options, SearchListener listener) {
    return new CycleSearch(system, new LassoOptions(options.states(), options.threads()), listener);
  }

  /** A system whose accepting runs are the violations, and how they become runs of the machine. */
  record Searched(
      Representation<? extends AcceptingSystem> states,
      Part<Lasso> lasso,
      Part<List<Integer>> schedule) {

    static Searched of(AcceptingSystem system) {
      return new Searched(Representation.of(system), run -> run, schedule -> schedule);
    }

    /** The product with the automaton of the negated property. */
    static Searched of(
        Representation<TemporalSystem> states, BuchiAutomaton automaton, Fairness fairness) {
      Representation<BuchiProduct> products =
          states.map(system -> new BuchiProduct(system, automaton, fairness));
      BuchiProduct product = products.system();
      return new Searched(products, product::systemRun, product::systemSchedule);
    }

    /** The product of a reduced system with the automaton of the negated property. */
    static Searched of(TemporalReduction system, BuchiAutomaton automaton) {
      BuchiProduct product = new BuchiProduct(system, automaton, Fairness.NONE);
      return new Searched(
          Representation.of(product),
          run -> system.systemRun(product.systemRun(run)),
          schedule -> system.systemSchedule(product.systemSchedule(schedule)));
    }
  }

  /** From a run of the system to one of the machine. */
  @FunctionalInterface
  interface Part<R> {
    R machineRun(R run) throws LimitException;
  }

  @Override
  public Found search(long states) {
    Searched searched = system.get();
    LassoOptions bounded = options.withStates(Math.min(states, options.states()));
    LassoResult result = LassoSearch.run(searched.states(), bounded, listener);
    Budget whole = Budget.current().withoutTime();
    return new Found(whole.run(() -> ending(searched, result)), Found.Counts.of(result));
  }

  private static Found.Ending ending(Searched searched, LassoResult result) {
    try {
      return switch (result.outcome()) {
        case LassoResult.Empty empty -> new Found.Complete();
        case LassoResult.Accepting accepting ->
            new Found.Violation(new Found.Infinite(searched.lasso().machineRun(accepting.run())));
        case LassoResult.Violation violation ->
            new Found.Violation(
                new Found.Finite(searched.schedule().machineRun(violation.schedule())));
        case LassoResult.GaveUp gaveUp -> new Found.Stopped(gaveUp.why());
      };
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }
}
