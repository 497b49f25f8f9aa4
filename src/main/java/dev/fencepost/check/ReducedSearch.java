// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchLimits;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.machine.CollapsedMachine;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.SymmetryReduction;
import dev.fencepost.reduction.Trial;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Searches a machine with the reductions that are sound and not switched off.
 *
 * <p>To reduce takes much longer for a state than to go on without. So a search begins without
 * reductions, tries them when it has met {@link #LARGE} states, and begins anew with them only
 * where they leave out enough. Runs of a reduced system are not the shortest: a violation that it
 * has is searched for again without, breadth-first, and that run is shown; where a limit stops
 * that, and for other orders and exhaustive searches, the one of the reduced system is.
 */
final class ReducedSearch {
  /** The number of states at which reductions are tried. */
  static final int LARGE = 50_000;

  /** The same where stores have a step for each memory. */
  static final int LARGE_WITH_OWN_MEMORIES = 5_000;

  private final CheckTask task;
  private final RelaxedMachine machine;
  private final SearchListener listener;
  private final SearchOptions options;
  private final long start = System.nanoTime();

  private ReducedSearch(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    this.task = task;
    this.machine = machine;
    this.listener = listener;
    options = Checker.options(task);
  }

  /** Searches a machine for a task. */
  static SearchResult run(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    return new ReducedSearch(task, machine, listener).run();
  }

  /** The same where the listener is to hear of every final state. */
  static SearchResult toAllEnds(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    List<Optimisation> without = new ArrayList<>(task.strategy().without());
    without.addAll(Reductions.unsound(Reductions.Kind.FINAL_STATES));
    CheckTask sound = task.withStrategy(task.strategy().without(without));
    return new ReducedSearch(sound, machine, listener).run();
  }

  private SearchResult run() {
    boolean reduces = Reductions.ALL.stream().anyMatch(this::uses);
    if (!reduces || !machine.tellsActionsApart()) {
      return plain(options, listener);
    }
    boolean insists = !task.strategy().with().isEmpty();
    return insists ? reduced() : whenLarge();
  }

  /** Whether a reduction is used: not switched off, and no others are insisted on. */
  private boolean uses(Optimisation reduction) {
    return task.strategy().with().contains(reduction)
        || task.strategy().with().isEmpty() && !task.strategy().without().contains(reduction);
  }

  /**
   * Searches without reductions; a large search stops to try them, and goes on or begins anew with
   * them.
   */
  private SearchResult whenLarge() {
    AtomicBoolean worthwhile = new AtomicBoolean();
    SearchListener trying =
        new SearchListener() {
          private boolean tried;

          @Override
          public void progress(Progress progress) {
            listener.progress(progress);
          }

          @Override
          public void endState(byte[] bytes, int offset, int length) {
            listener.endState(bytes, offset, length);
          }

          @Override
          public synchronized boolean stopRequested(long states) {
            int large = machine.hasOwnMemories() ? LARGE_WITH_OWN_MEMORIES : LARGE;
            if (!tried && states > large) {
              tried = true;
              worthwhile.set(isWorthwhile());
            }
            return worthwhile.get() || listener.stopRequested(states);
          }
        };
    SearchResult found = plain(options, trying);
    boolean settled =
        found.exhausted() || found.outcome() instanceof Violation && !options.exhaustive();
    return worthwhile.get() && !settled ? reduced() : found;
  }

  /** Searches without reductions. */
  private SearchResult plain(SearchOptions limited, SearchListener told) {
    Optional<CollapsedMachine> collapsed = machine.collapsed();
    if (collapsed.isEmpty()) {
      return Search.run(machine, limited, told);
    }
    boolean packed = !task.strategy().without().contains(Optimisation.PACKING);
    SearchOptions stored = packed ? limited.packed() : limited;
    return Search.run(collapsed.get(), stored, new ExpandedEnds(collapsed.get(), told));
  }

  /** Symmetry alone saves states and little time; it comes with partial order. */
  private boolean isWorthwhile() {
    return !uses(Optimisation.PARTIAL_ORDER) || Trial.isWorthwhile(machine.actions().orElseThrow());
  }

  private SearchResult reduced() {
    ActionSystem actions = machine.actions().orElseThrow();
    Optional<SymmetricSystem> symmetry =
        uses(Optimisation.SYMMETRY) ? machine.symmetry() : Optional.empty();
    TransitionSystem system =
        partialOrder(
            symmetry.isPresent() ? new SymmetryReduction(actions, symmetry.get()) : actions);
    double before = seconds();
    SearchResult found = Search.run(system, remaining(), listener);
    if (found.outcome() instanceof Violation violation) {
      boolean searches = options.order() == SearchOrder.BREADTH_FIRST && !options.exhaustive();
      Optional<SearchResult> shortest = searches ? shortest() : Optional.empty();
      found =
          shortest.isPresent()
              ? shortest.get()
              : found.withOutcome(symmetry.isPresent() ? any(actions) : run(system, violation));
    }
    // Where the search went on behind a violation, its time is that of all states, as its counts
    // are.
    return found.after(options.exhaustive() ? before : seconds() - found.seconds());
  }

  private Optional<SearchResult> shortest() {
    SearchResult found = plain(remaining(), listener);
    if (found.outcome() instanceof SearchResult.Complete) {
      throw new IllegalStateException("a violation of the reduced system is none of the system");
    }
    return found.outcome() instanceof Violation ? Optional.of(found) : Optional.empty();
  }

  private TransitionSystem partialOrder(ActionSystem system) {
    return uses(Optimisation.PARTIAL_ORDER) ? PartialOrderReduction.of(system) : system;
  }

  /** A run to a violation, as searched for without symmetry. */
  private Outcome any(ActionSystem actions) {
    TransitionSystem steps = partialOrder(actions);
    SearchOptions unhurried = options.withLimits(SearchLimits.usual()).withExhaustive(false);
    SearchResult found = Search.run(steps, unhurried, listener);
    return found.outcome() instanceof Violation violation ? run(steps, violation) : found.outcome();
  }

  /** The run of the machine itself. */
  private static Violation run(TransitionSystem system, Violation violation) {
    try {
      return system instanceof PartialOrderReduction partial
          ? new Violation(partial.systemSchedule(violation.schedule()))
          : violation;
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
