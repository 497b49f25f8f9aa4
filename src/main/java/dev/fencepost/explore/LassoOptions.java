// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/**
 * How to search for an accepting cycle.
 *
 * @param states with more of them the search gives up
 * @param threads how many threads a large search may use
 * @param alone about how many states one thread enters before others help
 */
public record LassoOptions(long states, int threads, int alone) {
  /** With fewer states, other threads cost more than they give. */
  private static final int SMALL = 2048;

  public LassoOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("a search needs a thread");
    }
  }

  /** A search of which only a large one uses several threads. */
  public LassoOptions(long states, int threads) {
    this(states, threads, SMALL);
  }

  /** One thread does it all. */
  LassoOptions onOneThread() {
    return new LassoOptions(states, 1, alone);
  }

  public LassoOptions withStates(long newStates) {
    return new LassoOptions(newStates, threads, alone);
  }
}
