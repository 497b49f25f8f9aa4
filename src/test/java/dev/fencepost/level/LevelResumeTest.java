// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget;
import dev.fencepost.collapse.CollapsedStates;
import dev.fencepost.collapse.CollapsedSystem;
import dev.fencepost.collapse.RandomProcesses;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.TorusSystem;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search that was ended anywhere goes on to the same result, or refuses what it finds. */
class LevelResumeTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int MACHINES = Boolean.getBoolean("fencepost.full") ? 200 : 12;
  private static final SearchOptions EXHAUSTIVE = SearchOptions.usual().withExhaustive(true);

  @TempDir Path folder;
  private int folders;

  /** Ends a search. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static RunFiles files(Path path) {
    try {
      return RunFiles.local(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path newFolder() {
    return folder.resolve("search-" + folders++);
  }

  private static Representation<?> words(long seed) {
    RandomProcesses machine = new RandomProcesses(seed);
    return new CollapsedStates(new CollapsedSystem(machine), true, Representation.of(machine));
  }

  private static SearchResult run(
      Representation<?> form, SearchOptions options, Path path, Consumer<String> beforeChange) {
    LevelStorage storage =
        new LevelStorage(
            files(path), Optional.of("a check"), Optional.empty(), WaitNames.NUMBERS, beforeChange);
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

  /** Ends a search before each change of a file in turn, and resumes it. */
  private int killBeforeEachChange(Supplier<Representation<?>> form, SearchOptions options)
      throws IOException {
    SearchResult expected = Search.run(form.get(), options, SearchListener.NONE);
    boolean killed = true;
    int kills = 0;
    while (killed) {
      Path path = newFolder();
      killed = isKilled(form.get(), options, path, kills++);
      tearLastLine(path, kills);
      requireSame(run(form.get(), options, path, name -> {}), expected);
      requireSame(run(form.get(), options, path, name -> {}), expected);
    }
    return kills;
  }

  private static boolean isKilled(
      Representation<?> form, SearchOptions options, Path path, int changes) {
    int[] left = {changes};
    try {
      run(
          form,
          options,
          path,
          name -> {
            if (left[0]-- == 0) {
              throw new Killed();
            }
          });
      return false;
    } catch (Killed e) {
      return true;
    }
  }

  /** Leaves a part of a line. */
  private static void tearLastLine(Path path, int length) throws IOException {
    Files.writeString(
        path.resolve("form-0").resolve("manifest"),
        "1 2 3 4 5".substring(0, length % 9),
        StandardOpenOption.APPEND,
        StandardOpenOption.CREATE);
  }

  @Test
  void goesOnAfterEachKill() throws IOException {
    int kills = 0;
    for (int i = 0; i < MACHINES; i++) {
      long seed = SEED * 1_000_000 + i;
      kills += killBeforeEachChange(() -> words(seed), SearchOptions.usual());
      kills += killBeforeEachChange(() -> words(seed), EXHAUSTIVE);
    }
    assertThat(kills).isGreaterThan(300);
  }

  /** A limit is asked for at many places; here it is reached at each of them in turn. */
  @Test
  void goesOnAfterEachLimit() {
    Supplier<Representation<?>> form = () -> Representation.of(new TorusSystem(3, 5, -1));
    SearchOptions options = SearchOptions.usual();
    SearchResult expected = Search.run(form.get(), options, SearchListener.NONE);
    boolean stopped = true;
    int asked = 0;
    for (; stopped; asked++) {
      Path path = newFolder();
      stopped = isStopped(form.get(), options, path, asked);
      isStopped(form.get(), options, path, asked);
      requireSame(run(form.get(), options, path, name -> {}), expected);
    }
    assertThat(asked).isGreaterThan(10);
  }

  private static boolean isStopped(
      Representation<?> form, SearchOptions options, Path path, int questions) {
    AtomicInteger left = new AtomicInteger(questions);
    SearchResult result =
        Budget.current()
            .withStop(() -> left.getAndDecrement() <= 0)
            .run(() -> run(form, options, path, name -> {}));
    return result.outcome() instanceof Stopped;
  }

  @Test
  void goesOnWithWholeStates() throws IOException {
    killBeforeEachChange(() -> Representation.of(new TorusSystem(3, 5, -1)), SearchOptions.usual());
    killBeforeEachChange(() -> Representation.of(new TorusSystem(3, 5, 2)), SearchOptions.usual());
  }

  /** Words that have no room for a state. */
  private record Narrow(Representation<ProcessSystem> lists)
      implements Representation<ProcessSystem> {
    @Override
    public ProcessSystem system() {
      return lists.system();
    }

    @Override
    public RecordSet newStore(long maxBytes) {
      return lists.newStore(maxBytes);
    }

    @Override
    public RecordSet newStaging() {
      int most = Integer.MAX_VALUE;
      return WordRecords.staging(() -> new int[] {most, most, most});
    }

    @Override
    public Optional<Representation<ProcessSystem>> afterOverflow() {
      return Optional.of(lists);
    }

    @Override
    public TransitionSystem whole() {
      return lists.whole();
    }

    @Override
    public byte[] whole(byte[] bytes, int offset, int length) {
      return lists.whole(bytes, offset, length);
    }
  }

  @Test
  void goesOnWithTheRepresentationThatFits() throws IOException {
    int kills =
        killBeforeEachChange(
            () -> {
              RandomProcesses machine = new RandomProcesses(SEED);
              Representation<ProcessSystem> whole = Representation.of(machine);
              return new Narrow(new CollapsedStates(new CollapsedSystem(machine), false, whole));
            },
            EXHAUSTIVE);
    assertThat(kills).isGreaterThan(10);
  }

  @Test
  void goesOnAfterManyKillsOfOneSearch() {
    SplittableRandom random = new SplittableRandom(SEED);
    SearchResult expected = Search.run(words(SEED), EXHAUSTIVE, SearchListener.NONE);
    Path path = newFolder();
    int kills = 0;
    while (isKilled(words(SEED), EXHAUSTIVE, path, 5 + random.nextInt(5)) && kills < 1000) {
      kills++;
    }
    assertThat(kills).isLessThan(1000);
    requireSame(run(words(SEED), EXHAUSTIVE, path, name -> {}), expected);
  }

  @Test
  void doesAtMostOneLevelAgain() {
    Path path = newFolder();
    Supplier<Representation<?>> form = () -> Representation.of(new TorusSystem(3, 5, -1));
    isKilled(form.get(), SearchOptions.usual(), path, 20);
    List<String> written = new ArrayList<>();
    run(form.get(), SearchOptions.usual(), path, written::add);
    List<String> levels =
        written.stream().filter(name -> name.startsWith("level")).distinct().toList();
    assertThat(levels).hasSizeLessThan(15).contains("level-12").doesNotContain("level-1");
  }

  private static List<Path> allFiles(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void refusesWhatIsMissingDamagedOrForeign() throws IOException {
    SearchResult expected = Search.run(words(SEED), EXHAUSTIVE, SearchListener.NONE);
    for (int changes : new int[] {15, 1000}) {
      Path path = newFolder();
      isKilled(words(SEED), EXHAUSTIVE, path, changes);
      run(words(SEED), EXHAUSTIVE, path, name -> {});
      assertThat(allFiles(path)).hasSizeGreaterThan(4);
      for (Path file : allFiles(path)) {
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        requireRefused(path, file);
        boolean isManifest = file.endsWith("manifest");
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        if (isManifest) {
          // this is the manifest of a search that has not come so far
          copy(path, folder.resolve("earlier"));
          requireSame(
              run(words(SEED), EXHAUSTIVE, folder.resolve("earlier"), name -> {}), expected);
        } else {
          requireRefused(path, file);
        }
        for (int at = 0; at < bytes.length; at += 1 + bytes.length / 40) {
          if (isManifest && bytes[at] == '\n') {
            continue;
          }
          byte[] changed = bytes.clone();
          changed[at] = (byte) (changed[at] ^ 1 << at % 8);
          Files.write(file, changed);
          requireRefused(path, file);
        }
        Files.write(file, bytes);
      }
    }
  }

  private static void requireRefused(Path path, Path file) {
    Path copy = path.resolveSibling("copy");
    assertThatThrownBy(
            () -> {
              copy(path, copy);
              run(words(SEED), EXHAUSTIVE, copy, name -> {});
            })
        .as(file.toString())
        .isInstanceOf(UnusableFolderException.class)
        .hasMessageContaining(file.getFileName().toString());
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path old : Files.exists(to) ? allFiles(to) : List.<Path>of()) {
      Files.delete(old);
    }
    for (Path file : allFiles(from)) {
      Path target = to.resolve(from.relativize(file));
      Files.createDirectories(target.getParent());
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  void refusesTheLevelsOfAnotherSearch() throws IOException {
    Path one = newFolder();
    Path other = newFolder();
    run(words(SEED), EXHAUSTIVE, one, name -> {});
    run(words(SEED + 1), EXHAUSTIVE, other, name -> {});
    assertThatThrownBy(() -> run(words(SEED + 1), EXHAUSTIVE, one, name -> {}))
        .isInstanceOf(UnusableFolderException.class);
    Path level = Path.of("form-0", "level-1");
    Files.copy(other.resolve(level), one.resolve(level), StandardCopyOption.REPLACE_EXISTING);
    requireRefused(one, one.resolve(level));
    LevelStorage foreign = LevelStorage.resumable(files(other), "another check");
    assertThatThrownBy(
            () -> LevelSearch.of(words(SEED + 1), EXHAUSTIVE, SearchListener.NONE, foreign))
        .hasMessageContaining("another check");
  }
}
