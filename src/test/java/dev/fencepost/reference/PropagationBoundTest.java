// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writes in loops, where only few of a cell are unsettled: the oldest one reaches all threads. */
class PropagationBoundTest {
  private static final int STATES = 20_000;

  @ParameterizedTest
  @CsvSource({
    "1, 'x = 1; x = 2; r2 = y; until r2', 'r3 = x; r4 = x; y = 1', 258, 7",
    "2, 'x = 1; x = 2; r2 = y; until r2', 'r3 = x; A; r4 = x; y = 1', 415, 7",
  })
  void statesAreTheseAndTheBoundIsSaid(
      int window, String writer, String reader, int states, int finals) throws LimitException {
    ReferenceResult found =
        new RealMachine(
                Litmus.of("x y", writer, reader).program(),
                BuiltInModels.named("power").orElseThrow(),
                new MachineOptions(window))
            .explore(STATES);
    assertThat(found.complete()).as("without a bound").isFalse();
    assertThat(found.violations()).isEmpty();
    assertThat(found.states()).isEqualTo(states);
    assertThat(found.finals()).hasSize(finals);
  }

  /** Views have a bit for each write: 62 of a cell, what it held before, and one to spare. */
  @Test
  void noMoreWritesAreOnTheirWayThanViewsHaveBits() throws LimitException {
    assertThat(writes(62).explore(STATES).states()).isEqualTo(4095);
    assertThatThrownBy(() -> writes(63).explore(STATES))
        .isInstanceOf(LimitException.class)
        .hasMessageContaining("more than 64 writes are on their way");
  }

  private static RealMachine writes(int count) {
    String writer =
        IntStream.rangeClosed(1, count).mapToObj(i -> "x = " + i).collect(Collectors.joining("; "));
    return new RealMachine(
        Litmus.of("x", writer, "r1 = x").program(),
        BuiltInModels.named("power").orElseThrow(),
        new MachineOptions(64));
  }
}
