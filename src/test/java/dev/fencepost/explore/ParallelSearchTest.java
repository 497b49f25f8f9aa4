// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelSearchTest extends BreadthFirstSearchContract {
  @Override
  SearchOptions options() {
    return SearchOptions.usual().withThreads(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void findsTheSameAsOneThread(int threads) {
    for (int forbidden : new int[] {-1, 6}) {
      TorusSystem system = new TorusSystem(5, 11, forbidden);
      SearchResult alone = search(system, 1);
      SearchResult together = search(system, threads);
      assertThat(together.outcome()).isEqualTo(alone.outcome());
      assertThat(together.states()).isEqualTo(alone.states());
      assertThat(together.transitions()).isEqualTo(alone.transitions());
      assertThat(together.depth()).isEqualTo(alone.depth());
    }
  }

  private static SearchResult search(TorusSystem system, int threads) {
    SearchOptions options = SearchOptions.usual().withThreads(threads);
    return Search.run(system, options, SearchListener.NONE);
  }
}
