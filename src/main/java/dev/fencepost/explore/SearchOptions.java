// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/**
 * How to search.
 *
 * @param threads how many threads a large breadth-first search may use; small ones use one
 * @param exhaustive whether the search goes on behind a violation, through all states
 * @param seed of a depth-first search: in which order it follows the steps of a state; 0 for theirs
 * @param endsAllowed whether no state without successors is a violation
 */
public record SearchOptions(
    SearchOrder order,
    int threads,
    long states,
    boolean exhaustive,
    long seed,
    boolean endsAllowed) {

  public SearchOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("a search needs a thread");
    }
  }

  /** Breadth-first, on one thread, through all states, to the first violation. */
  public static SearchOptions usual() {
    return new SearchOptions(SearchOrder.BREADTH_FIRST, 1, Long.MAX_VALUE, false, 0, false);
  }

  public SearchOptions withThreads(int newThreads) {
    return new SearchOptions(order, newThreads, states, exhaustive, seed, endsAllowed);
  }

  public SearchOptions withStates(long newStates) {
    return new SearchOptions(order, threads, newStates, exhaustive, seed, endsAllowed);
  }

  public SearchOptions withExhaustive(boolean newExhaustive) {
    return new SearchOptions(order, threads, states, newExhaustive, seed, endsAllowed);
  }

  public SearchOptions withEndsAllowed(boolean newEndsAllowed) {
    return new SearchOptions(order, threads, states, exhaustive, seed, newEndsAllowed);
  }
}
