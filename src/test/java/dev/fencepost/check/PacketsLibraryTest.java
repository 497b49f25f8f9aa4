// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work-packet collectors of the library, and their broken twins. */
class PacketsLibraryTest {

  private static Fencepost check(String file, String scenario, String model) {
    return Fencepost.check(Path.of("library/gc/" + file + ".packets"))
        .define("SCENARIO", scenario)
        .model(model)
        .threads(1);
  }

  private static Trace trace(CheckResult result) {
    assertThat(result.verdict()).isInstanceOf(Verdict.Violated.class);
    return ((Verdict.Violated) result.verdict()).trace();
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "slots", "tree", "shared", "stacks", "cycles"})
  void stopTheWorldMarkingIsRight(String scenario) throws InvalidInputException {
    CheckTask task = check("stw/stw", scenario, "mmtk-relaxed").task();
    List<CheckTask> tasks = LoadedSource.of(task).tasks(task, true);
    assertThat(tasks).hasSizeGreaterThan(3);
    for (CheckTask each : tasks) {
      assertThat(Checker.check(each, CheckListener.NONE).holds()).as(each.title()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    // the barrier is needed from stack scanning on; objects are allocated marked all the same
    "satb/satb-late, pointer-shuffling, mmtk-sc, true",
    "satb/satb-late, pointer-deletion, mmtk-sc, true",
    "satb/satb-late, allocate-marked, mmtk-sc, false",
    // a write that is on its way has the only copy of a reference: not where nothing passes a write
    "satb/satb-early, pointer-shuffling, mmtk-tso, true",
    "satb/satb-early, pointer-deletion, mmtk-relaxed, true",
    "satb/satb-early, allocate-marked, mmtk-tso, true",
    "satb/satb-early, pointer-deletion, mmtk-sc, false",
    // without the barrier, and without allocating marked
    "satb/satb-nobarrier, pointer-shuffling, mmtk-sc, true",
    "satb/satb-nobarrier, pointer-deletion, mmtk-relaxed, true",
    "satb/satb-nobarrier, allocate-marked, mmtk-tso, true",
    "satb/satb, pointer-shuffling, mmtk-sc, false",
    "satb/satb, pointer-deletion, mmtk-relaxed, false",
    "satb/satb, allocate-marked, mmtk-relaxed, false",
  })
  void brokenTwinsLoseAnObject(String file, String scenario, String model, boolean fails)
      throws InvalidInputException {
    CheckResult result = check(file, scenario, model).fairLtl("all-marked").run();
    assertThat(result.violated()).isEqualTo(fails);
    assertThat(result.holds()).isEqualTo(!fails);
  }

  @Test
  void theTraceTellsOfTheLostObjectInTheWordsOfTheFile() throws InvalidInputException {
    Trace trace =
        trace(check("satb/satb-late", "pointer-deletion", "mmtk-sc").fairLtl("all-marked").run());
    assertThat(trace.threads()).contains("m", "scanStack", "markObj", "scanObj");
    List<String> shown =
        trace.steps().stream().map(step -> step.origin().text() + ": " + step.effect()).toList();
    assertThat(shown).anyMatch(step -> step.contains("request markObj(o): writes markObj(A) = 1"));
    assertThat(shown).anyMatch(step -> step.contains("open(mark) = 1"));
    assertThat(shown).anyMatch(step -> step.contains("reachable_at(start, B) = 1"));
    assertThat(shown).noneMatch(step -> step.contains("packets_"));
    assertThat(trace.steps().getLast().memory().toString()).contains("B.mark");
  }

  /** A pool outside memory outruns writes; one in memory does so where writes pass one another. */
  @ParameterizedTest
  @CsvSource({
    "semispace/semispace-undrained, mmtk-tso, true",
    "semispace/semispace-undrained, mmtk-sc, false",
    "semispace/semispace-relaxed, mmtk-relaxed, true",
    "semispace/semispace-relaxed, mmtk-tso, false",
    "semispace/semispace-ordered, mmtk-relaxed, false",
  })
  void whatAPoolOrdersMattersToACopy(String file, String model, boolean fails)
      throws InvalidInputException {
    CheckResult result = check(file, "cycle", model).run();
    assertThat(result.violated()).isEqualTo(fails);
    assertThat(result.holds()).isEqualTo(!fails);
  }

  @Test
  void theTraceOfAPoolInMemoryTellsOfTheReleaserAndTheAccess() throws InvalidInputException {
    Trace trace = trace(check("semispace/semispace-relaxed", "cycle", "mmtk-relaxed").run());
    List<String> shown =
        trace.steps().stream().map(step -> step.origin().text() + ": " + step.effect()).toList();
    assertThat(trace.threads()).contains("releaser");
    assertThat(shown).anyMatch(step -> step.contains("writes pool.scanObj(X) = 1"));
    assertThat(shown)
        .anyMatch(step -> step.startsWith("bucket copy") && step.contains("pool.open"));
    assertThat(shown).noneMatch(step -> step.contains("packets_"));
  }

  @Test
  void anObjectThatIsForwardedByAPlainStoreIsCopiedTwice() throws InvalidInputException {
    Trace trace = trace(check("semispace/semispace-store", "roots", "mmtk-sc").run());
    List<String> shown = trace.steps().stream().map(step -> step.effect()).toList();
    assertThat(shown.stream().filter(step -> step.contains("reads A.forward = NULL"))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mmtk-relaxed", "mmtk-tso", "mmtk-sc"})
  void whatMakesSearchesFasterChangesNoVerdict(String model) throws InvalidInputException {
    for (String file : List.of("satb/satb", "satb/satb-early", "satb/satb-nobarrier")) {
      for (String property : List.of("", "all-marked", "stays-marked")) {
        CheckTask task = check(file, "allocate-marked", model).task();
        task =
            property.isEmpty()
                ? task
                : task.withLtl(Optional.of(new CheckTask.Ltl(property, true)));
        CheckTask.Strategy slow =
            CheckTask.Strategy.usual().without(List.of(Optimisation.CACHE, Optimisation.LIVENESS));
        CheckResult fast = Checker.check(task, CheckListener.NONE);
        CheckResult plain = Checker.check(task.withStrategy(slow), CheckListener.NONE);
        assertThat(plain.holds()).as(task.title()).isEqualTo(fast.holds());
        assertThat(plain.violated()).as(task.title()).isEqualTo(fast.violated());
      }
    }
  }

  @Test
  void momentsNeedOneMemory() {
    assertThatThrownBy(
            () ->
                check("satb/satb", "pointer-deletion", "rmo-coherent-no")
                    .fairLtl("stays-marked")
                    .run())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("each thread has a memory of its own")
        .hasMessageContaining("multi-copy atomic");
  }

  @Test
  void aFileHasScenarios() throws InvalidInputException {
    CheckTask task = CheckTask.of("library/gc/satb/satb-late.packets", "mmtk-sc");
    assertThat(Scenarios.names(task))
        .containsExactly("pointer-shuffling", "pointer-deletion", "allocate-marked");
    assertThat(Scenarios.tasks(task)).hasSize(3);
  }
}
