// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.Lasso;
import java.util.List;

/**
 * What a search for an accepting run found, and what it did for that.
 *
 * @param depth the length of the longest run that was followed
 * @param bytes the memory that the state store took
 * @param boundHit whether a window bound cut a step
 */
public record LassoResult(
    Outcome outcome,
    long states,
    long transitions,
    int depth,
    long bytes,
    double seconds,
    boolean boundHit) {

  /** These counts with the time of both, after a search that took some time. */
  LassoResult after(double earlier) {
    return new LassoResult(outcome, states, transitions, depth, bytes, seconds + earlier, boundHit);
  }

  /** How a search ended. */
  public sealed interface Outcome {}

  /** No run accepts: every reachable state was expanded. */
  public record Empty() implements Outcome {}

  /** This run accepts. */
  public record Accepting(Lasso run) implements Outcome {}

  /**
   * A step on the way violates something by itself.
   *
   * @param schedule an index into the initial states, then indices of successors; the last step is
   *     the violation
   */
  public record Violation(List<Integer> schedule) implements Outcome {
    public Violation {
      schedule = List.copyOf(schedule);
    }
  }

  /** A limit ended the search before. */
  public record GaveUp(SearchResult.Stopped why) implements Outcome {}
}
