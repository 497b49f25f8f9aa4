// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Representation;

/** Searches for accepting cycles on several threads, beside the search on one. */
public final class LassoThreads {

  private LassoThreads() {}

  /** Searches on one thread, and asserts that more of them find the same. */
  public static SearchResult search(AcceptingSystem system, long states) {
    SearchResult alone = search(system, states, 1);
    for (int threads : new int[] {2, 4}) {
      assertSame(search(system, states, threads), alone);
    }
    return alone;
  }

  /** Searches; other threads help from early on. */
  static SearchResult search(AcceptingSystem system, long states, int threads) {
    SearchOptions options = SearchOptions.usual().withStates(states).withThreads(threads);
    return LassoSearch.run(Representation.of(system), options, SearchListener.NONE, 0);
  }

  static void assertSame(SearchResult result, SearchResult alone) {
    assertThat(result.outcome()).isEqualTo(alone.outcome());
    assertThat(result.states()).isEqualTo(alone.states());
    assertThat(result.transitions()).isEqualTo(alone.transitions());
    assertThat(result.depth()).isEqualTo(alone.depth());
    if (alone.outcome() instanceof SearchResult.Complete) {
      assertThat(result.boundHit()).isEqualTo(alone.boundHit());
    }
  }
}
