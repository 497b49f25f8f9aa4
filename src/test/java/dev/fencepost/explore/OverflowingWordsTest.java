// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.StoppedClock;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A search that begins anew, because a state does not fit into a word, has one limit of time. */
class OverflowingWordsTest {
  private static final int STATES = 1_000;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @Test
  void searchesOnWithWholeRecords() {
    SearchResult found = search(Duration.ZERO);

    assertThat(found.outcome()).isInstanceOf(Complete.class);
    assertThat(found.states()).isEqualTo(STATES);
  }

  @Test
  void theTimeOfTheFirstSearchCounts() {
    SearchResult found = search(LIMIT);

    assertThat(found.outcome()).isEqualTo(new Stopped(Limit.TIME, ""));
  }

  /**
   * Searches the chain.
   *
   * @param first the time of the first search
   */
  private static SearchResult search(Duration first) {
    StoppedClock clock = new StoppedClock();
    Chain chain = new Chain(() -> clock.advance(first));
    return clock
        .budget()
        .withTime(LIMIT)
        .run(() -> Search.run(new Words(chain), SearchOptions.usual(), SearchListener.NONE));
  }

  private record Words(TransitionSystem system) implements Representation<TransitionSystem> {
    @Override
    public RecordSet newStore(long maxBytes) {
      return new WordRecords(maxBytes);
    }

    @Override
    public Optional<Representation<TransitionSystem>> afterOverflow() {
      return Optional.of(Representation.of(system));
    }
  }

  /** Counts up to a most; the second state takes more than a word, and some time at first. */
  private static final class Chain implements TransitionSystem {
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Runnable first;

    Chain(Runnable first) {
      this.first = first;
    }

    @Override
    public Generator newGenerator() {
      return new Generator() {
        @Override
        public void initial(Successors out) {
          out.clear();
          add(1, out);
        }

        @Override
        public void successors(byte[] bytes, int offset, int length, Successors out) {
          int number =
              ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN).getInt();
          out.clear();
          if (number == STATES) {
            out.terminal(Successors.Terminal.END, Successors.FINE);
            return;
          }
          if (!begun.getAndSet(true)) {
            first.run();
          }
          add(number + 1, out);
        }

        @Override
        public long[] marks() {
          return new long[] {0};
        }

        @Override
        public boolean boundHit() {
          return false;
        }
      };
    }

    private static void add(int number, Successors out) {
      int wide = number == 1 ? 1 : Integer.MAX_VALUE;
      ByteBuffer numbers = ByteBuffer.allocate(3 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      byte[] state = numbers.putInt(number).putInt(wide).putInt(wide).array();
      out.add(state, 0, state.length, Successors.FINE);
    }
  }
}
