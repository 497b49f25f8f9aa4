// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Accepting;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.LassoWord;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.ltl.RandomFormulas;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.SmallSystem;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrapperContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BuchiProductTest extends WrapperContract {
  private static final LtlFormula ATOM = new LtlFormula.Atom(0);
  private static final LtlFormula NEVER = LtlFormula.always(LtlFormula.not(ATOM));

  @Override
  protected boolean stutters() {
    return true;
  }

  @Override
  protected Generator wrapped(SmallSystem system) {
    try {
      BuchiAutomaton automaton = BuchiTranslation.translate(NEVER, SourceSpan.NONE);
      return new BuchiProduct(system, automaton, Fairness.NONE).newGenerator();
    } catch (InvalidInputException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A run of a graph: the nodes it goes through and the ways that it takes from them. */
  private record Run(List<Integer> nodes, List<TemporalGraph.Edge> ways, int loop) {

    boolean satisfies(LtlFormula formula, TemporalGraph graph) {
      List<Integer> letters = nodes.stream().map(n -> (int) graph.at(n).atoms()).toList();
      return new LassoWord(letters, loop).satisfies(formula);
    }

    boolean counts(TemporalGraph graph, Fairness fairness) {
      int conditions = fairness == Fairness.WEAK ? graph.conditions() : graph.required();
      for (int condition = 0; condition < conditions; condition++) {
        boolean met = false;
        for (int i = loop; i < nodes.size(); i++) {
          met |= graph.meets(nodes.get(i), ways.get(i), condition);
        }
        if (!met) {
          return false;
        }
      }
      return true;
    }
  }

  private static SearchResult search(BuchiProduct product) {
    return LassoSearch.run(Representation.of(product), SearchOptions.usual(), SearchListener.NONE);
  }

  private static boolean hasRun(TemporalGraph graph, LtlFormula formula, Fairness fairness)
      throws InvalidInputException {
    BuchiAutomaton automaton = BuchiTranslation.translate(formula, SourceSpan.NONE);
    return search(new BuchiProduct(graph, automaton, fairness)).outcome() instanceof Accepting;
  }

  @Test
  void aRunThatEndsRepeatsItsLastState() throws InvalidInputException {
    for (Terminal terminal : List.of(Terminal.END, Terminal.DEADLOCK)) {
      TemporalGraph graph = new TemporalGraph(1).node(0, false, 0, terminal);
      assertThat(hasRun(graph, NEVER, Fairness.WEAK)).isTrue();
      assertThat(hasRun(graph, LtlFormula.eventually(ATOM), Fairness.WEAK)).isFalse();
    }
  }

  @Test
  void aRunThatWasDroppedIsNone() throws InvalidInputException {
    TemporalGraph graph = new TemporalGraph(1).node(0, false, 0, Terminal.CUT);
    assertThat(hasRun(graph, NEVER, Fairness.NONE)).isFalse();
  }

  @Test
  void fairnessForcesAThreadThatStaysEnabled() throws InvalidInputException {
    TemporalGraph graph =
        new TemporalGraph(2).node(0).node(1).edge(0, 0, 0).edge(0, 1, 1).edge(1, 1, 0);
    assertThat(hasRun(graph, NEVER, Fairness.NONE)).isTrue();
    assertThat(hasRun(graph, NEVER, Fairness.WEAK)).isFalse();
  }

  @Test
  void fairnessDoesNotForceAThreadThatIsDisabledNowAndThen() throws InvalidInputException {
    TemporalGraph graph =
        new TemporalGraph(2)
            .node(0)
            .node(0)
            .node(1)
            .edge(0, 1, 0)
            .edge(1, 0, 0)
            .edge(0, 2, 1)
            .edge(2, 2, 0);
    assertThat(hasRun(graph, NEVER, Fairness.WEAK)).isTrue();
  }

  @Test
  void aDivergingThreadRunsForEverButHoldsNobodyUp() throws InvalidInputException {
    TemporalGraph alone = new TemporalGraph(1).node(0, false, 1, Terminal.CUT);
    assertThat(hasRun(alone, NEVER, Fairness.WEAK)).isTrue();
    TemporalGraph two = new TemporalGraph(2).node(0, false, 1, Terminal.CUT).node(1).edge(0, 1, 1);
    assertThat(hasRun(two, NEVER, Fairness.NONE)).isTrue();
    assertThat(hasRun(two, NEVER, Fairness.WEAK)).isFalse();
  }

  @Test
  void fairnessAddsNoStates() throws InvalidInputException {
    TemporalGraph graph = new TemporalGraph(3);
    for (int i = 0; i < 8; i++) {
      graph.node(0);
    }
    for (int i = 0; i < 8; i++) {
      for (int thread = 0; thread < 3; thread++) {
        graph.edge(i, i ^ 1 << thread, thread);
      }
    }
    BuchiAutomaton automaton =
        BuchiTranslation.translate(LtlFormula.eventually(ATOM), SourceSpan.NONE);
    for (Fairness fairness : Fairness.values()) {
      SearchResult result = search(new BuchiProduct(graph, automaton, fairness));
      assertThat(result.outcome()).isEqualTo(new SearchResult.Complete());
      assertThat(result.states()).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @EnumSource(Fairness.class)
  void agreesWithTheDefinitionOnRandomGraphsAndFormulas(Fairness fairness)
      throws InvalidInputException, LimitException {
    int found = 0;
    int graphs = 3_000;
    for (int seed = 0; seed < graphs; seed++) {
      TemporalGraph graph = TemporalGraph.random(new Random(seed));
      LtlFormula formula = new RandomFormulas(seed, 2).next(seed % 6);
      BuchiAutomaton automaton = BuchiTranslation.translate(formula, SourceSpan.NONE);
      BuchiProduct product = new BuchiProduct(graph, automaton, fairness);
      if (search(product).outcome() instanceof Accepting(Lasso lasso)) {
        found++;
        Run run = replay(graph, product.systemRun(lasso));
        assertThat(run.satisfies(formula, graph)).as("seed %d", seed).isTrue();
        assertThat(run.counts(graph, fairness)).as("seed %d", seed).isTrue();
      } else {
        for (Run run : shortRuns(graph)) {
          assertThat(run.counts(graph, fairness) && run.satisfies(formula, graph))
              .as("seed %d: %s", seed, run)
              .isFalse();
        }
      }
    }
    assertThat(found).isBetween(graphs / 5, graphs * 4 / 5);
  }

  /** Follows the indices; a repeated state stands for whichever way of repeating is fairest. */
  private static Run replay(TemporalGraph graph, Lasso lasso) {
    List<Integer> indices = new ArrayList<>(lasso.stem().subList(1, lasso.stem().size()));
    int loop = indices.size();
    indices.addAll(lasso.loop());
    List<Integer> nodes = new ArrayList<>();
    List<TemporalGraph.Edge> ways = new ArrayList<>();
    int node = 0;
    for (int index : indices) {
      nodes.add(node);
      ways.add(index == Lasso.STUTTER ? graph.ways(node).getLast() : graph.ways(node).get(index));
      node = ways.getLast().to();
    }
    assertThat(node).isEqualTo(nodes.get(loop));
    return new Run(nodes, ways, loop);
  }

  /** Every run that comes back after at most six steps. */
  private static List<Run> shortRuns(TemporalGraph graph) {
    List<Run> runs = new ArrayList<>();
    extend(graph, 0, List.of(), List.of(), runs);
    return runs;
  }

  private static void extend(
      TemporalGraph graph,
      int node,
      List<Integer> nodes,
      List<TemporalGraph.Edge> ways,
      List<Run> runs) {
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) == node) {
        runs.add(new Run(nodes, ways, i));
      }
    }
    if (nodes.size() < 6 && runs.size() < 3_000) {
      List<Integer> longer = new ArrayList<>(nodes);
      longer.add(node);
      for (TemporalGraph.Edge way : graph.ways(node)) {
        List<TemporalGraph.Edge> taken = new ArrayList<>(ways);
        taken.add(way);
        extend(graph, way.to(), longer, taken, runs);
      }
    }
  }
}
