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
import dev.fencepost.reduction.Unreduced;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Searches a machine with the reductions that are sound and not switched off.
 *
 * <p>A small search is done before footprints are found, so a search begins without reductions and
 * begins anew with them when it has met {@link #SMALL} states. Runs of a reduced system are not the
 * shortest: a violation that it has is searched for again without, breadth-first, and that run is
 * shown; where a limit stops that, the one of the reduced system is.
 */
final class ReducedSearch {
  /** The number of states from which on reductions are worth their cost. */
  static final int SMALL = 10_000;

  private static final Duration UNHURRIED = Duration.ofDays(10_000);

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
    SearchOptions small = options.withLimits(options.limits().withStates(Math.min(SMALL, most)));
    SearchResult found = Search.run(machine, small, listener);
    boolean settled =
        found.exhausted() || found.outcome() instanceof Violation && !options.exhaustive();
    boolean large = !settled && found.states() > SMALL && most > SMALL;
    return large ? reduced() : found;
  }

  private SearchResult reduced() {
    ActionSystem actions = machine.actions().orElseThrow();
    SearchResult found = Search.run(PartialOrderReduction.of(actions), remaining(), listener);
    if (found.outcome() instanceof Violation) {
      Optional<SearchResult> shortest =
          options.order() == SearchOrder.BREADTH_FIRST ? shortest() : Optional.empty();
      SearchResult run = shortest.orElseGet(() -> stepByStep(actions));
      found = options.exhaustive() ? found.withOutcome(run.outcome()) : run;
    }
    return found.after(seconds() - found.seconds());
  }

  private Optional<SearchResult> shortest() {
    SearchResult found = Search.run(machine, remaining().withExhaustive(false), listener);
    if (found.outcome() instanceof SearchResult.Complete) {
      throw new IllegalStateException("a violation of the reduced system is none of the system");
    }
    return found.outcome() instanceof Violation ? Optional.of(found) : Optional.empty();
  }

  /** The run of the reduced system. */
  private SearchResult stepByStep(ActionSystem actions) {
    TransitionSystem reduced = PartialOrderReduction.stepByStep(actions);
    SearchOptions unhurried = options.withLimits(options.limits().withTime(UNHURRIED)).withExhaustive(false);
    SearchResult found = Search.run(reduced, unhurried, listener);
    if (!(found.outcome() instanceof Violation violation)) {
      return found;
    }
    try {
      List<Integer> schedule = Unreduced.schedule(reduced, machine, violation.schedule());
      return found.withOutcome(new Violation(schedule));
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
