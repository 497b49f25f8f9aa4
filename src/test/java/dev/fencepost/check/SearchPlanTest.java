// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.Attempt.Meaning;
import dev.fencepost.check.Attempt.Role;
import dev.fencepost.check.SearchPlan.Step;
import dev.fencepost.explore.EndCounts;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of plans, without any search. */
class SearchPlanTest {
  private static final int LARGE = 50_000;

  private static final Found COMPLETE = found(new Found.Complete(), true);
  private static final Found PAUSED = found(new Found.Paused(), false);
  private static final Found VIOLATION =
      found(new Found.Violation(new Found.Finite(List.of(0, 1))), false);
  private static final Found UP_TO_SYMMETRY =
      found(new Found.Violation(new Found.OfQuotient(1)), false);

  private final Attempt whole = attempt("whole", Role.WHOLE, Meaning.ANSWER);
  private final Attempt estimate = attempt("estimate", Role.ESTIMATE, Meaning.ANSWER);
  private final Attempt unsymmetric = attempt("unsymmetric", Role.REDUCED, Meaning.RUN);

  private static Attempt attempt(String name, Role role, Meaning meaning) {
    return new Attempt(
        name,
        role,
        meaning,
        Attempt.UNLIMITED,
        states -> {
          throw new AssertionError("nothing is searched");
        });
  }

  private static Found found(Found.Ending ending, boolean exhausted) {
    SearchResult counts =
        new SearchResult(
            new SearchResult.Complete(),
            7,
            0,
            0,
            0,
            0,
            List.of(),
            false,
            EndCounts.NONE,
            exhausted);
    return new Found(ending, counts);
  }

  private static Found stopped(Limit limit) {
    return found(new Found.Stopped(new SearchResult.Stopped(limit, "")), false);
  }

  private static Found share(double share) {
    return found(new Found.Share(share), false);
  }

  private SearchPlan whenLarge(Meaning meaning) {
    Attempt reduced = attempt("reduced", Role.REDUCED, meaning);
    return SearchPlan.whenLarge(whole, reduced, Optional.of(estimate), LARGE, Long.MAX_VALUE)
        .withUnsymmetric(unsymmetric);
  }

  /** The plan after the attempts have found these, none of which is the answer. */
  private static SearchPlan after(SearchPlan plan, Found... found) {
    SearchPlan rest = plan;
    for (Found each : found) {
      Step step = rest.after(each);
      assertThat(step.answer()).isEmpty();
      assertThat(step.why()).isNotBlank();
      rest = step.rest();
    }
    return rest;
  }

  @Test
  void aLargeSearchPausesAtFourTimesAsManyStatesEachTime() {
    assertThat(whenLarge(Meaning.HOLDS).toString())
        .isEqualTo(
            "whole up to 50,000 states; estimate; reduced up to 5,000 states;"
                + " whole up to 200,000 states; and so on");
    SearchPlan tried = after(whenLarge(Meaning.HOLDS), PAUSED, share(0.7), stopped(Limit.STATES));
    assertThat(tried.first().toString()).isEqualTo("whole up to 200,000 states");
    assertThat(after(tried, PAUSED).first().toString()).isEqualTo("reduced up to 20,000 states");
  }

  @Test
  void whereFirstStatesSayLittleNothingIsEstimated() {
    Attempt reduced = attempt("reduced", Role.REDUCED, Meaning.HOLDS);
    SearchPlan plan = SearchPlan.triedWhenLarge(whole, reduced, LARGE, Long.MAX_VALUE);
    assertThat(plan.toString())
        .isEqualTo(
            "whole up to 50,000 states; reduced up to 12,500 states;"
                + " whole up to 200,000 states; reduced up to 50,000 states; and so on");
    assertThat(after(plan, PAUSED).after(COMPLETE).answer()).contains(COMPLETE);
    assertThat(SearchPlan.triedWhenLarge(whole, reduced, LARGE, 1_000).toString())
        .isEqualTo("whole");
  }

  @Test
  void aSmallSearchIsItsOwnAnswer() {
    for (Found small : List.of(COMPLETE, VIOLATION, stopped(Limit.TIME), stopped(Limit.MEMORY))) {
      assertThat(whenLarge(Meaning.HOLDS).after(small).answer()).contains(small);
    }
  }

  @Test
  void aLimitBelowTheFirstPauseLeavesReductionsOut() {
    Attempt reduced = attempt("reduced", Role.REDUCED, Meaning.HOLDS);
    SearchPlan plan = SearchPlan.whenLarge(whole, reduced, Optional.of(estimate), LARGE, 1_000);
    assertThat(plan.toString()).isEqualTo("whole");
  }

  @Test
  void aReductionThatLeavesOutNothingIsNotTriedAgain() {
    SearchPlan plan = after(whenLarge(Meaning.HOLDS), PAUSED, share(0.96));
    assertThat(plan.toString()).isEqualTo("whole");
    assertThat(plan.after(stopped(Limit.MEMORY)).answer()).contains(stopped(Limit.MEMORY));
  }

  @Test
  void aReductionThatLeavesOutMuchIsSearchedToItsEnd() {
    SearchPlan plan = after(whenLarge(Meaning.HOLDS), PAUSED, share(0.5));
    assertThat(plan.toString()).isEqualTo("reduced; whole");
    assertThat(plan.after(COMPLETE).answer()).contains(COMPLETE);
    assertThat(plan.after(stopped(Limit.TIME)).answer()).contains(stopped(Limit.TIME));
  }

  @Test
  void aViolationOfTheReducedSystemIsShownByTheShortestRun() {
    SearchPlan plan = after(whenLarge(Meaning.HOLDS), PAUSED, share(0.5), VIOLATION);
    assertThat(plan.toString()).isEqualTo("whole");
    Found shorter = found(new Found.Violation(new Found.Finite(List.of(0))), false);
    assertThat(plan.after(shorter).answer()).contains(shorter);
    assertThat(plan.after(stopped(Limit.TIME)).answer()).contains(VIOLATION);
    assertThatThrownBy(() -> plan.after(COMPLETE)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aViolationUpToSymmetryGetsARunWithoutIt() {
    SearchPlan plan = after(whenLarge(Meaning.HOLDS), PAUSED, share(0.5), UP_TO_SYMMETRY);
    SearchPlan last = after(plan, stopped(Limit.TIME));
    assertThat(last.toString()).isEqualTo("unsymmetric");
    assertThat(last.after(VIOLATION).answer())
        .contains(UP_TO_SYMMETRY.withEnding(VIOLATION.ending()));
    assertThat(last.after(stopped(Limit.TIME)).answer()).contains(UP_TO_SYMMETRY);
  }

  @Test
  void otherOrdersTakeTheRunOfTheReducedSystem() {
    SearchPlan plan = after(whenLarge(Meaning.ANSWER), PAUSED, share(0.5));
    assertThat(plan.toString()).isEqualTo("reduced");
    assertThat(plan.after(VIOLATION).answer()).contains(VIOLATION);
  }

  @Test
  void exhaustiveSearchesGoOnBehindAViolation() {
    SearchPlan plan = after(whenLarge(Meaning.COUNTS), PAUSED, share(0.7));
    assertThat(after(plan, VIOLATION).first().role()).isEqualTo(Role.WHOLE);
    Found all = found(VIOLATION.ending(), true);
    assertThat(plan.after(all).answer()).contains(all);
  }

  @Test
  void whatIsTooLargeIsSearchedReducedAfterAll() {
    SearchPlan plan = after(whenLarge(Meaning.HOLDS), PAUSED, share(0.7), stopped(Limit.STATES));
    SearchPlan last = after(plan, stopped(Limit.MEMORY));
    assertThat(last.toString()).isEqualTo("reduced");
    assertThat(last.after(VIOLATION).answer()).contains(VIOLATION);
    assertThat(plan.after(stopped(Limit.TIME)).answer()).contains(stopped(Limit.TIME));
  }

  /** An attempt that can go on with its states on disk. */
  private Attempt withDisk(Attempt attempt) {
    Attempt.Searcher disk =
        new Attempt.Searcher() {
          @Override
          public Found search(long states) {
            throw new AssertionError("nothing is searched");
          }

          @Override
          public Optional<Attempt.Searcher> onDisk() {
            return Optional.of(whole.searcher());
          }
        };
    return new Attempt(attempt.system(), attempt.role(), attempt.meaning(), attempt.states(), disk);
  }

  @Test
  void goesToDiskWhereMemoryIsFullAndNothingElseIsLeft() {
    Attempt reduced = withDisk(attempt("reduced", Role.REDUCED, Meaning.HOLDS));
    SearchPlan plan = SearchPlan.reducedFirst(reduced, whole, unsymmetric);
    assertThat(after(plan, stopped(Limit.MEMORY)).toString()).isEqualTo("reduced by levels; whole");
    assertThat(after(plan, stopped(Limit.HEAP), VIOLATION).toString()).isEqualTo("whole");
    assertThat(plan.after(stopped(Limit.TIME)).answer()).isPresent();
    SearchPlan alone = SearchPlan.of(withDisk(whole));
    assertThat(after(alone, stopped(Limit.MEMORY)).toString()).isEqualTo("whole by levels");
    assertThat(after(alone, stopped(Limit.MEMORY)).after(stopped(Limit.MEMORY)).answer())
        .isPresent();
    assertThat(SearchPlan.of(whole).after(stopped(Limit.MEMORY)).answer()).isPresent();
  }
}
