// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.collect.IntList;
import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The strongly connected components of an automaton (Tarjan 1972), numbered so that edges never
 * lead to a component with a higher number.
 */
final class StrongComponents {
  private static final int UNSEEN = -1;

  private final BuchiAutomaton automaton;

  /** The component of each state. */
  private final int[] component;

  private final int[] order;
  private final int[] lowest;
  private final int[] nextEdge;
  private final IntList path = new IntList();
  private final IntList open = new IntList();
  private int seen;
  private int count;

  StrongComponents(BuchiAutomaton automaton) {
    this.automaton = automaton;
    component = new int[automaton.states()];
    order = new int[automaton.states()];
    lowest = new int[automaton.states()];
    nextEdge = new int[automaton.states()];
    Arrays.fill(component, UNSEEN);
    Arrays.fill(order, UNSEEN);
    for (int state = 0; state < automaton.states(); state++) {
      if (order[state] == UNSEEN) {
        search(state);
      }
    }
  }

  int of(int state) {
    return component[state];
  }

  int count() {
    return count;
  }

  /** The edges that stay in this component. */
  List<Edge> inner(int number) {
    List<Edge> inner = new ArrayList<>();
    for (int state = 0; state < component.length; state++) {
      if (component[state] == number) {
        for (Edge edge : automaton.edges().get(state)) {
          if (isInside(state, edge)) {
            inner.add(edge);
          }
        }
      }
    }
    return inner;
  }

  /** Whether a run that stays in this component can accept. */
  boolean accepts(int number) {
    List<Edge> inner = inner(number);
    long met = inner.stream().mapToLong(Edge::met).reduce(0, (a, b) -> a | b);
    return !inner.isEmpty() && met == automaton.allConditions();
  }

  /** Whether the edge stays in its component. */
  boolean isInside(int from, Edge edge) {
    return component[from] == component[edge.target()];
  }

  private void search(int root) {
    enter(root);
    while (!path.isEmpty()) {
      int state = path.get(path.size() - 1);
      List<Edge> edges = automaton.edges().get(state);
      if (nextEdge[state] < edges.size()) {
        int target = edges.get(nextEdge[state]++).target();
        if (order[target] == UNSEEN) {
          enter(target);
        } else if (component[target] == UNSEEN) {
          lowest[state] = Math.min(lowest[state], order[target]);
        }
      } else {
        leave(path.pop());
      }
    }
  }

  private void enter(int state) {
    order[state] = seen;
    lowest[state] = seen;
    seen++;
    path.add(state);
    open.add(state);
  }

  private void leave(int state) {
    if (lowest[state] == order[state]) {
      int member;
      do {
        member = open.pop();
        component[member] = count;
      } while (member != state);
      count++;
    }
    if (!path.isEmpty()) {
      int parent = path.get(path.size() - 1);
      lowest[parent] = Math.min(lowest[parent], lowest[state]);
    }
  }
}
