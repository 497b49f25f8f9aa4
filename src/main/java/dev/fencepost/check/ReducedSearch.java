// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.time.Duration;
import java.util.Optional;

/**
 * Searches a machine with the reductions that are sound and not switched off.
 *
 * <p>A small search is done before footprints are found, so a search begins without reductions and
 * begins anew with them when it has met {@link #SMALL} states, or fewer. Runs of a reduced system
 * are not the shortest: a violation that it has is searched for again without, breadth-first, and
 * that run is shown; where a limit stops that, and for other orders and exhaustive searches, the
 * one of the reduced system is.
 */
final class ReducedSearch {
  /** The number of states from which on reductions are worth their cost. */
  static final int SMALL = 10_000;

  /** The same where footprints are known already, and stores have a step for each memory. */
  static final int SMALL_WITH_OWN_MEMORIES = 1_000;

  private final RelaxedMachine machine;
  private final SearchListener listener;
  private final SearchOptions options;
  private final long start = System.nanoTime();

  private ReducedSearch(RelaxedMachine machine, SearchOptions options, SearchListener listener) {
    this.machine = machine;
    this.options = options;
    this.listener = listener;
  }

  /** Searches a machine for a task. */
  static SearchResult run(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    ReducedSearch search = new ReducedSearch(machine, Checker.options(task), listener);
    boolean insists = task.strategy().with().contains(Optimisation.PARTIAL_ORDER);
    boolean reduces = insists || !task.strategy().without().contains(Optimisation.PARTIAL_ORDER);
    if (!reduces || !machine.tellsActionsApart()) {
      return Search.run(machine, search.options, listener);
    }
    return insists ? search.reduced() : search.whenLarge();
  }

  private SearchResult whenLarge() {
    long most = options.limits().states();
    int smallest = machine.hasOwnMemories() ? SMALL_WITH_OWN_MEMORIES : SMALL;
    SearchOptions small = options.withLimits(options.limits().withStates(Math.min(smallest, most)));
    SearchResult found = Search.run(machine, small, listener);
    boolean settled =
        found.exhausted() || found.outcome() instanceof Violation && !options.exhaustive();
    boolean large = !settled && found.states() > smallest && most > smallest;
    return large ? reduced() : found;
  }

  private SearchResult reduced() {
    PartialOrderReduction reduced = PartialOrderReduction.of(machine.actions().orElseThrow());
    SearchResult found = Search.run(reduced, remaining(), listener);
    if (found.outcome() instanceof Violation violation) {
      boolean searches = options.order() == SearchOrder.BREADTH_FIRST && !options.exhaustive();
      Optional<SearchResult> shortest = searches ? shortest() : Optional.empty();
      SearchResult any = found.withOutcome(unreduced(reduced, violation));
      found = shortest.orElse(any);
    }
    return found.after(seconds() - found.seconds());
  }

  private Optional<SearchResult> shortest() {
    SearchResult found = Search.run(machine, remaining(), listener);
    if (found.outcome() instanceof SearchResult.Complete) {
      throw new IllegalStateException("a violation of the reduced system is none of the system");
    }
    return found.outcome() instanceof Violation ? Optional.of(found) : Optional.empty();
  }

  private static Violation unreduced(PartialOrderReduction reduced, Violation violation) {
    try {
      return new Violation(reduced.systemSchedule(violation.schedule()));
    } catch (LimitException limit) {
      throw new IllegalStateException("a run that was searched cannot be replayed", limit);
    }
  }

  private SearchOptions remaining() {
    Duration time = options.limits().time().minusNanos(System.nanoTime() - start);
    Duration left = time.isNegative() ? Duration.ZERO : time;
    return options.withLimits(options.limits().withTime(left));
  }

  private double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }
}
