// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.SharedHeap;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every search must do, whatever its order and number of threads. */
abstract class SearchContract {

  abstract SearchOptions options();

  SearchResult search(TransitionSystem system) {
    return Search.run(system, options(), SearchListener.NONE);
  }

  List<Integer> scheduleOf(TransitionSystem system) {
    return ((Violation) search(system).outcome()).schedule();
  }

  @Test
  void visitsEveryReachableStateOnce() {
    SearchResult result =
        search(new GraphSystem().start(1).path(1, 2, 3, 1).path(2, 4).path(3, 4).path(8, 9));
    assertThat(result.outcome()).isEqualTo(new Complete());
    assertThat(result.states()).isEqualTo(4);
    assertThat(result.transitions()).isEqualTo(5);
  }

  @Test
  void countsEqualInitialStatesOnce() {
    assertThat(search(new GraphSystem().start(5, 5, 6)).states()).isEqualTo(2);
  }

  @Test
  void findsAViolatingStep() {
    assertThat(scheduleOf(new GraphSystem().start(1).path(1, 2, 3).badStep(3, 4)))
        .containsExactly(0, 0, 0, 0);
  }

  @Test
  void goesOnBehindAViolationWhereAsked() {
    GraphSystem graph =
        new GraphSystem().start(1).path(1, 2).badStep(1, 3).path(2, 4, 5).deadlock(5).path(4, 6);
    SearchResult usual = search(graph);
    SearchResult all = Search.run(graph, options().withExhaustive(true), SearchListener.NONE);
    assertThat(all.outcome()).isEqualTo(usual.outcome());
    assertThat(all.states()).isEqualTo(5);
    assertThat(all.exhausted()).isTrue();
    assertThat(usual.exhausted()).isFalse();
  }

  @Test
  void findsAViolatingState() {
    assertThat(scheduleOf(new GraphSystem().start(1).path(1, 2).path(1, 3).deadlock(3)))
        .containsExactly(0, 1);
  }

  @Test
  void findsAViolatingInitialState() {
    assertThat(scheduleOf(new GraphSystem().start(1).badStart(2))).containsExactly(1);
  }

  @Test
  void doesNotFindAViolationThatCannotBeReached() {
    SearchResult result = search(new GraphSystem().start(1).path(1, 2).badStep(3, 4));
    assertThat(result.outcome()).isEqualTo(new Complete());
  }

  @Test
  void showsEndStatesButNotDroppedRuns() {
    List<Integer> ends = new ArrayList<>();
    SearchListener listener =
        new SearchListener() {
          @Override
          public void endState(byte[] bytes, int offset, int length) {
            ends.add(ByteBuffer.wrap(bytes, offset, length).getInt());
          }
        };
    GraphSystem system = new GraphSystem().start(1).path(1, 2).path(1, 3).path(1, 4).cut(3);
    Search.run(system, options(), listener);
    assertThat(ends).containsExactlyInAnyOrder(2, 4);
  }

  @Test
  void showsTheMarksThatWerePassed() {
    SearchResult result = search(new GraphSystem().start(1).path(1, 2).mark(2, 7).mark(9, 3));
    assertThat(result.marks()).containsExactly(7);
  }

  @Test
  void visitsALargeSystemCompletely() {
    SearchResult result = search(new TorusSystem(5, 10, -1));
    assertThat(result.outcome()).isEqualTo(new Complete());
    assertThat(result.states()).isEqualTo(100_000);
    assertThat(result.transitions()).isEqualTo(500_000);
  }

  @Test
  void stopsWhenTheSystemGivesUp() {
    SearchResult result = search(new GraphSystem().start(1).path(1, 2).givesUpAt(2));
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.SYSTEM, "too much local work"));
  }

  @Test
  void stopsAtTheLimitOfStates() {
    SearchResult result = limited(options().withStates(30_000), Budget.current());
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.STATES, ""));
    assertThat(result.states()).isBetween(30_000L, 31_000L);
  }

  @Test
  void stopsAtTheLimitOfMemory() {
    SearchResult result = limited(options(), SharedHeap.withBytes(4 << 20));
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.MEMORY, ""));
    assertThat(result.bytes()).isLessThanOrEqualTo(4 << 20);
    assertThat(result.states()).isGreaterThan(40_000);
  }

  @Test
  void stopsAtTheLimitOfTime() {
    SearchResult result = limited(options(), Budget.current().withTime(Duration.ZERO));
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.TIME, ""));
  }

  @Test
  void showsAViolationThatWasFoundWhenTimeWasUp() {
    AtomicBoolean begun = new AtomicBoolean();
    TransitionSystem slow =
        () -> {
          if (begun.getAndSet(true)) {
            Budget.look();
          }
          return new GraphSystem().badStart(1).newGenerator();
        };
    SearchResult result = Budget.current().withTime(Duration.ZERO).run(() -> search(slow));
    assertThat(result.outcome()).isInstanceOf(Violation.class);
  }

  @Test
  void stopsWhenAskedTo() {
    SearchResult result = limited(options(), Budget.current().withStop(() -> true));
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.REQUEST, ""));
  }

  @Test
  void endsAreNoViolationsWhereTheyAreAllowed() {
    GraphSystem graph = new GraphSystem().start(1).path(1, 2).path(1, 3).deadlock(2);
    SearchResult result = Search.run(graph, options().withEndsAllowed(true), SearchListener.NONE);
    assertThat(result.outcome()).isEqualTo(new Complete());
    assertThat(result.states()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144})
  void pausesDoNotChangeTheResult(int every) {
    pausesDoNotChange(new GraphSystem().start(1).path(1, 2, 3, 1).path(2, 4), options(), every);
    pausesDoNotChange(new GraphSystem().start(1).path(1, 2).badStep(2, 3), options(), every);
    pausesDoNotChange(new GraphSystem().start(1).path(1, 2, 3).deadlock(3), options(), every);
    for (int forbidden : new int[] {-1, 1, 6}) {
      TorusSystem torus = new TorusSystem(3, 9, forbidden);
      pausesDoNotChange(torus, options(), every);
      pausesDoNotChange(torus, options().withExhaustive(true), every);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 7})
  void pausesDoNotChangeTheResultOfALargeSearch(int forbidden) {
    pausesDoNotChange(new TorusSystem(5, 11, forbidden), options(), 7_000);
  }

  private static void pausesDoNotChange(TransitionSystem system, SearchOptions options, int every) {
    SearchResult whole = Search.run(system, options, SearchListener.NONE);
    Search search = new Search(Representation.of(system), options, SearchListener.NONE);
    long pauseAt = every;
    int pauses = 0;
    Optional<SearchResult> found = search.run(pauseAt);
    while (found.isEmpty()) {
      pauses++;
      pauseAt += every;
      found = search.run(pauseAt);
    }
    SearchResult paused = found.get();
    assertThat(paused.outcome()).isEqualTo(whole.outcome());
    assertThat(paused.states()).isEqualTo(whole.states());
    assertThat(paused.transitions()).isEqualTo(whole.transitions());
    assertThat(paused.depth()).isEqualTo(whole.depth());
    assertThat(paused.exhausted()).isEqualTo(whole.exhausted());
    assertThat(pauses > 0 || whole.states() <= every + 100).isTrue();
  }

  private static SearchResult limited(SearchOptions options, Budget budget) {
    TorusSystem system = new TorusSystem(7, 12, -1);
    return budget.run(() -> Search.run(system, options, SearchListener.NONE));
  }
}
