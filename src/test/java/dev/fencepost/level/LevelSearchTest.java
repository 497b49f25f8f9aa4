// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.SharedHeap;
import dev.fencepost.collapse.CollapsedStates;
import dev.fencepost.collapse.CollapsedSystem;
import dev.fencepost.collapse.RandomProcesses;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.TorusSystem;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search by levels finds what the search with a queue finds. */
class LevelSearchTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int MACHINES = Boolean.getBoolean("fencepost.full") ? 10_000 : 200;

  @TempDir Path folder;
  private int searches;

  /** The representations of a machine's states: words, words with one part, lists, whole states. */
  private static List<Representation<ProcessSystem>> forms(RandomProcesses machine) {
    Representation<ProcessSystem> whole = Representation.of(machine);
    Representation<ProcessSystem> words =
        new CollapsedStates(new CollapsedSystem(machine), true, whole);
    Representation<ProcessSystem> fewer = words.afterOverflow().orElseThrow();
    return List.of(words, fewer, fewer.afterOverflow().orElseThrow(), whole);
  }

  private LevelStorage disk() {
    return LevelStorage.resumable(newFiles(), "test");
  }

  private LevelStorage memory() {
    return LevelStorage.spilling(newFiles());
  }

  private RunFiles newFiles() {
    try {
      return RunFiles.local(folder.resolve("search-" + searches++));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A search that goes backwards to a violation. */
  private static LevelSearch large(
      Representation<?> form, SearchOptions options, LevelStorage storage) {
    return new LevelSearch(form, options, SearchListener.NONE, storage, Long.MAX_VALUE);
  }

  private static SearchResult run(
      Representation<?> form, SearchOptions options, LevelStorage storage) {
    return LevelSearch.of(form, options, SearchListener.NONE, storage)
        .run(Long.MAX_VALUE)
        .orElseThrow();
  }

  private static void requireSame(SearchResult found, SearchResult expected) {
    assertThat(found)
        .usingRecursiveComparison()
        .ignoringFields("bytes", "seconds")
        .isEqualTo(expected);
  }

  @Test
  void findsWhatTheSearchWithAQueueFinds() {
    for (int i = 0; i < MACHINES; i++) {
      long seed = SEED * 1_000_000 + i;
      for (int form = 0; form < 4; form++) {
        for (boolean exhaustive : new boolean[] {false, true}) {
          SearchOptions options = SearchOptions.usual().withExhaustive(exhaustive);
          SearchResult expected =
              Search.run(forms(new RandomProcesses(seed)).get(form), options, SearchListener.NONE);
          Representation<?> same = forms(new RandomProcesses(seed)).get(form);
          requireSame(run(same, options, memory()), expected);
        }
      }
    }
  }

  @Test
  void goesBackwardsToTheVeryRun() {
    int violated = 0;
    for (int i = 0; i < MACHINES; i++) {
      long seed = SEED * 1_000_000 + i;
      for (int form = 0; form < 4; form++) {
        for (boolean exhaustive : new boolean[] {false, true}) {
          SearchOptions options = SearchOptions.usual().withExhaustive(exhaustive);
          SearchResult expected =
              Search.run(forms(new RandomProcesses(seed)).get(form), options, SearchListener.NONE);
          Representation<?> same = forms(new RandomProcesses(seed)).get(form);
          SearchResult found = large(same, options, memory()).run(Long.MAX_VALUE).orElseThrow();
          assertThat(found.outcome()).isEqualTo(expected.outcome());
          violated += found.outcome() instanceof SearchResult.Violation ? 1 : 0;
        }
      }
    }
    assertThat(violated).isGreaterThan(MACHINES);
  }

  @ParameterizedTest
  @CsvSource({"1, false, -1", "3, false, -1", "1, true, -1", "3, true, -1", "3, true, 6"})
  void manyPagesRangesAndThreads(int threads, boolean onDisk, int forbidden) {
    Representation<?> torus = Representation.of(new TorusSystem(5, 9, forbidden));
    SearchOptions options = SearchOptions.usual();
    SearchResult expected = Search.run(torus, options, SearchListener.NONE);
    LevelStorage storage = onDisk ? disk() : memory();
    SearchResult found =
        SharedHeap.withBytes(4 << 20).run(() -> run(torus, options.withThreads(threads), storage));
    requireSame(found, expected);
  }

  @Test
  void goesBackwardsThroughManyPages() {
    Representation<?> torus = Representation.of(new TorusSystem(5, 9, 4));
    SearchResult expected = Search.run(torus, SearchOptions.usual(), SearchListener.NONE);
    SearchResult found =
        large(torus, SearchOptions.usual().withThreads(2), disk())
            .run(Long.MAX_VALUE)
            .orElseThrow();
    assertThat(found.outcome()).isEqualTo(expected.outcome());
  }

  @Test
  void spillsToDiskWhereMemoryIsFull() {
    Representation<?> torus = Representation.of(new TorusSystem(5, 9, -1));
    Budget little = SharedHeap.withBytes(256 << 10);
    SearchResult found = little.run(() -> run(torus, SearchOptions.usual(), memory()));
    requireSame(found, Search.run(torus, SearchOptions.usual(), SearchListener.NONE));
    assertThat(folder.resolve("search-0/form-0")).isNotEmptyDirectory();
  }

  @Test
  void pausesAndGoesOn() {
    Representation<?> torus = Representation.of(new TorusSystem(4, 9, -1));
    SearchOptions options = SearchOptions.usual();
    LevelSearch search = LevelSearch.of(torus, options, SearchListener.NONE, disk());
    assertThat(search.run(100)).isEmpty();
    assertThat(search.run(1_000)).isEmpty();
    Optional<SearchResult> found = search.run(Long.MAX_VALUE);
    requireSame(found.orElseThrow(), Search.run(torus, options, SearchListener.NONE));
  }

  @Test
  void stopsAtItsLimits() {
    Representation<?> torus = Representation.of(new TorusSystem(5, 9, -1));
    SearchOptions usual = SearchOptions.usual();
    Budget late = Budget.current().withTime(Duration.ZERO);
    Budget unwanted = Budget.current().withStop(() -> true);
    assertThat(late.run(() -> run(torus, usual, disk())).outcome())
        .isEqualTo(new Stopped(Limit.TIME, ""));
    assertThat(unwanted.run(() -> run(torus, usual, disk())).outcome())
        .isEqualTo(new Stopped(Limit.REQUEST, ""));
    SearchResult few = run(torus, usual.withStates(1_000), disk());
    assertThat(few.outcome()).isEqualTo(new Stopped(Limit.STATES, ""));
    assertThat(few.exhausted()).isFalse();
  }
}
