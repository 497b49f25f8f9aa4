// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writes that a load behind a branch may overtake: where a loop writes, a log has few of them. With
 * fences the window of the loop is never full, and the log alone has a bound.
 */
class RunAheadBoundTest {
  private static final int STATES = 5_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "x = 1; x = 2; z = 1; r2 = y; until r2 ! r1 = z; if r1; r3 = x; r4 = x; y = 1"
            + " ! 1 ! false ! 683 ! 11",
        "x = 1; x = 2; z = 1; r2 = y; until r2 ! r1 = z; if r1; r3 = x; r4 = x; y = 1"
            + " ! 2 ! false ! 2034 ! 14",
        "x = 1; F; x = 2; F; z = 1; F; r2 = y; F; until r2 ! r1 = z; if r1; r3 = x; y = 1"
            + " ! 1 ! false ! 222 ! 5",
        "x = 1; x = 2; x = 3; z = 1 ! r1 = z; if r1; r3 = x; r4 = x; y = 1"
            + " ! 1 ! true ! 628 ! 20",
        "x = 1; x = 2; x = 3; z = 1 ! r2 = z; until r2; r3 = x ! 1 ! true ! 40 ! 4",
      })
  void statesAreTheseAndTheBoundIsSaid(
      String writer, String reader, int window, boolean complete, int states, int finals)
      throws LimitException {
    ReferenceResult found =
        new RealMachine(
                Litmus.of("x y z", writer, reader).program(),
                BuiltInModels.named("armv8").orElseThrow(),
                new MachineOptions(window))
            .explore(STATES);
    assertThat(found.violations()).isEmpty();
    assertThat(found.finals()).hasSize(finals);
    assertThat(found.states()).isEqualTo(states);
    assertThat(found.complete()).as("without a bound").isEqualTo(complete);
  }
}
