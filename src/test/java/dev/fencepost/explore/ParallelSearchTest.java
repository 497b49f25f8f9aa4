// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.WrappedGenerator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
      TransitionSystem system = new UnevenSystem(forbidden, Failure.NONE);
      SearchResult alone = search(Representation.of(system), 1);
      SearchResult inLine = search(Representation.of(system), threads);
      assertSame(inLine, alone);
      assertThat(inLine.marks()).isEqualTo(alone.marks());
      assertSame(search(Representation.of(system).map(same -> same), threads), alone);
    }
  }

  private static void assertSame(SearchResult together, SearchResult alone) {
    assertThat(together.outcome()).isEqualTo(alone.outcome());
    assertThat(together.states()).isEqualTo(alone.states());
    assertThat(together.transitions()).isEqualTo(alone.transitions());
    assertThat(together.depth()).isEqualTo(alone.depth());
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void stopsWhereOneOfManyMeetsALimit() {
    SearchResult result = search(Representation.of(new UnevenSystem(6, Failure.LIMIT)), 4);
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.SYSTEM, "here"));
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void endsWhereOneOfManyFails() {
    Representation<?> failing = Representation.of(new UnevenSystem(6, Failure.CRASH));
    assertThatThrownBy(() -> search(failing, 4)).hasStackTraceContaining("crashed");
  }

  private static SearchResult search(Representation<?> form, int threads) {
    return Search.run(form, SearchOptions.usual().withThreads(threads), SearchListener.NONE);
  }

  private enum Failure {
    NONE,
    LIMIT,
    CRASH
  }

  /**
   * A torus whose states take different times and have different marks about the violation, and of
   * which one, nearer than that, may fail.
   */
  private record UnevenSystem(int forbidden, Failure failure) implements TransitionSystem {
    private static final int MARKS = 8;

    @Override
    public Generator newGenerator() {
      long[] marks = new long[MARKS];
      return new WrappedGenerator<>(new TorusSystem(5, 11, forbidden).newGenerator()) {
        @Override
        public void successors(byte[] bytes, int offset, int length, Successors out)
            throws LimitException {
          byte[] state = Arrays.copyOfRange(bytes, offset, offset + length);
          int mark = Arrays.hashCode(state);
          if (state[0] + state[1] + state[2] + state[3] + state[4] >= 5 * forbidden - 1) {
            marks[mark & MARKS - 1] |= 1L << (mark >>> 3);
          }
          for (int i = mark & 0x3f; i > 0; i--) {
            Thread.onSpinWait();
          }
          if (failure != Failure.NONE && bytes[offset] == 9 && bytes[offset + 1] == 9) {
            fail();
          }
          super.successors(bytes, offset, length, out);
        }

        @Override
        public long[] marks() {
          return marks.clone();
        }
      };
    }

    private void fail() throws LimitException {
      if (failure == Failure.LIMIT) {
        throw new LimitException("here");
      }
      throw new IllegalStateException("crashed");
    }
  }
}
