// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.TransitionSystem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
  void tellsEndStatesButNotDroppedRuns() {
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
  void tellsTheMarksThatWerePassed() {
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
    SearchResult result = limited(options().limits().withStates(30_000), SearchListener.NONE);
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.STATES, ""));
    assertThat(result.states()).isBetween(30_000L, 31_000L);
  }

  @Test
  void stopsAtTheLimitOfMemory() {
    SearchResult result = limited(options().limits().withBytes(4 << 20), SearchListener.NONE);
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.MEMORY, ""));
    assertThat(result.bytes()).isLessThanOrEqualTo(4 << 20);
    assertThat(result.states()).isGreaterThan(50_000);
  }

  @Test
  void stopsAtTheLimitOfTime() {
    SearchResult result =
        limited(options().limits().withTime(Duration.ofMillis(20)), SearchListener.NONE);
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.TIME, ""));
  }

  @Test
  void stopsWhenAskedTo() {
    SearchListener impatient =
        new SearchListener() {
          @Override
          public boolean stopRequested() {
            return true;
          }
        };
    SearchResult result = limited(options().limits(), impatient);
    assertThat(result.outcome()).isEqualTo(new Stopped(Limit.REQUEST, ""));
  }

  private SearchResult limited(SearchLimits limits, SearchListener listener) {
    return Search.run(new TorusSystem(7, 12, -1), options().withLimits(limits), listener);
  }
}
