// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each model has the verdict and the number of states that its {@code .expect} file says. */
class PromelaCorpusTest {

  static List<Path> models() throws IOException {
    return PromelaCorpus.models();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void hasTheExpectedVerdictAndStates(Path model) throws Exception {
    Path expectation =
        Path.of(model.toString().substring(0, model.toString().length() - 4) + ".expect");
    assertThat(expectation).exists();
    assertThat(PromelaCorpus.describe(PromelaCorpus.count(Files.readString(model))))
        .isEqualTo(Files.readString(expectation).strip());
  }

  @Test
  void thereAreAFewDozen() throws IOException {
    assertThat(models()).hasSizeGreaterThan(50);
  }
}
