// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A check on disk has the verdict, the run, the counts and the marks of a check in memory. */
class LevelsTest {
  @TempDir Path folder;
  private int checks;

  private CheckTask onDisk(CheckTask task) {
    Disk disk = Disk.in(folder.resolve("check-" + checks++).toString());
    return task.withStrategy(task.strategy().withDisk(disk));
  }

  private static CheckResult check(CheckTask task) throws InvalidInputException {
    return Checker.check(task, CheckListener.NONE);
  }

  private static void requireSame(CheckResult found, CheckResult expected) {
    assertThat(found.verdict()).isEqualTo(expected.verdict());
    assertThat(found.warnings()).isEqualTo(expected.warnings());
    assertThat(found.statistics())
        .usingRecursiveComparison()
        .ignoringFields("bytes", "seconds")
        .isEqualTo(expected.statistics());
  }

  @ParameterizedTest
  @CsvSource({
    "chicken/chicken, pso-full, ''",
    "chicken/chicken, rmo-no, ''",
    "stopless/stopless, pso-no, ''",
    "stopless/stopless-broken, sc, ''",
    "stopless/stopless-rmo, rmo-nmca-no, ''",
    "sapphire/sapphire, tso, LOOP",
    "sapphire/sapphire-broken, tso, ''",
    "staccato/staccato, pso-no, ''",
    "baker/baker, armv8, ''"
  })
  void collectors(String name, String model, String scenario) throws InvalidInputException {
    CheckTask task = CheckTask.of("library/gc/" + name + ".c", model);
    task = scenario.isEmpty() ? task : task.withDefine("SCENARIO", scenario);
    for (boolean exhaustive : new boolean[] {false, true}) {
      CheckTask one = task.withStrategy(task.strategy().withExhaustive(exhaustive));
      requireSame(check(onDisk(one)), check(one));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"partial-order", "symmetry"})
  void reductions(String word) throws InvalidInputException {
    Strategy reduced = Strategy.usual().with(List.of(Optimisation.of(word)));
    for (String file : List.of("sapphire/sapphire.c", "stopless/stopless-broken.c")) {
      CheckTask task =
          CheckTask.of("library/gc/" + file, "tso")
              .withDefine("MUTATORS", "2")
              .withStrategy(reduced.withThreads(2));
      requireSame(check(onDisk(task)), check(task));
    }
  }

  @Test
  void thePlanOfALargeCheckIsTheSame() throws InvalidInputException {
    CheckTask task =
        CheckTask.of("library/gc/sapphire/sapphire.c", "tso")
            .withDefine("SCENARIO", "LOOP")
            .withDefine("MUTATORS", "3");
    requireSame(check(onDisk(task)), check(task));
  }

  @Test
  void packets() throws InvalidInputException {
    for (String name : List.of("satb", "satb-late")) {
      CheckTask file = CheckTask.of("library/gc/satb/" + name + ".packets", "sc");
      for (CheckTask task : Scenarios.tasks(file).subList(0, 2)) {
        requireSame(check(onDisk(task)), check(task));
      }
    }
  }

  @Test
  void promela() throws IOException, InvalidInputException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/promela"))) {
      List<String> models =
          files.map(Path::toString).filter(name -> name.endsWith(".pml")).sorted().toList();
      for (String model : models) {
        CheckTask task = CheckTask.of(model, ModelNames.usual(FrontEnds.of(model)).getFirst());
        requireSame(check(onDisk(task)), check(task));
      }
    }
  }

  @Test
  void goesToDiskWhenMemoryIsFull() throws IOException, InvalidInputException {
    CheckTask task =
        CheckTask.of("library/gc/sapphire/sapphire.c", "tso")
            .withDefine("SCENARIO", "LOOP")
            .withDefine("MUTATORS", "3")
            .withStrategy(Strategy.usual().unreduced());
    CheckTask little = task.withBounds(Bounds.none().withMemory(2 << 20));
    CheckTask spilling = little.withStrategy(little.strategy().withDisk(Disk.WHEN_FULL));
    assertThat(check(little).verdict()).isInstanceOf(Verdict.Inconclusive.class);
    long before = temporaryFolders();
    requireSame(check(spilling), check(task));
    assertThat(temporaryFolders()).isEqualTo(before);
  }

  private static long temporaryFolders() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(each -> each.getFileName().toString().startsWith("fencepost-all")).count();
    }
  }

  @Test
  void refusesTemporalPropertiesWithTheReason() {
    CheckTask task =
        CheckTask.of("library/gc/chicken/chicken.c", "sc")
            .withText(
                """
                #include <fencepost.h>
                int x;
                int main(void) { x = 1; return 0; }
                FENCEPOST_LTL(p, "<> {x == 1}")
                """);
    CheckTask temporal = task.withLtl(Optional.of(new Ltl("p", false)));
    assertThatThrownBy(() -> check(onDisk(temporal)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("an accepting cycle has states of many levels");
  }

  @Test
  void saysWhyAFolderCannotBeUsed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    CheckTask task = CheckTask.of("library/gc/chicken/chicken.c", "sc");
    Strategy strategy = task.strategy().withDisk(Disk.in(file.toString()));
    assertThatThrownBy(() -> check(task.withStrategy(strategy)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cannot make the folder");
  }
}
