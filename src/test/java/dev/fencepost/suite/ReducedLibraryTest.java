// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Optimisation;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With reductions from the first state on, every model of the library has the same verdicts, the
 * same shortest traces and the same marks. A window bound may not be hit where it was without.
 */
class ReducedLibraryTest {
  static List<Path> models() throws Exception {
    return ExpectationFiles.models(Path.of("library/gc")).stream()
        .filter(model -> model.toString().endsWith(".c"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("models")
  void partialOrderChangesNothingButCounts(Path model) throws Exception {
    Strategy reduced = Strategy.usual().with(List.of(Optimisation.PARTIAL_ORDER));
    Expectations expected = ExpectationFiles.read(model).orElseThrow();
    List<Scenario> scenarios =
        expected.scenarios().stream().filter(each -> each.ltl().isEmpty()).toList();
    List<String> models = ExpectationFiles.memoryModels(model, expected.models());
    Expectations found = ExpectationFiles.find(model, scenarios, models, reduced);
    assertThat(outcomes(found)).isEqualTo(outcomes(expected));
    assertThat(found.explainedBy(expected).marks()).isEqualTo(expected.marks());
  }

  private static List<String> outcomes(Expectations expectations) {
    Stream<Expectations.Line> lines =
        expectations.lines().stream().filter(line -> line.scenario().indexOf(':') < 0);
    return lines
        .map(
            line ->
                line.outcome().startsWith("holds")
                    ? line.model() + line.scenario() + "holds"
                    : line.toString())
        .toList();
  }
}
