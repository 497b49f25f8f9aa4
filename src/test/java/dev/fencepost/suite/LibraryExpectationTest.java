// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.ModelNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every model of the library does what the file beside it expects: the exact number of states where
 * it holds, the length of the shortest trace where it does not, and the marks that it reaches.
 */
class LibraryExpectationTest {
  private static final Path LIBRARY = Path.of("library/gc");

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
    List<Scenario> scenarios = expected.get().scenarios();
    assertThat(expected.get().lines()).hasSize(scenarios.size() * ModelNames.standard().size());
    assertThat(ExpectationFiles.find(model, scenarios).format()).isEqualTo(expected.get().format());
  }

  @ParameterizedTest
  @MethodSource("models")
  void someMarkIsReached(Path model) throws Exception {
    assertThat(ExpectationFiles.read(model).orElseThrow().reached()).isNotEmpty();
  }
}
