// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.SmallSystem;
import org.junit.jupiter.api.Test;

class ReductionEstimateTest {
  @Test
  void theShareIsThatOfTheStepsOfTheFirstStates() {
    Drawing drawing = new Drawing().step(0, 1).step(0, 2).step(1, 3, 2).step(1, 4, 1).step(2, 5);
    assertThat(ReductionEstimate.shareOfSteps(drawing)).isEqualTo(3 / 4.0);
  }

  @Test
  void eachStateCountsOnceAndNoneBehindAViolation() {
    Drawing drawing =
        new Drawing().step(0, 1, 2).step(0, 1, 1).violation(1, 2).step(2, 3).step(2, 4);
    assertThat(ReductionEstimate.shareOfSteps(drawing)).isEqualTo(1);
    drawing.step(1, 5);
    assertThat(ReductionEstimate.shareOfSteps(drawing)).isEqualTo(3 / 4.0);
    drawing.step(5, 6).step(5, 7);
    assertThat(ReductionEstimate.shareOfSteps(drawing)).isEqualTo(4 / 6.0);
  }

  @Test
  void nothingIsSavedWhereThereAreNoStepsOrTheSystemGivesUp() {
    assertThat(ReductionEstimate.shareOfSteps(new Drawing())).isEqualTo(1);
    assertThat(ReductionEstimate.shareOfSteps(new SmallSystem().givingUp())).isEqualTo(1);
  }

  /** The states of two conflicting counters come before those of what is independent. */
  @Test
  void onlyTheFirstFiveHundredStatesCount() {
    Counters counters = new Counters(2).to(100).conflicting(0, 1);
    assertThat(ReductionEstimate.shareOfSteps(counters)).isEqualTo(1);
    assertThat(counters.reads()).isEqualTo(1_404);
  }
}
