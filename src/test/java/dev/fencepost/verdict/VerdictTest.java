// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.trace.Trace;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of a verdict, and what must be said with them. */
class VerdictTest {

  private static Verdict violated(int steps) {
    return new Verdict.Violated(Trace.unknown(steps, "it went wrong"));
  }

  @Test
  void aVerdictThatHoldsNamesTheBoundThatWasHit() {
    assertThat(new Verdict.Holds(OptionalInt.empty()).detailed()).isEqualTo("holds");
    assertThat(new Verdict.Holds(OptionalInt.of(6)).detailed()).isEqualTo("holds, window <= 6");
    assertThat(new Verdict.Holds(OptionalInt.of(6)).word()).isEqualTo("holds");
  }

  @ParameterizedTest
  @CsvSource({"0, violated in 0 steps", "1, violated in 1 step", "12, violated in 12 steps"})
  void aViolationHasTheLengthOfItsRun(int steps, String text) {
    assertThat(violated(steps).detailed()).isEqualTo(text);
    assertThat(violated(steps).word()).isEqualTo("violated");
  }

  @Test
  void theLimitIsNoPartOfTheWord() {
    Verdict stopped = new Verdict.Inconclusive("more than 100 states (--max-states)");
    assertThat(stopped.word()).isEqualTo("inconclusive");
    assertThat(stopped.detailed()).isEqualTo("inconclusive");
  }

  @Test
  void onlyAVerdictThatHoldsIsBounded() {
    Verdict bounded = new Verdict.Holds(OptionalInt.of(4));
    assertThat(bounded.window()).hasValue(4);
    assertThat(violated(1).window()).isEmpty();
    assertThat(new Verdict.Inconclusive("time").window()).isEmpty();
  }
}
