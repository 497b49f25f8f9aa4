// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a search found, and what it did for that.
 *
 * @param depth breadth-first: the length of the longest shortest run; depth-first: of the longest
 *     run that was followed
 * @param bytes the memory that the state store took
 * @param marks the marks that were passed, as bits
 * @param boundHit whether a window bound cut a step
 * @param ends the states without steps that violate nothing
 * @param exhausted whether every reachable state was expanded; what follows a violating step is not
 *     reachable by it
 */
public record SearchResult(
    Outcome outcome,
    long states,
    long transitions,
    int depth,
    long bytes,
    double seconds,
    List<Integer> marks,
    boolean boundHit,
    EndCounts ends,
    boolean exhausted) {

  public SearchResult {
    marks = List.copyOf(marks);
  }

  /** Of a search that a limit ended; no more is known than how many states it has met. */
  public static SearchResult stopped(Limit limit, long states) {
    return new SearchResult(
        new Stopped(limit, ""), states, 0, 0, 0, 0, List.of(), false, EndCounts.NONE, false);
  }

  /** These counts with the outcome of another search. */
  public SearchResult withOutcome(Outcome other) {
    return new SearchResult(
        other, states, transitions, depth, bytes, seconds, marks, boundHit, ends, exhausted);
  }

  /** This result with the time of an earlier part added. */
  public SearchResult after(double earlier) {
    return new SearchResult(
        outcome,
        states,
        transitions,
        depth,
        bytes,
        seconds + earlier,
        marks,
        boundHit,
        ends,
        exhausted);
  }

  /**
   * This result of a violation with the run that another search has found.
   *
   * @param exhaustive whether the counts are those of this search
   */
  public SearchResult shownBy(SearchResult again, boolean exhaustive) {
    return exhaustive ? withOutcome(again.outcome).after(again.seconds) : again.after(seconds);
  }

  /** How a search ended. */
  public sealed interface Outcome {}

  /** Every reachable state was expanded, and nothing is violated. */
  public record Complete() implements Outcome {}

  /**
   * A violation was found.
   *
   * @param schedule an index into the initial states, then indices of successors; the last step, or
   *     the last state, is the violation
   */
  public record Violation(List<Integer> schedule) implements Outcome {
    public Violation {
      schedule = List.copyOf(schedule);
    }
  }

  /** A run that goes on for ever accepts: it violates a temporal property. */
  public record Accepting(Lasso run) implements Outcome {}

  /**
   * A limit ended the search before.
   *
   * @param detail what the transition system says, where the limit is its own; else empty
   */
  public record Stopped(Limit limit, String detail) implements Outcome {
    public boolean isOutOfMemory() {
      return limit == Limit.MEMORY || limit == Limit.HEAP;
    }

    /** What a limit may end. */
    @FunctionalInterface
    public interface Work {
      void run() throws LimitException;
    }

    /** Does something; if a limit or a failure ends it, {@code stop} gets the reason. */
    public static void guard(Work work, Consumer<Stopped> stop) {
      Optional<Stopped> why = Optional.of(new Stopped(Limit.REQUEST, ""));
      try {
        work.run();
        why = Optional.empty();
      } catch (LimitException e) {
        why = Optional.of(new Stopped(Limit.SYSTEM, e.getMessage()));
      } catch (OutOfBudget e) {
        why = Optional.of(new Stopped(Limit.of(e.limit()), ""));
      } catch (OutOfMemoryError e) {
        why = Optional.of(new Stopped(Limit.HEAP, ""));
      } finally {
        why.ifPresent(stop);
      }
    }
  }

  /** What can end a search early. */
  public enum Limit {
    TIME,
    /** The store may take no more. */
    MEMORY,
    /** The heap of the process is nearly full. */
    HEAP,
    STATES,
    /** Somebody asked for it. */
    REQUEST,
    /** The transition system gave up. */
    SYSTEM;

    /** The limit of a budget. */
    public static Limit of(Budget.Limit limit) {
      return valueOf(limit.name());
    }
  }
}
