// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Optional;

/**
 * What one attempt of a {@link SearchPlan} came to.
 *
 * @param counts what was searched
 */
record Found(Ending ending, SearchResult counts) {

  /** How an attempt ended. */
  sealed interface Ending {}

  /** Every reachable state was searched, and nothing is violated. */
  record Complete() implements Ending {}

  record Violation(Run run) implements Ending {}

  /** A limit ended the search. */
  record Stopped(SearchResult.Stopped why) implements Ending {
    /** Whether fewer states might have been searched to the end. */
    boolean tooLarge() {
      return why.limit() == SearchResult.Limit.STATES || why.limit() == SearchResult.Limit.MEMORY;
    }
  }

  /** The search pauses, and can go on. */
  record Paused() implements Ending {}

  /** An estimate: the share of steps that a reduced system takes of those of the system. */
  record Share(double share) implements Ending {}

  /** A run with a violation. */
  sealed interface Run {
    /** The number of its visible steps, those of a cycle once. */
    int length();
  }

  /** A run of a quotient by symmetry, none of the machine, which has one as long. */
  record OfQuotient(int length) implements Run {
    Trace trace() {
      return Trace.unknown(length, "its run was not found before the limit");
    }
  }

  /** A run whose last step or state violates something. */
  record Finite(List<Integer> schedule) implements Run {
    @Override
    public int length() {
      return schedule.size() - 1;
    }
  }

  /** A run that goes on for ever. */
  record Infinite(Lasso lasso) implements Run {
    @Override
    public int length() {
      return lasso.steps().size() - 1;
    }
  }

  /** From a run of a system that was searched to one of the machine. */
  @FunctionalInterface
  interface MachineRun<R> {
    R of(R run) throws LimitException;
  }

  /**
   * What a search has found, with the run of a violation as one of the machine.
   *
   * @param schedules empty where runs of the system are none of the machine; a limit where the
   *     machine cannot follow a run to its end
   */
  static Found of(
      SearchResult result,
      Optional<MachineRun<List<Integer>>> schedules,
      MachineRun<Lasso> lassos) {
    try {
      return new Found(
          Budget.current().withoutTime().run(() -> ending(result, schedules, lassos)), result);
    } catch (LimitException limit) {
      return new Found(
          new Stopped(new SearchResult.Stopped(SearchResult.Limit.SYSTEM, limit.getMessage())),
          result);
    }
  }

  private static Ending ending(
      SearchResult result, Optional<MachineRun<List<Integer>>> schedules, MachineRun<Lasso> lassos)
      throws LimitException {
    return switch (result.outcome()) {
      case SearchResult.Complete complete -> new Complete();
      case SearchResult.Stopped stopped -> new Stopped(stopped);
      case SearchResult.Accepting(Lasso lasso) -> new Violation(new Infinite(lassos.of(lasso)));
      case SearchResult.Violation(List<Integer> schedule) ->
          new Violation(
              schedules.isPresent()
                  ? new Finite(schedules.get().of(schedule))
                  : new OfQuotient(schedule.size() - 1));
    };
  }

  /** These counts with another ending. */
  Found withEnding(Ending other) {
    return new Found(other, counts);
  }
}
