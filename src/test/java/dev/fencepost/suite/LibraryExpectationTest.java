// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.ModelNames;
import dev.fencepost.frontend.FrontEnds;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every model of the library does what the file beside it expects: the exact number of states where
 * it holds, the length of the shortest trace where it does not, and the marks that it reaches.
 */
class LibraryExpectationTest {
  private static final Path LIBRARY = Path.of("library/gc");
  private static final Path PRODUCTION = LIBRARY.resolve("production");

  /** One mutator that ends. Other scenarios may have lines for processors, or take too long. */
  private static final List<String> ON_PROCESSORS = List.of("WR", "RW", "LOOPS=1", "LOOPS=2");

  static List<Path> models() throws Exception {
    return ExpectationFiles.models(LIBRARY);
  }

  @ParameterizedTest
  @MethodSource("models")
  void doesWhatIsExpected(Path model) throws Exception {
    Optional<Expectations> expected = ExpectationFiles.read(model);
    assertThat(expected)
        .as("%s has no expectation; ./fencepost promote %s writes one", model, model)
        .isPresent();
    SequencedMap<Scenario, List<String>> runs = expected.get().runs();
    runs.forEach(
        (scenario, models) ->
            assertThat(models)
                .as("%s", scenario.word())
                .containsAll(usual(model, scenario))
                .doesNotHaveDuplicates());
    assertThat(ExpectationFiles.find(model, runs).explainedBy(expected.get()).format())
        .isEqualTo(expected.get().format());
  }

  /**
   * Collectors that ship run on processors, those of the papers under the papers' models, and in
   * scenarios that end on processors too.
   */
  private static List<String> usual(Path model, Scenario scenario) {
    if (model.startsWith(PRODUCTION)) {
      return List.of("sc", "x86");
    }
    if (!FrontEnds.of(model.toString()).equals(FrontEnds.C)) {
      return ExpectationFiles.memoryModels(model, List.of(), List.of());
    }
    return ModelNames.expanded(
        ON_PROCESSORS.contains(scenario.word()) ? List.of("sparc", "cpus") : List.of("sparc"));
  }

  @ParameterizedTest
  @MethodSource("models")
  void someMarkIsReachedInEveryScenario(Path model) throws Exception {
    Expectations expected = ExpectationFiles.read(model).orElseThrow();
    for (Scenario scenario : marked(model, expected)) {
      assertThat(expected.marks())
          .as("%s, %s", model, scenario.word())
          .anyMatch(mark -> mark.reached() && mark.scenario().equals(scenario.word()));
    }
  }

  /** Promela has no marks, and searches for lassos do not count them. */
  private static List<Scenario> marked(Path model, Expectations expected) {
    return model.toString().endsWith(".pml")
        ? List.of()
        : expected.scenarios().stream().filter(each -> each.ltl().isEmpty()).toList();
  }

  /** What a twin that is broken on purpose does not reach, its one change may be the reason for. */
  @ParameterizedTest
  @MethodSource("models")
  void everyMarkOfACorrectModelIsReachedOrThereIsAReason(Path model) throws Exception {
    if (!model.toString().contains("-broken")) {
      assertThat(ExpectationFiles.read(model).orElseThrow().marks())
          .as("%s: say why, behind 'because' in the .expect file, or mend the model", model)
          .noneMatch(mark -> !mark.reached() && mark.reason().isEmpty());
    }
  }
}
