// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where identifiers of parts do not pay, whole states are searched, with equal results. */
class CollapseFallbackTest {
  /** All that is shared is different in each state. */
  private static final String UNIQUE =
      """
      byte a, b, c;
      active [2] proctype P() {
        end: do
        :: d_step { a < 60 -> a++ }
        :: d_step { b < 60 -> b++ }
        :: d_step { c < 40 -> c++ }
        :: d_step { a + b + c == 160 -> assert(%s) }
        od
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"1", "0"})
  void wholeStatesHaveTheSameVerdictAndCounts(String asserted) throws InvalidInputException {
    CheckResult numbers = check(asserted, List.of());
    CheckResult whole = check(asserted, List.of(Optimisation.CACHE));
    assertThat(numbers.holds()).isEqualTo(whole.holds()).isEqualTo(asserted.equals("1"));
    assertThat(numbers.statistics().states())
        .isEqualTo(whole.statistics().states())
        .isGreaterThan(100_000);
    assertThat(numbers.trace().map(trace -> trace.steps().size()))
        .isEqualTo(whole.trace().map(trace -> trace.steps().size()));
  }

  private static CheckResult check(String asserted, List<Optimisation> without)
      throws InvalidInputException {
    CheckTask task = Fencepost.checkText("unique.pml", UNIQUE.formatted(asserted)).task();
    return Checker.check(task.withStrategy(task.strategy().without(without)), CheckListener.NONE);
  }

  @Test
  void limitsHoldForBothSearchesTogether() throws InvalidInputException {
    CheckTask task = Fencepost.checkText("unique.pml", UNIQUE.formatted("1")).task();
    CheckResult few =
        Checker.check(task.withBounds(task.bounds().withStates(120_000)), CheckListener.NONE);
    assertThat(few.holds()).isFalse();
    assertThat(few.violated()).isFalse();
    assertThat(few.statistics().states()).isBetween(119_000L, 121_000L);
  }
}
