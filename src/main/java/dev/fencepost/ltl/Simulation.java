// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.budget.Budget;
import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Direct simulation: a state simulates another if it can follow each step of it, letter by letter,
 * to a simulating state, and meets at least the same conditions. States that simulate each other
 * are merged. An edge is dropped if a better edge leaves the same state.
 */
final class Simulation {
  private final BuchiAutomaton automaton;

  /** Whether the second state simulates the first. */
  private final boolean[][] simulated;

  private Simulation(BuchiAutomaton automaton) {
    this.automaton = automaton;
    int states = automaton.states();
    simulated = new boolean[states][states];
    for (boolean[] row : simulated) {
      Arrays.fill(row, true);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int state = 0; state < states; state++) {
        for (int other = 0; other < states; other++) {
          if (simulated[state][other] && !follows(state, other)) {
            simulated[state][other] = false;
            changed = true;
          }
        }
      }
    }
  }

  static BuchiAutomaton reduce(BuchiAutomaton automaton) {
    return new Simulation(automaton).quotient();
  }

  private boolean follows(int state, int other) {
    List<Edge> answers = automaton.edges().get(other);
    for (Edge edge : automaton.edges().get(state)) {
      Budget.ask();
      List<Label> labels =
          answers.stream()
              .filter(
                  answer ->
                      (edge.met() & ~answer.met()) == 0
                          && simulated[edge.target()][answer.target()])
              .map(Edge::label)
              .toList();
      if (!edge.label().impliesSomeOf(labels)) {
        return false;
      }
    }
    return true;
  }

  private BuchiAutomaton quotient() {
    List<List<Edge>> edges = new ArrayList<>();
    for (int state = 0; state < automaton.states(); state++) {
      edges.add(representative(state) == state ? best(automaton.edges().get(state)) : List.of());
    }
    List<Integer> starts = starts();
    List<Integer> initial = new ArrayList<>();
    for (int state : starts) {
      int kept = representative(state);
      boolean covered =
          starts.stream()
              .map(this::representative)
              .anyMatch(other -> other != kept && simulated[kept][other]);
      if (!covered && !initial.contains(kept)) {
        initial.add(kept);
      }
    }
    return UsefulPart.of(new BuchiAutomaton(automaton.conditions(), initial, edges));
  }

  /**
   * The initial states. An initial state without incoming edges is dropped if states that it
   * simulates have, together, all its edges: runs begin in one of them.
   */
  private List<Integer> starts() {
    int first = automaton.initial().isEmpty() ? 0 : automaton.initial().getFirst();
    boolean comesBack =
        automaton.edges().stream().flatMap(List::stream).anyMatch(e -> e.target() == first);
    if (automaton.initial().size() != 1 || comesBack) {
      return automaton.initial();
    }
    List<Integer> others = new ArrayList<>();
    for (int state = 0; state < automaton.states(); state++) {
      if (state != first && simulated[state][first]) {
        others.add(state);
      }
    }
    boolean complete =
        automaton.edges().get(first).stream()
            .allMatch(edge -> others.stream().anyMatch(other -> hasEdge(other, edge)));
    return complete ? others : automaton.initial();
  }

  /** Whether an edge of the state leads to the same place on the same letters. */
  private boolean hasEdge(int state, Edge edge) {
    return automaton.edges().get(state).stream()
        .anyMatch(e -> e.target() == edge.target() && edge.label().implies(e.label()));
  }

  private int representative(int state) {
    int first = 0;
    while (!simulated[state][first] || !simulated[first][state]) {
      first++;
    }
    return first;
  }

  private List<Edge> best(List<Edge> edges) {
    List<Edge> best = new ArrayList<>();
    for (Edge edge : edges) {
      Budget.ask();
      Edge moved = new Edge(edge.label(), edge.met(), representative(edge.target()));
      if (best.stream().noneMatch(other -> isBetter(other, moved))) {
        best.removeIf(other -> isBetter(moved, other));
        best.add(moved);
      }
    }
    return merged(best);
  }

  private boolean isBetter(Edge edge, Edge other) {
    return other.label().implies(edge.label())
        && (other.met() & ~edge.met()) == 0
        && simulated[other.target()][edge.target()];
  }

  /** Two edges whose labels make one label together are one edge. */
  private static List<Edge> merged(List<Edge> edges) {
    for (int i = 0; i < edges.size(); i++) {
      for (int j = i + 1; j < edges.size(); j++) {
        Edge one = edges.get(i);
        Edge other = edges.get(j);
        Label union = one.label().union(other.label());
        if (union != null && one.met() == other.met() && one.target() == other.target()) {
          List<Edge> fewer = new ArrayList<>(edges);
          fewer.set(i, new Edge(union, one.met(), one.target()));
          fewer.remove(j);
          return merged(fewer);
        }
      }
    }
    return edges;
  }
}
