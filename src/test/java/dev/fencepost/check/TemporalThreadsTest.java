// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Temporal properties of the library, in searches that are large enough for several threads. */
class TemporalThreadsTest {

  @ParameterizedTest
  @CsvSource({
    "sapphire/transactional/references.c, tso, termination, DELETION ORDERED, true",
    "sapphire/transactional/references.c, tso, termination, ORDERED, false",
    "chicken/chicken.c, rmo-full, accesses_end, SCENARIO=PROGRESS, true",
  })
  void resultsAreThoseOfOneThread(
      String file, String model, String formula, String definitions, boolean holds)
      throws InvalidInputException {
    Fencepost check =
        Fencepost.check(Path.of("library/gc").resolve(file)).model(model).fairLtl(formula);
    for (String definition : definitions.split(" ", -1)) {
      String[] parts = definition.split("=", -1);
      check = check.define(parts[0], parts.length == 1 ? "1" : parts[1]);
    }
    CheckResult alone = check.threads(1).run();
    assertThat(alone.verdict()).isInstanceOf(holds ? Verdict.Holds.class : Verdict.Violated.class);
    assertThat(alone.statistics().states()).isGreaterThan(2_048);
    for (int threads : new int[] {2, 4}) {
      CheckResult result = check.threads(threads).run();
      assertThat(result.verdict()).isEqualTo(alone.verdict());
      assertThat(result.statistics().states()).isEqualTo(alone.statistics().states());
      assertThat(result.statistics().transitions()).isEqualTo(alone.statistics().transitions());
      assertThat(result.statistics().depth()).isEqualTo(alone.statistics().depth());
    }
  }
}
