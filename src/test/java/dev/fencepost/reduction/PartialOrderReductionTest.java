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
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reduction on systems of counters: a state has a byte for each actor. */
class PartialOrderReductionTest extends WrapperContract {

  @Override
  protected Generator wrapped(SmallSystem system) {
    return PartialOrderReduction.of(system).newGenerator();
  }

  private static SearchResult search(TransitionSystem system) {
    return Search.run(system, SearchOptions.usual(), SearchListener.NONE);
  }

  @Test
  void independentCountersAreCountedOneAfterTheOther() {
    Counters counters = new Counters(3).to(4);
    assertThat(search(counters).states()).isEqualTo(125);
    assertThat(search(PartialOrderReduction.stepByStep(counters)).states()).isEqualTo(13);
    assertThat(search(PartialOrderReduction.of(counters)).states()).isEqualTo(2);
  }

  @Test
  void conflictingCountersAreInterleaved() {
    Counters counters = new Counters(2).to(3).conflicting(0, 1);
    assertThat(search(PartialOrderReduction.stepByStep(counters)).states())
        .isEqualTo(search(counters).states());
  }

  @Test
  void anActorThatConflictsLaterIsInterleavedToo() {
    Counters counters = new Counters(2).to(3).disturbing(0, 1);
    SearchResult reduced = search(PartialOrderReduction.stepByStep(counters));
    assertThat(reduced.states()).isGreaterThan(7).isLessThanOrEqualTo(16);
  }

  /** The first counter goes round for ever; the second violates something some day. */
  @Test
  void noStepIsPutOffForEverByACycle() {
    Counters counters = new Counters(2).to(5).goingRound(0).violatingAt(1, 5);
    assertThat(search(PartialOrderReduction.of(counters)).outcome())
        .isInstanceOf(SearchResult.Violation.class);
  }

  @Test
  void loopsThatDoNotMeetAreNotMultiplied() {
    Counters counters = new Counters(3).to(9).goingRound(0).goingRound(1).goingRound(2);
    assertThat(search(counters).states()).isEqualTo(1000);
    assertThat(search(PartialOrderReduction.stepByStep(counters)).states()).isLessThan(100);
  }

  @Test
  void theCheckerFindsASetThatLeavesOutTooMuch() {
    Counters counters = new Counters(2).to(2).writingACommonCell();
    TransitionSystem reduced = PartialOrderReduction.stepByStep(counters);
    assertThatThrownBy(() -> search(new CheckedReduction(reduced, counters)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not commute");
  }

  @Test
  void aRunOfTheReducedSystemGoesAlongOneOfTheSystem() throws Exception {
    Counters counters = new Counters(2).to(3).violatingAt(1, 3);
    PartialOrderReduction steps = PartialOrderReduction.stepByStep(counters);
    PartialOrderReduction chains = PartialOrderReduction.of(counters);
    for (PartialOrderReduction reduced : List.of(steps, chains)) {
      SearchResult.Violation violation = (SearchResult.Violation) search(reduced).outcome();
      List<Integer> schedule = reduced.systemSchedule(violation.schedule());
      assertThat(schedule).hasSize(7);
      assertThat(violation.schedule()).hasSize(reduced == steps ? 7 : 3);
    }
  }
}
