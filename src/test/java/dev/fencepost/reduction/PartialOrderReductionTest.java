// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.transition.SmallSystem;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.WrapperContract;
import org.junit.jupiter.api.Test;

/** The reduction on systems of counters: a state has a byte for each actor. */
class PartialOrderReductionTest extends WrapperContract {

  @Override
  protected Generator wrapped(SmallSystem system) {
    return new PartialOrderReduction(system).newGenerator();
  }

  private static SearchResult search(TransitionSystem system) {
    return Search.run(system, SearchOptions.usual(), SearchListener.NONE);
  }

  @Test
  void independentCountersAreCountedOneAfterTheOther() {
    Counters counters = new Counters(3).to(4);
    assertThat(search(counters).states()).isEqualTo(125);
    assertThat(search(new StepByStep(counters)).states()).isEqualTo(13);
    assertThat(search(new PartialOrderReduction(counters)).states()).isEqualTo(2);
  }

  @Test
  void conflictingCountersAreInterleaved() {
    Counters counters = new Counters(2).to(3).conflicting(0, 1);
    assertThat(search(new StepByStep(counters)).states()).isEqualTo(search(counters).states());
  }

  @Test
  void anActorThatConflictsLaterIsInterleavedToo() {
    Counters counters = new Counters(2).to(3).disturbing(0, 1);
    SearchResult reduced = search(new StepByStep(counters));
    assertThat(reduced.states()).isGreaterThan(7).isLessThanOrEqualTo(16);
  }

  /** The first counter goes round for ever; the second violates something some day. */
  @Test
  void noStepIsPutOffForEverByACycle() {
    Counters counters = new Counters(2).to(5).goingRound(0).violatingAt(1, 5);
    assertThat(search(new PartialOrderReduction(counters)).outcome())
        .isInstanceOf(SearchResult.Violation.class);
  }

  @Test
  void loopsThatDoNotMeetAreNotMultiplied() {
    Counters counters = new Counters(3).to(9).goingRound(0).goingRound(1).goingRound(2);
    assertThat(search(counters).states()).isEqualTo(1000);
    assertThat(search(new StepByStep(counters)).states()).isLessThan(100);
  }

  @Test
  void theCheckerFindsASetThatLeavesOutTooMuch() {
    Counters counters = new Counters(2).to(2).writingACommonCell();
    TransitionSystem reduced = new StepByStep(counters);
    assertThatThrownBy(() -> search(new CheckedReduction(reduced, counters)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not commute");
  }

  @Test
  void aRunOfTheReducedSystemGoesAlongOneOfTheSystem() throws Exception {
    Counters counters = new Counters(2).to(3).violatingAt(1, 3);
    PartialOrderReduction reduced = new PartialOrderReduction(counters);
    SearchResult.Violation violation = (SearchResult.Violation) search(reduced).outcome();
    assertThat(violation.schedule()).hasSize(3);
    assertThat(reduced.systemSchedule(violation.schedule())).hasSize(7);
    SearchResult steps = search(new StepByStep(counters));
    assertThat(((SearchResult.Violation) steps.outcome()).schedule()).hasSize(7);
  }
}
