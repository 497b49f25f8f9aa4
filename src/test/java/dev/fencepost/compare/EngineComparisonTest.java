// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import dev.fencepost.suite.KnownResults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** All engines agree about models of the library, where SPIN is installed. */
class EngineComparisonTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  @Test
  void allEnginesAgreeOverTheLibrary() throws InvalidInputException {
    Optional<Spin> spin = Spin.find();
    assumeTrue(spin.isPresent(), "SPIN or a C compiler is not on this machine");
    EngineComparison comparison =
        new EngineComparison(spin.get(), Duration.ofMinutes(1), 1, KnownResults.none());
    Path models = Path.of(FULL ? "library/gc" : "src/test/resources/export/handover.c");
    List<EngineAgreement> found = comparison.run(models, 2, CheckListener.NONE, row -> {});
    assertThat(found).filteredOn(EngineAgreement::differs).isEmpty();
    assertThat(found).filteredOn(EngineAgreement::agrees).hasSizeGreaterThan(found.size() / 2);
    found.stream()
        .filter(EngineAgreement::isLeftOut)
        .forEach(row -> System.out.println(row.line()));
  }
}
