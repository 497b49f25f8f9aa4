// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.SharedHeap;
import dev.fencepost.explore.SearchResult.Accepting;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.WrappedGenerator;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for accepting cycles on several threads find what one thread finds. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelLassoTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int GRAPHS = Boolean.getBoolean("fencepost.full") ? 3_000 : 100;
  private static final int LARGE = 100_000;

  private static SearchResult search(AcceptingSystem system, int threads) {
    return LassoThreads.search(system, Long.MAX_VALUE, threads);
  }

  /** A graph of small cycles that mostly leads on; some conditions are met rarely, or nowhere. */
  private static AcceptingGraph random(long seed) {
    Random random = new Random(seed);
    int conditions = random.nextInt(4);
    AcceptingGraph graph = new AcceptingGraph(conditions).start(0).start(random.nextInt(50));
    int nodes = 100 + random.nextInt(2_000);
    int back = random.nextInt(4);
    int rare = 1 + random.nextInt(nodes);
    for (int node = 0; node < nodes; node++) {
      for (int i = random.nextInt(4); i >= 0; i--) {
        int to = node + random.nextInt(30) - random.nextInt(1 + back);
        int[] met =
            random.ints(conditions, 0, rare).map(n -> Math.min(n, conditions - 1)).toArray();
        graph.edge(node, Math.clamp(to, conditions == 0 ? node + 1 : 0, nodes), met);
      }
    }
    return random.nextInt(8) == 0 ? graph.violatingFrom(nodes * 3 / 4) : graph;
  }

  @Test
  void randomGraphsHaveTheResultsOfOneThread() {
    Map<Class<?>, Integer> outcomes = new HashMap<>();
    for (long seed = SEED; seed < SEED + GRAPHS; seed++) {
      AcceptingGraph graph = random(seed);
      SearchResult alone = LassoThreads.search(graph, Long.MAX_VALUE);
      outcomes.merge(alone.outcome().getClass(), 1, Integer::sum);
    }
    assertThat(outcomes.get(Accepting.class)).isGreaterThan(GRAPHS / 10);
    assertThat(outcomes.get(Complete.class)).isGreaterThan(GRAPHS / 10);
    assertThat(outcomes.get(Violation.class)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void manyThreadsExpandStates(int threads) {
    Tree tree = new Tree(Failure.NONE);
    LassoThreads.assertSame(search(tree, threads), search(new Tree(Failure.NONE), 1));
    assertThat(tree.threads).hasSizeBetween(2, threads);
    assertNoneIsLeft(tree);
  }

  private static void assertNoneIsLeft(Tree tree) {
    assertThat(tree.threads)
        .noneMatch(
            thread -> Arrays.toString(thread.getStackTrace()).contains(Scout.class.getName()));
  }

  @Test
  void theNumberOfStatesEndsAllSearchesAtOnePlace() {
    for (int states : new int[] {1, 100, 1_000, LARGE / 2}) {
      SearchResult alone = LassoThreads.search(new Tree(Failure.NONE), states);
      assertThat(alone.outcome()).isEqualTo(new Stopped(Limit.STATES, ""));
    }
  }

  private static Limit limit(Budget budget) {
    Tree tree = new Tree(Failure.NONE);
    SearchResult result = budget.run(() -> search(tree, 4));
    assertNoneIsLeft(tree);
    return ((Stopped) result.outcome()).limit();
  }

  @Test
  void budgetsEndTheSearch() {
    Budget all = Budget.current();
    AtomicInteger questions = new AtomicInteger();
    assertThat(limit(all.withTime(Duration.ofMillis(50)))).isEqualTo(Limit.TIME);
    assertThat(limit(all.withBytes(1 << 20))).isEqualTo(Limit.MEMORY);
    assertThat(limit(all.withStop(() -> questions.incrementAndGet() > 100)))
        .isEqualTo(Limit.REQUEST);
  }

  /** About the least memory that a search on one thread needs. */
  private static Budget scarce(AcceptingSystem system, SearchResult alone) {
    Budget budget = Budget.current();
    Budget least = budget;
    for (int eighths = 16;
        least.run(() -> search(system, 1)).outcome().equals(alone.outcome());
        eighths--) {
      budget = least;
      least = SharedHeap.withBytes(alone.bytes() / 8 * eighths);
    }
    return budget;
  }

  @Test
  void scoutsGiveWayToStates() {
    Tree tree = new Tree(Failure.NONE);
    SearchResult alone = search(tree, 1);
    assertThat(alone.outcome()).isEqualTo(new Complete());
    LassoThreads.assertSame(scarce(tree, alone).run(() -> search(tree, 4)), alone);
  }

  /**
   * One thread goes along the spine of a comb to a cycle; others fill the memory with its teeth.
   */
  @Test
  void theMemoryOfOneThreadIsEnough() {
    Comb comb = new Comb();
    SearchResult alone = search(comb, 1);
    assertThat(alone.outcome()).isInstanceOf(Accepting.class);
    LassoThreads.assertSame(scarce(comb, alone).run(() -> search(comb, 4)), alone);
  }

  @ParameterizedTest
  @EnumSource(
      value = Failure.class,
      names = {"LIMIT", "LONG_STATE"})
  void aLimitOfTheSystemEndsTheSearch(Failure failure) {
    SearchResult alone = LassoThreads.search(new Tree(failure), Long.MAX_VALUE);
    assertThat(((Stopped) alone.outcome()).limit()).isEqualTo(Limit.SYSTEM);
  }

  @Test
  void aFailureEndsTheSearch() {
    Tree tree = new Tree(Failure.CRASH);
    assertThatThrownBy(() -> search(tree, 4)).hasStackTraceContaining("crashed");
    assertNoneIsLeft(tree);
  }

  enum Failure {
    NONE,
    LIMIT,
    LONG_STATE,
    CRASH
  }

  /** Much to expand, slowly; one of the last states may fail. Notes who has expanded states. */
  private record Tree(AcceptingGraph graph, Failure failure, Set<Thread> threads)
      implements AcceptingSystem {
    Tree(Failure failure) {
      this(tree(), failure, ConcurrentHashMap.newKeySet());
    }

    private static AcceptingGraph tree() {
      AcceptingGraph graph = new AcceptingGraph(1).start(1);
      for (int i = 1; i <= LARGE / 2; i++) {
        graph.edge(i, 2 * i, 0).edge(i, 2 * i + 1).edge(2 * i, 2 * i);
      }
      return graph;
    }

    @Override
    public int conditions() {
      return graph.conditions();
    }

    @Override
    public AcceptingGenerator newGenerator() {
      return new FailingGenerator(graph.newGenerator());
    }

    private final class FailingGenerator extends WrappedGenerator<AcceptingGenerator>
        implements AcceptingGenerator {
      FailingGenerator(AcceptingGenerator generator) {
        super(generator);
      }

      @Override
      public void successors(byte[] bytes, int offset, int length, Successors out)
          throws LimitException {
        threads.add(Thread.currentThread());
        for (int i = 0; i < 50; i++) {
          Thread.onSpinWait();
        }
        super.successors(bytes, offset, length, out);
        if (ByteBuffer.wrap(bytes, offset, length).getInt() == LARGE - 1) {
          fail(out);
        }
      }

      private void fail(Successors out) throws LimitException {
        switch (failure) {
          case NONE -> {}
          case LIMIT -> throw new LimitException("here");
          case LONG_STATE -> out.add(new byte[70_000], 0, 70_000, Successors.FINE);
          case CRASH -> throw new IllegalStateException("crashed");
        }
      }

      @Override
      public void met(int index, long[] words) throws LimitException {
        generator.met(index, words);
      }
    }
  }

  /** A state is a place on the spine, and one on the tooth there; the spine ends with a cycle. */
  private record Comb() implements AcceptingSystem {
    private static final int TOOTH = 100;

    @Override
    public int conditions() {
      return 0;
    }

    @Override
    public AcceptingGenerator newGenerator() {
      return new AcceptingGenerator() {
        @Override
        public void initial(Successors out) {
          out.clear();
          add(0, 0, out);
        }

        @Override
        public void successors(byte[] bytes, int offset, int length, Successors out) {
          ByteBuffer state = ByteBuffer.wrap(bytes, offset, length);
          int spine = state.getInt();
          int tooth = state.getInt();
          out.clear();
          if (tooth == 0) {
            add(Math.min(spine + 1, LARGE), 0, out);
          }
          if (tooth < TOOTH) {
            add(spine, tooth + 1, out);
          }
        }

        private void add(int spine, int tooth, Successors out) {
          byte[] state = ByteBuffer.allocate(8).putInt(spine).putInt(tooth).array();
          out.add(state, 0, state.length, Successors.FINE);
        }

        @Override
        public void met(int index, long[] words) {}

        @Override
        public long[] marks() {
          return new long[1];
        }

        @Override
        public boolean boundHit() {
          return false;
        }
      };
    }
  }
}
