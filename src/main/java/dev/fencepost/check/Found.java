// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.EndCounts;
import dev.fencepost.explore.LassoResult;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.transition.Lasso;
import java.util.List;
import java.util.Optional;

/** What one attempt of a {@link SearchPlan} came to. */
record Found(Ending ending, Counts counts) {

  /** How an attempt ended. */
  sealed interface Ending {}

  /** Every reachable state was searched, and nothing is violated. */
  record Complete() implements Ending {}

  /**
   * A violation.
   *
   * @param run empty if it was found in a quotient by symmetry
   */
  record Violation(Optional<Run> run) implements Ending {
    Violation(Run run) {
      this(Optional.of(run));
    }
  }

  /** A limit ended the search. */
  record Stopped(SearchResult.Stopped why) implements Ending {
    /** Whether fewer states might have been searched to the end. */
    boolean tooLarge() {
      return why.limit() == SearchResult.Limit.STATES || why.limit() == SearchResult.Limit.MEMORY;
    }

    boolean outOfMemory() {
      return why.limit() == SearchResult.Limit.MEMORY || why.limit() == SearchResult.Limit.HEAP;
    }
  }

  /** The search pauses, and can go on. */
  record Paused() implements Ending {}

  /** An estimate: the share of steps that a reduced system takes of those of the system. */
  record Share(double share) implements Ending {}

  /** A run of the machine. */
  sealed interface Run {}

  /** A run whose last step or state violates something. */
  record Finite(List<Integer> schedule) implements Run {}

  /** A run that goes on for ever. */
  record Infinite(Lasso lasso) implements Run {}

  /**
   * What was searched.
   *
   * @param marks the marks that were passed
   * @param boundHit whether a window bound cut a step
   * @param ends the states without steps that violate nothing
   * @param exhausted whether every reachable state was expanded
   */
  record Counts(
      long states,
      long transitions,
      int depth,
      long bytes,
      List<Integer> marks,
      boolean boundHit,
      EndCounts ends,
      boolean exhausted) {

    /** Of an attempt that is not over, or searches nothing. */
    static Counts upTo(long states) {
      return new Counts(states, 0, 0, 0, List.of(), false, EndCounts.NONE, false);
    }

    static Counts of(SearchResult found) {
      return new Counts(
          found.states(),
          found.transitions(),
          found.depth(),
          found.bytes(),
          found.marks(),
          found.boundHit(),
          found.ends(),
          found.exhausted());
    }

    static Counts of(LassoResult found) {
      return new Counts(
          found.states(),
          found.transitions(),
          found.depth(),
          found.bytes(),
          List.of(),
          found.boundHit(),
          EndCounts.NONE,
          found.outcome() instanceof LassoResult.Empty);
    }
  }

  /** These counts with another ending. */
  Found withEnding(Ending other) {
    return new Found(other, counts);
  }
}
