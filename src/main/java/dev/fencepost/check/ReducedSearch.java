// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchLimits;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.SymmetryReduction;
import dev.fencepost.reduction.Trial;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Searches a machine with the reductions that are sound and not switched off.
 *
 * <p>To reduce takes several times as long for a state than to go on without. So a search begins
 * without reductions and pauses when it has met {@link #LARGE} states, and again at {@link #AGAIN}
 * times as many: see {@link Attempts}. Runs of a reduced system are not the shortest: a violation
 * that it has is searched for without, breadth-first, and that run is shown; where a limit stops
 * that, and for other orders and exhaustive searches, the one of the reduced system is.
 */
final class ReducedSearch {
  /** The number of states at which reductions are tried. */
  static final int LARGE = 50_000;

  /** The same where stores have a step for each memory, and no step is remembered. */
  static final int LARGE_WITH_OWN_MEMORIES = 1_000;

  /** The same where all final states are asked for: tests that are small, and many. */
  static final int LARGE_TO_ALL_ENDS = 5_000;

  /** At so many times the states at which they were tried they are tried again. */
  private static final int AGAIN = 4;

  /**
   * Where reductions leave out less, they get one part in so many of the states that were met
   * without.
   */
  private static final int PART = 10;

  /**
   * The part of the first steps that is taken. Up to this one, the smaller system is searched to
   * its end: measured on the library, where it is a half or less, or seven tenths and more.
   */
  private static final double WORTHWHILE = 0.6;

  /** Above this one hardly anything is left out. */
  private static final double HOPELESS = 0.95;

  private static final String NO_VIOLATION =
      "a violation of the reduced system is none of the system";

  private final CheckTask task;
  private final RelaxedMachine machine;
  private final SearchListener listener;
  private final SearchOptions options;
  private final int large;
  private final long start = System.nanoTime();

  private ReducedSearch(
      CheckTask task, RelaxedMachine machine, SearchListener listener, int largeWithOwnMemories) {
    this.task = task;
    large = machine.hasOwnMemories() ? largeWithOwnMemories : LARGE;
    this.machine = machine;
    this.listener = listener;
    options = Checker.options(task);
  }

  /** Searches a machine for a task. */
  static SearchResult run(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    return new ReducedSearch(task, machine, listener, LARGE_WITH_OWN_MEMORIES).run();
  }

  /** The same where the listener is to hear of every final state. */
  static SearchResult toAllEnds(CheckTask task, RelaxedMachine machine, SearchListener listener) {
    List<Optimisation> without = new ArrayList<>(task.strategy().without());
    without.addAll(Reductions.unsound(Reductions.Kind.FINAL_STATES));
    CheckTask sound = task.withStrategy(task.strategy().without(without));
    return new ReducedSearch(sound, machine, listener, LARGE_TO_ALL_ENDS).run();
  }

  private SearchResult run() {
    boolean reduces = Reductions.ALL.stream().anyMatch(this::uses);
    if (!reduces || !machine.tellsActionsApart()) {
      return plain(options).run(Long.MAX_VALUE).orElseThrow();
    }
    boolean insists = !task.strategy().with().isEmpty();
    return insists ? reduced() : whenLarge();
  }

  /** Whether a reduction is used: not switched off, and no others are insisted on. */
  private boolean uses(Optimisation reduction) {
    return task.strategy().with().contains(reduction)
        || task.strategy().with().isEmpty() && !task.strategy().without().contains(reduction);
  }

  /** Searches without reductions; a large search pauses to try them. */
  private SearchResult whenLarge() {
    Attempts attempts = new Attempts();
    Search plain = plain(options);
    Optional<SearchResult> found = plain.run(attempts.pauseAt());
    while (found.isEmpty()) {
      attempts.attempt();
      if (attempts.answer != null) {
        return attempts.answer();
      }
      found = plain.run(attempts.pauseAt());
    }
    return attempts.settle(found.get());
  }

  /** A search without reductions. */
  private Search plain(SearchOptions limited) {
    boolean packed = !task.strategy().without().contains(Optimisation.PACKING);
    return Search.of(machine.representation(packed), limited, listener);
  }

  /**
   * Tries reductions while a search without them pauses. The first states tell how much they leave
   * out: where that is a lot, the smaller system is searched to its end; where it is something, up
   * to a part of the states that were met so far, for then that costs little more than it may save;
   * where it is nothing, never. If the smaller system has no violation, that is the answer. If it
   * has one, the search that pauses goes on to find the shortest run.
   */
  private final class Attempts {
    private long next = large;
    private double share = -1;
    private boolean over;

    private final Reduced reduced = new Reduced();

    /** What was found out about the smaller system, to be the answer; or null. */
    private SearchResult answer;

    /** A violation of the smaller system, of which a shorter run is still searched for; or null. */
    private SearchResult violation;

    /** With more states than this the search without reductions is to pause. */
    long pauseAt() {
      return over ? Long.MAX_VALUE : next;
    }

    void attempt() {
      if (share < 0) {
        // Symmetry alone saves states and little time; it comes with partial order.
        share = uses(Optimisation.PARTIAL_ORDER) ? Trial.share(machine.actions().orElseThrow()) : 0;
      }
      if (share > HOPELESS) {
        over = true;
      } else if (share <= WORTHWHILE) {
        attempt(remaining());
      } else {
        SearchOptions some = remaining();
        long states = Math.min(next / PART, some.limits().states());
        attempt(some.withLimits(some.limits().withStates(states)));
      }
      next *= AGAIN;
    }

    SearchResult answer() {
      return reduced.asRun(answer);
    }

    private void attempt(SearchOptions limited) {
      SearchResult found = reduced.search(limited);
      boolean violated = found.outcome() instanceof Violation && !options.exhaustive();
      boolean unlimited = limited.limits().states() == options.limits().states();
      over = unlimited || violated || found.exhausted();
      if (violated && showsShortest()) {
        violation = found;
      } else if (over) {
        answer = found;
      }
    }

    /** What the whole search found, from what the one without reductions did. */
    SearchResult settle(SearchResult plain) {
      boolean settled =
          plain.exhausted() || plain.outcome() instanceof Violation && !options.exhaustive();
      boolean tooLarge =
          plain.outcome() instanceof Stopped stopped
              && (stopped.limit() == Limit.STATES || stopped.limit() == Limit.MEMORY);
      if (!settled && tooLarge && share >= 0 && !over) {
        attempt(remaining());
      }
      if (violation != null && plain.outcome() instanceof SearchResult.Complete) {
        throw new IllegalStateException(NO_VIOLATION);
      }
      SearchResult found = answer == null ? violation : answer;
      return settled || found == null ? plain : reduced.asRun(found);
    }
  }

  /** The machine with the reductions that are used. */
  private final class Reduced {
    private ActionSystem actions;
    private Optional<SymmetricSystem> symmetry = Optional.empty();
    private TransitionSystem system;

    SearchResult search(SearchOptions limited) {
      double before = seconds();
      if (system == null) {
        actions = machine.actions().orElseThrow();
        symmetry = uses(Optimisation.SYMMETRY) ? machine.symmetry() : Optional.empty();
        system =
            partialOrder(
                symmetry.isPresent() ? new SymmetryReduction(actions, symmetry.get()) : actions);
      }
      return Search.run(system, limited, listener).after(before);
    }

    /** The same with the run of a violation as one of the machine. */
    SearchResult asRun(SearchResult found) {
      return found.outcome() instanceof Violation violation
          ? found.withOutcome(symmetry.isPresent() ? any(actions) : run(system, violation))
          : found;
    }
  }

  private boolean showsShortest() {
    return options.order() == SearchOrder.BREADTH_FIRST && !options.exhaustive();
  }

  private SearchResult reduced() {
    Reduced reduced = new Reduced();
    SearchResult found = reduced.search(options);
    Optional<SearchResult> shortest =
        found.outcome() instanceof Violation && showsShortest() ? shortest() : Optional.empty();
    SearchResult shown = shortest.orElseGet(() -> reduced.asRun(found));
    // Where the search went on behind a violation, its time is that of all states, as its counts
    // are.
    return options.exhaustive() ? shown : shown.after(seconds() - shown.seconds());
  }

  private Optional<SearchResult> shortest() {
    SearchResult found = plain(remaining()).run(Long.MAX_VALUE).orElseThrow();
    if (found.outcome() instanceof SearchResult.Complete) {
      throw new IllegalStateException(NO_VIOLATION);
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
    if (found.outcome() instanceof SearchResult.Complete) {
      throw new IllegalStateException(NO_VIOLATION);
    }
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
    return options.withLimits(options.limits().after(seconds()));
  }

  private double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }
}
