// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/**
 * How to search.
 *
 * @param threads how many threads a large breadth-first search may use; small ones use one
 */
public record SearchOptions(SearchOrder order, int threads, SearchLimits limits) {

  public SearchOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("a search needs a thread");
    }
  }

  /** Breadth-first, on one thread, with the usual limits. */
  public static SearchOptions usual() {
    return new SearchOptions(SearchOrder.BREADTH_FIRST, 1, SearchLimits.usual());
  }

  public SearchOptions withOrder(SearchOrder newOrder) {
    return new SearchOptions(newOrder, threads, limits);
  }

  public SearchOptions withThreads(int newThreads) {
    return new SearchOptions(order, newThreads, limits);
  }

  public SearchOptions withLimits(SearchLimits newLimits) {
    return new SearchOptions(order, threads, newLimits);
  }
}
