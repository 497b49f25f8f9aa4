// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.Attempt.Searcher;
import dev.fencepost.check.Found.MachineRun;
import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TemporalSystem;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Searches for an accepting cycle.
 *
 * @param system built when the search begins
 */
record CycleSearch(Supplier<Searched> system, SearchOptions options, SearchListener listener)
    implements Searcher {

  /** A system whose accepting runs are the violations, and how they become runs of the machine. */
  record Searched(
      Representation<? extends AcceptingSystem> states,
      MachineRun<Lasso> lasso,
      MachineRun<List<Integer>> schedule) {

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

  @Override
  public Found search(long states) {
    Searched searched = system.get();
    SearchOptions bounded = options.withStates(Math.min(states, options.states()));
    SearchResult result = LassoSearch.run(searched.states(), bounded, listener);
    return Found.of(result, Optional.of(searched.schedule()), searched.lasso());
  }
}
