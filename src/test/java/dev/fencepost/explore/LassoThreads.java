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
  public static LassoResult search(AcceptingSystem system, long states) {
    LassoResult alone = search(system, states, 1);
    for (int threads : new int[] {2, 4}) {
      assertSame(search(system, states, threads), alone);
    }
    return alone;
  }

  /** Searches; other threads help from early on. */
  static LassoResult search(AcceptingSystem system, long states, int threads) {
    LassoOptions options = new LassoOptions(states, threads, 0);
    return LassoSearch.run(Representation.of(system), options, SearchListener.NONE);
  }

  static void assertSame(LassoResult result, LassoResult alone) {
    assertThat(result.outcome()).isEqualTo(alone.outcome());
    assertThat(result.states()).isEqualTo(alone.states());
    assertThat(result.transitions()).isEqualTo(alone.transitions());
    assertThat(result.depth()).isEqualTo(alone.depth());
    if (alone.outcome() instanceof LassoResult.Empty) {
      assertThat(result.boundHit()).isEqualTo(alone.boundHit());
    }
  }
}
