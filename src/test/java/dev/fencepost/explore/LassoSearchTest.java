// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.Budget;
import dev.fencepost.explore.SearchResult.Accepting;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Representation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LassoSearchTest {

  private static SearchResult search(AcceptingGraph graph) {
    return LassoSearch.run(Representation.of(graph), SearchOptions.usual(), SearchListener.NONE);
  }

  private static Lasso run(AcceptingGraph graph) {
    return ((Accepting) search(graph).outcome()).run();
  }

  @Test
  void aGraphWithoutCyclesIsEmpty() {
    AcceptingGraph graph = new AcceptingGraph(0).start(1).edge(1, 2).edge(1, 3).edge(2, 3);
    SearchResult result = search(graph);
    assertThat(result.outcome()).isEqualTo(new Complete());
    assertThat(result.states()).isEqualTo(3);
    assertThat(result.transitions()).isEqualTo(3);
    assertThat(result.depth()).isEqualTo(2);
  }

  @Test
  void withoutConditionsEveryCycleAccepts() {
    AcceptingGraph graph = new AcceptingGraph(0).start(1).edge(1, 2).edge(2, 3).edge(3, 2);
    assertThat(run(graph)).isEqualTo(new Lasso(List.of(0, 0), List.of(0, 0)));
  }

  @Test
  void conditionsOfDifferentComponentsDoNotAddUp() {
    AcceptingGraph graph =
        new AcceptingGraph(2).start(1).edge(1, 1, 0).edge(1, 2, 0, 1).edge(2, 2, 1);
    assertThat(search(graph).outcome()).isEqualTo(new Complete());
  }

  @Test
  void aLoopGoesThroughSeveralCyclesWhereItMust() {
    AcceptingGraph graph =
        new AcceptingGraph(2).start(1).edge(1, 2).edge(2, 1, 0).edge(1, 3).edge(3, 1, 1);
    Lasso run = run(graph);
    assertThat(graph.accepts(run)).isTrue();
    assertThat(run.loop()).hasSize(4);
  }

  @Test
  void takesTheParallelStepThatMeetsMore() {
    AcceptingGraph graph = new AcceptingGraph(1).start(1).edge(1, 1).edge(1, 1, 0);
    assertThat(run(graph)).isEqualTo(new Lasso(List.of(0), List.of(1)));
  }

  @Test
  void theStemIsShortest() {
    AcceptingGraph graph =
        new AcceptingGraph(0)
            .start(1)
            .edge(1, 2)
            .edge(2, 3)
            .edge(3, 4)
            .edge(4, 5)
            .edge(5, 4)
            .edge(1, 5);
    assertThat(run(graph)).isEqualTo(new Lasso(List.of(0, 1), List.of(0, 0)));
  }

  @Test
  void aLongPathNeedsNoDeepStack() {
    AcceptingGraph graph = new AcceptingGraph(1).start(0);
    int length = 100_000;
    for (int i = 0; i < length; i++) {
      graph.edge(i, i + 1, 0);
    }
    graph.edge(length, 0);
    Lasso run = run(graph);
    assertThat(run.loop()).hasSize(length + 1);
    assertThat(graph.accepts(run)).isTrue();
  }

  @Test
  void aViolatingStepIsTold() {
    AcceptingGraph graph = new AcceptingGraph(1).start(1).edge(1, 2).edge(2, 3).violatingFrom(2);
    assertThat(search(graph).outcome()).isEqualTo(new Violation(List.of(0, 0, 0)));
  }

  @Test
  void limitsEndTheSearch() {
    AcceptingGraph graph = new AcceptingGraph(1).start(0);
    for (int i = 0; i < 2_000; i++) {
      graph.edge(i, i + 1);
    }
    Budget all = Budget.current();
    assertThat(limit(graph, 100, all)).isEqualTo(Limit.STATES);
    assertThat(limit(graph, Long.MAX_VALUE, all.withBytes(1))).isEqualTo(Limit.MEMORY);
    assertThat(limit(graph, Long.MAX_VALUE, all.withTime(Duration.ZERO))).isEqualTo(Limit.TIME);
  }

  private static Limit limit(AcceptingGraph graph, long states, Budget budget) {
    SearchOptions options = SearchOptions.usual().withStates(states);
    SearchResult result =
        budget.run(() -> LassoSearch.run(Representation.of(graph), options, SearchListener.NONE));
    return ((Stopped) result.outcome()).limit();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 64, 65, 130})
  void agreesWithTheDefinitionOnRandomGraphs(int conditions) {
    int accepting = 0;
    int graphs = 1_000;
    for (int seed = 0; seed < graphs; seed++) {
      AcceptingGraph graph = AcceptingGraph.random(seed, conditions);
      SearchResult.Outcome outcome = search(graph).outcome();
      assertThat(outcome instanceof Accepting)
          .as("seed %d", seed)
          .isEqualTo(graph.hasAcceptingRun());
      if (outcome instanceof Accepting(Lasso run)) {
        assertThat(graph.accepts(run)).as("seed %d: %s", seed, run).isTrue();
        accepting++;
      }
    }
    assertThat(accepting).isBetween(graphs / 50, graphs * 49 / 50);
  }
}
