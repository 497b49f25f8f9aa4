// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.ArrayList;
import java.util.List;

/** The states of an automaton that can be reached and from which a run can still accept. */
final class UsefulPart {

  private UsefulPart() {}

  static BuchiAutomaton of(BuchiAutomaton automaton) {
    AcceptingComponents components = new AcceptingComponents(automaton);
    boolean[] useful = new boolean[components.count()];
    for (int component = 0; component < useful.length; component++) {
      // its edges lead to components with lower numbers, or stay
      useful[component] =
          components.accepts(component)
              || components.leaving(component).anyMatch(e -> useful[components.of(e.target())]);
    }
    boolean[] kept = new boolean[automaton.states()];
    List<Integer> open = new ArrayList<>(automaton.initial());
    while (!open.isEmpty()) {
      int state = open.removeLast();
      if (!kept[state] && useful[components.of(state)]) {
        kept[state] = true;
        automaton.edges().get(state).forEach(edge -> open.add(edge.target()));
      }
    }
    return keeping(automaton, kept);
  }

  private static BuchiAutomaton keeping(BuchiAutomaton automaton, boolean[] kept) {
    int[] number = new int[kept.length];
    int count = 0;
    for (int state = 0; state < kept.length; state++) {
      number[state] = kept[state] ? count++ : -1;
    }
    List<List<Edge>> edges = new ArrayList<>();
    for (int state = 0; state < kept.length; state++) {
      if (kept[state]) {
        edges.add(
            automaton.edges().get(state).stream()
                .filter(edge -> kept[edge.target()])
                .map(edge -> new Edge(edge.label(), edge.met(), number[edge.target()]))
                .toList());
      }
    }
    List<Integer> initial =
        automaton.initial().stream().filter(s -> kept[s]).map(s -> number[s]).toList();
    return new BuchiAutomaton(automaton.conditions(), initial, edges);
  }
}
