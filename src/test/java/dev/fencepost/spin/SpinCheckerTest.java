// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.Scenario;
import dev.fencepost.trace.TraceStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SPIN, where it is installed, agrees with the machine, which replays its runs. */
class SpinCheckerTest {
  @Test
  void runsThatSpinFindsAreReplayed() throws InvalidInputException {
    SpinChecker checker = new SpinChecker(spin());
    for (String model : List.of("pso-full", "rmo-no")) {
      CheckTask task =
          CheckTask.of("library/gc/chicken/chicken.c", model)
              .withDefines(new Scenario("WR").defines());
      CheckResult result = checker.check(task, new Inputs());
      assertThat(result.violated()).as(model).isTrue();
      assertThat(result.trace().orElseThrow().steps())
          .extracting(TraceStep::kind)
          .contains(TraceStep.Kind.LOAD, TraceStep.Kind.REFLECT);
    }
  }

  @Test
  void whatHoldsForOneHoldsForTheOther() throws InvalidInputException {
    CheckResult result =
        new SpinChecker(spin())
            .check(
                CheckTask.of("library/gc/chicken/chicken.c", "tso")
                    .withDefines(new Scenario("RW").defines()),
                new Inputs());
    assertThat(result.holds()).isTrue();
    assertThat(result.statistics().states()).isGreaterThan(100);
  }

  /** The pointer is to one of two objects: its values do not show that the type is right. */
  @Test
  void cellsHaveTheirTypesInSpinToo() throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <pthread.h>
        static int x; static TYPE y; static void *slot;
        static void *run(void *unused) { slot = &y; return 0; }
        int main(void) {
          pthread_t t;
          slot = &x;
          pthread_create(&t, 0, run, 0);
          *(int *)slot = 1;
          return 0;
        }
        """;
    SpinChecker checker = new SpinChecker(spin());
    for (String type : List.of("int", "unsigned char", "unsigned", "long")) {
      CheckTask task = CheckTask.of("t.c", "tso").withText(text.replace("TYPE", type));
      String word = type.equals("int") ? "holds" : "inconclusive";
      assertThat(checker.check(task, new Inputs()).verdict().word()).as(type).isEqualTo(word);
    }
  }

  @Test
  void blocksHaveTheirGapsInSpinToo() throws InvalidInputException {
    SpinChecker checker = new SpinChecker(spin());
    for (int index = 0; index < 3; index++) {
      String text =
          """
          #include <assert.h>
          #include <stdlib.h>
          static int one = 1;
          int main(void) {
            int *p = malloc(2 * sizeof(int)), *q = malloc(sizeof(int)), *r = malloc(one * 2 * 8);
            int *s = malloc(2 * sizeof(int));
            p[INDEX] = 5; *q = 6; r[1] = 7; s[0] = 8;
            assert(p[INDEX] == 5 && *q == 6 && r[1] == 7 && s[0] == 8 && r[0] == 0);
            return 0;
          }
          """
              .replace("INDEX", Integer.toString(index));
      CheckTask task = CheckTask.of("blocks.c", "sc").withText(text);
      CheckResult result = checker.check(task, new Inputs());
      assertThat(result.holds()).as(text).isEqualTo(index < 2);
      assertThat(result.violated()).as(text).isEqualTo(index == 2);
    }
  }

  @Test
  void pointersStayInTheirObjectsInSpinToo() throws InvalidInputException {
    SpinChecker checker = new SpinChecker(spin());
    for (int distance = 0; distance < 5; distance++) {
      String text =
          """
          static int a[3], b[4], *p, n;
          int main(void) {
            n = DISTANCE;
            p = a;
            p += n;
            p[-1 + (n == 0)] = 1;
            return 0;
          }
          """
              .replace("DISTANCE", Integer.toString(distance));
      CheckTask task = CheckTask.of("pointers.c", "tso").withText(text);
      CheckResult result = checker.check(task, new Inputs());
      assertThat(result.holds()).as(text).isEqualTo(distance <= 3);
      assertThat(result.violated()).as(text).isEqualTo(distance == 4);
    }
  }

  /** Compilers may take signed arithmetic that overflows for anything. */
  @Test
  void integersWrapInSpinToo() throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        static int x = 2147483647;
        int main(void) {
          int a = x;
          assert(a + 1 > a);
        }
        """;
    CheckTask task = CheckTask.of("wraps.c", "sc").withText(text);
    assertThat(new SpinChecker(spin()).check(task, new Inputs()).violated()).isTrue();
  }

  private static Spin spin() {
    Optional<Spin> spin = Spin.find();
    assumeTrue(spin.isPresent(), "SPIN or a C compiler is not on this machine");
    return spin.get();
  }

  /** Children end with us: nothing waits for a search that nobody wants. */
  @Test
  @Timeout(60)
  void aRequestEndsSpinAndItsFolderGoes() throws IOException {
    Spin spin = spin();
    String endless =
        "int a, b, c; active proctype P() { do :: a++ :: b++ :: c++ :: a > 99999 -> a = 0 od }";
    long deadline = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    Budget wanted = Budget.current().withStop(() -> System.nanoTime() > deadline);
    assertThatThrownBy(() -> wanted.run(() -> spin.run(endless, Duration.ofHours(1), false)))
        .isInstanceOf(OutOfBudget.class);
    assertThat(foldersWith(endless)).isEmpty();
  }

  /** SPIN's folders with this text; other tests may have theirs at any time. */
  private static List<Path> foldersWith(String text) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("fencepost-spin"))
          .filter(folder -> holds(folder, text))
          .toList();
    }
  }

  private static boolean holds(Path folder, String text) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> hasText(file, text));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasText(Path file, String text) {
    try {
      return file.toString().endsWith(".pml") && Files.readString(file).contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void whatSpinDoesNotDoIsRefused() {
    CheckTask task = CheckTask.of("library/gc/chicken/chicken.c", "tso");
    CheckTask.Bounds none = CheckTask.Bounds.none();
    CheckTask.Strategy usual = CheckTask.Strategy.usual();
    List<CheckTask> refused =
        List.of(
            task.withDemands(new CheckTask.Demands(true, false)),
            task.withDemands(new CheckTask.Demands(false, true)),
            task.withBounds(none.withStates(5)),
            task.withBounds(none.withMemory(5)),
            task.withBounds(none.withWindow(20)),
            task.withBounds(none.withInstances(20)),
            task.withStrategy(usual.withOrder(CheckTask.Order.DFS)),
            task.withStrategy(usual.withExhaustive(true)),
            task.withStrategy(usual.unreduced()));
    assertThat(refused)
        .allSatisfy(
            each ->
                assertThatThrownBy(() -> SpinChecker.require(each))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("is for the own engine"));
  }

  @Test
  void aResultNamesTheFilesOfTheModel() throws InvalidInputException {
    CheckTask task =
        CheckTask.of("library/gc/chicken/chicken.c", "tso")
            .withDefines(new Scenario("RW").defines());
    Inputs inputs = new Inputs();
    assertThat(new SpinChecker(spin()).check(task, inputs).inputs()).isEqualTo(inputs.texts(task));
  }
}
