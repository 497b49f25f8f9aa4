// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.collect.StrongComponents;
import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The strongly connected components of an automaton, and which of them accept. */
final class AcceptingComponents {
  private final BuchiAutomaton automaton;
  private final StrongComponents components;

  AcceptingComponents(BuchiAutomaton automaton) {
    this.automaton = automaton;
    components =
        new StrongComponents(
            automaton.states(),
            state -> automaton.edges().get(state).stream().mapToInt(Edge::target).toArray());
  }

  /** The component of a state; edges never lead to one with a higher number. */
  int of(int state) {
    return components.of(state);
  }

  int count() {
    return components.count();
  }

  /** The edges from the states of this component. */
  Stream<Edge> leaving(int number) {
    return IntStream.range(0, automaton.states())
        .filter(state -> of(state) == number)
        .mapToObj(automaton.edges()::get)
        .flatMap(List::stream);
  }

  /** The edges that stay in this component. */
  List<Edge> inner(int number) {
    return leaving(number).filter(edge -> of(edge.target()) == number).toList();
  }

  /** Whether a run that stays in this component can accept. */
  boolean accepts(int number) {
    List<Edge> inner = inner(number);
    long met = inner.stream().mapToLong(Edge::met).reduce(0, (a, b) -> a | b);
    return !inner.isEmpty() && met == automaton.allConditions();
  }

  /** Whether the edge stays in its component. */
  boolean isInside(int from, Edge edge) {
    return of(from) == of(edge.target());
  }
}
