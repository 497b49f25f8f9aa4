// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.Scenario;
import dev.fencepost.trace.TraceStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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

  private static Spin spin() {
    Optional<Spin> spin = Spin.find();
    assumeTrue(spin.isPresent(), "SPIN or a C compiler is not on this machine");
    return spin.get();
  }
}
