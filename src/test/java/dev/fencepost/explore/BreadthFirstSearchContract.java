// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every breadth-first search must do on top: the shortest run with the least indices. */
abstract class BreadthFirstSearchContract extends SearchContract {

  @Test
  void reportsShortestRunToViolation() {
    GraphSystem system = new GraphSystem().start(1).path(1, 2, 3, 4, 5).badStep(5, 6).path(1, 7, 5);
    assertThat(scheduleOf(system)).containsExactly(0, 1, 0, 0);
  }

  @Test
  void ofTwoShortestRunsReportsTheOneWithLeastIndices() {
    GraphSystem system =
        new GraphSystem().start(1).path(1, 2, 4).path(1, 3, 4).badStep(4, 5).badStep(3, 5);
    GraphSystem twins =
        new GraphSystem().start(1).path(1, 2).path(1, 3, 5).path(2, 5).badStep(5, 6);
    assertThat(scheduleOf(system)).containsExactly(0, 1, 1);
    assertThat(scheduleOf(twins)).containsExactly(0, 0, 0, 0);
  }

  @Test
  void prefersAViolatingStateToALaterStepOfTheSameLevel() {
    GraphSystem system = new GraphSystem().start(1).path(1, 2).path(1, 3).badStep(2, 4).deadlock(3);
    assertThat(scheduleOf(system)).containsExactly(0, 1);
  }

  @Test
  void prefersAViolatingStateWithLesserIndicesToAStepOfTheSameLength() {
    GraphSystem system =
        new GraphSystem().start(1).path(1, 2, 5).path(1, 3).badStep(3, 4).deadlock(5);
    assertThat(scheduleOf(system)).containsExactly(0, 0, 0);
  }

  @Test
  void prefersAStepToAViolatingStateOfTheSameLengthWithGreaterIndices() {
    GraphSystem system =
        new GraphSystem().start(1).path(1, 2).path(1, 3, 5).badStep(2, 4).deadlock(5);
    assertThat(scheduleOf(system)).containsExactly(0, 0, 0);
  }

  @Test
  void reportsShortestRunWithLeastIndicesInALargeSystem() {
    List<Integer> schedule = scheduleOf(new TorusSystem(5, 12, 7));
    List<Integer> expected =
        Stream.concat(
                Stream.of(0),
                IntStream.range(0, 5).boxed().flatMap(d -> Collections.nCopies(7, d).stream()))
            .toList();
    assertThat(schedule).isEqualTo(expected);
  }

  @Test
  void depthIsTheLengthOfTheLongestShortestRun() {
    GraphSystem system = new GraphSystem().start(1).path(1, 2, 3, 4).path(1, 4);
    assertThat(search(system).depth()).isEqualTo(2);
    assertThat(search(new TorusSystem(5, 10, -1)).depth()).isEqualTo(45);
  }
}
