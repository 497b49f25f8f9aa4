// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.collapse.CollapsedStates;
import dev.fencepost.collapse.CollapsedSystem;
import dev.fencepost.collapse.RandomProcesses;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.TorusSystem;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search whose levels workers expand and merge finds what the search with a queue finds. */
class LevelWorkersTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int SYSTEMS = Boolean.getBoolean("fencepost.full") ? 150 : 15;

  @TempDir Path folder;
  private int searches;

  /**
   * Workers that forget everything now and then, as processes do that are killed: what they have
   * expanded is expanded again by another one.
   */
  private static final class Forgetful implements Machines, LevelWorkers.Source {
    private final Supplier<Representation<?>> form;
    private final Path path;
    private final SplittableRandom random;
    private final List<LevelWorkers> workers = new ArrayList<>();

    Forgetful(Supplier<Representation<?>> form, Path path, long seed) {
      this.form = form;
      this.path = path;
      random = new SplittableRandom(seed);
      for (int i = 0; i < slots(); i++) {
        workers.add(new LevelWorkers());
      }
    }

    @Override
    public LevelWorkers.SearchedSystem system(String search) {
      return new LevelWorkers.SearchedSystem(form.get(), WaitNames.NUMBERS);
    }

    @Override
    public RunFiles files(String search) throws IOException {
      return RunFiles.local(path);
    }

    @Override
    public int slots() {
      return 3;
    }

    @Override
    public long fewStates() {
      return 5;
    }

    private LevelWorkers anyone() {
      int index = random.nextInt(workers.size());
      if (random.nextInt(5) == 0) {
        workers.set(index, new LevelWorkers());
      }
      return workers.get(index);
    }

    @Override
    public Expanded expand(byte[] job, int pieces, int shares, BooleanSupplier goesOn) {
      List<List<byte[]>> blocks = new ArrayList<>();
      for (int share = 0; share <= shares; share++) {
        blocks.add(new ArrayList<>());
      }
      for (int piece = 0; piece < pieces; piece++) {
        anyone().expand(job, piece, this, (block, share) -> {});
        anyone().expand(job, piece, this, (block, share) -> blocks.get(share).add(block));
      }
      return new Expanded() {
        @Override
        public List<byte[]> summaries() {
          return blocks.getLast();
        }

        @Override
        public List<byte[]> merge(byte[] toMerge) {
          List<byte[]> merged = new ArrayList<>();
          for (int share = 0; share < shares; share++) {
            anyone().merge(toMerge, share, Forgetful.this, blocks.get(share).iterator());
            LevelWorkers other = anyone();
            merged.add(other.merge(toMerge, share, Forgetful.this, blocks.get(share).iterator()));
          }
          return merged;
        }

        @Override
        public void close() {
          blocks.clear();
        }
      };
    }
  }

  private SearchResult run(Supplier<Representation<?>> form, SearchOptions options) {
    Path path = folder.resolve("search-" + searches++);
    return search(form, options, path, new Forgetful(form, path, SEED))
        .run(Long.MAX_VALUE)
        .orElseThrow();
  }

  private static LevelSearch search(
      Supplier<Representation<?>> form, SearchOptions options, Path path, Machines machines) {
    try {
      LevelStorage storage =
          LevelStorage.resumable(RunFiles.local(path), "test")
              .with(new Machines.Team(machines, "all"));
      return LevelSearch.of(form.get(), options, SearchListener.NONE, storage);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireSame(SearchResult found, SearchResult expected) {
    assertThat(found)
        .usingRecursiveComparison()
        .ignoringFields("bytes", "seconds")
        .isEqualTo(expected);
  }

  /** The representations of a machine's states: words, words with one part, lists, whole states. */
  private static Representation<?> form(long seed, int number) {
    RandomProcesses machine = new RandomProcesses(seed);
    Representation<ProcessSystem> whole = Representation.of(machine);
    Representation<ProcessSystem> words =
        new CollapsedStates(new CollapsedSystem(machine), true, whole);
    Representation<ProcessSystem> fewer = words.afterOverflow().orElseThrow();
    return List.of(words, fewer, fewer.afterOverflow().orElseThrow(), whole).get(number);
  }

  @Test
  void findsWhatTheSearchWithAQueueFinds() {
    for (int i = 0; i < SYSTEMS; i++) {
      long seed = SEED * 1_000_000 + i;
      for (int number = 0; number < 4; number++) {
        int chosen = number;
        SearchOptions options = SearchOptions.usual().withExhaustive(i % 2 == 0);
        SearchResult expected = Search.run(form(seed, chosen), options, SearchListener.NONE);
        requireSame(run(() -> form(seed, chosen), options), expected);
      }
    }
  }

  @Test
  void expandsManyPages() {
    SearchOptions options = SearchOptions.usual();
    for (int forbidden : new int[] {-1, 6}) {
      SearchResult expected =
          Search.run(
              Representation.of(new TorusSystem(5, 7, forbidden)), options, SearchListener.NONE);
      requireSame(
          run(() -> Representation.of(new TorusSystem(5, 7, forbidden)), options), expected);
    }
  }

  @Test
  void goesOnWhereItPausedWithOtherMachinesOrNone() {
    Supplier<Representation<?>> form = () -> Representation.of(new TorusSystem(4, 7, -1));
    SearchResult expected = Search.run(form.get(), SearchOptions.usual(), SearchListener.NONE);
    Path path = folder.resolve("pauses");
    for (long states : new long[] {100, 500}) {
      search(form, SearchOptions.usual(), path, new Forgetful(form, path, SEED)).run(states);
    }
    LevelSearch alone = alone(form, path);
    requireSame(alone.run(Long.MAX_VALUE).orElseThrow(), expected);
    requireSame(
        search(form, SearchOptions.usual(), path, new Forgetful(form, path, SEED + 1))
            .run(Long.MAX_VALUE)
            .orElseThrow(),
        expected);
  }

  private static LevelSearch alone(Supplier<Representation<?>> form, Path path) {
    try {
      return LevelSearch.of(
          form.get(),
          SearchOptions.usual(),
          SearchListener.NONE,
          LevelStorage.resumable(RunFiles.local(path), "test"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void refusesWorkersThatSeeOtherFiles() {
    Supplier<Representation<?>> form = () -> Representation.of(new TorusSystem(4, 7, -1));
    Machines elsewhere = new Forgetful(form, folder.resolve("elsewhere"), SEED);
    LevelSearch search = search(form, SearchOptions.usual(), folder.resolve("here"), elsewhere);
    assertThatThrownBy(() -> search.run(Long.MAX_VALUE))
        .isInstanceOf(UnusableFolderException.class)
        .hasMessageContaining("all machines must share the folder");
  }

  @Test
  void refusesADamagedPageThatAWorkerReads() throws IOException {
    Supplier<Representation<?>> form = () -> Representation.of(new TorusSystem(4, 7, -1));
    Path path = folder.resolve("damaged");
    search(form, SearchOptions.usual(), path, new Forgetful(form, path, SEED)).run(500);
    try (var files = Files.walk(path)) {
      for (Path file : files.filter(each -> each.toString().contains("level-")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.write(file, bytes);
      }
    }
    LevelSearch search = search(form, SearchOptions.usual(), path, new Forgetful(form, path, SEED));
    assertThatThrownBy(() -> search.run(Long.MAX_VALUE))
        .isInstanceOf(UnusableFolderException.class);
  }
}
