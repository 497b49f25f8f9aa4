// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives an automaton no more conditions than the component that needs most: in each component,
 * conditions that follow from others are dropped and the rest numbered anew.
 */
final class FewestConditions {
  private static final long REJECTING = -1;

  private final BuchiAutomaton automaton;
  private final AcceptingComponents components;

  /** For each component the conditions it needs, or {@link #REJECTING}. */
  private final long[] needed;

  private final int conditions;

  private FewestConditions(BuchiAutomaton automaton) {
    this.automaton = automaton;
    components = new AcceptingComponents(automaton);
    needed = new long[components.count()];
    int most = 0;
    for (int component = 0; component < needed.length; component++) {
      List<Edge> inner = components.inner(component);
      needed[component] = components.accepts(component) ? needed(inner) : REJECTING;
      boolean rejects = needed[component] == REJECTING;
      int wanted = rejects ? inner.isEmpty() ? 0 : 1 : Long.bitCount(needed[component]);
      most = Math.max(most, wanted);
    }
    conditions = most;
  }

  /**
   * Reduces the conditions.
   *
   * @param passing whether edges from component to component are to meet all conditions, or none:
   *     as no run takes one infinitely often, that makes no difference to what is accepted
   */
  static BuchiAutomaton of(BuchiAutomaton automaton, boolean passing) {
    return new FewestConditions(automaton).reduced(passing);
  }

  private BuchiAutomaton reduced(boolean passing) {
    List<List<Edge>> edges = new ArrayList<>();
    for (int state = 0; state < automaton.states(); state++) {
      List<Edge> leaving = new ArrayList<>();
      for (Edge edge : automaton.edges().get(state)) {
        long met = passing ? BuchiAutomaton.all(conditions) : 0;
        if (components.isInside(state, edge)) {
          met = renumbered(edge.met(), needed[components.of(state)]);
        }
        leaving.add(new Edge(edge.label(), met, edge.target()));
      }
      edges.add(leaving);
    }
    return new BuchiAutomaton(conditions, automaton.initial(), edges);
  }

  private long needed(List<Edge> inner) {
    long needed = automaton.allConditions();
    for (int condition = 0; condition < automaton.conditions(); condition++) {
      long bit = 1L << condition;
      boolean always = inner.stream().allMatch(edge -> (edge.met() & bit) != 0);
      if (always || followsFromOne(inner, bit, needed & ~bit)) {
        needed &= ~bit;
      }
    }
    return needed;
  }

  /** Whether another condition implies this one: each inner edge that meets it meets this one. */
  private static boolean followsFromOne(List<Edge> inner, long bit, long others) {
    for (long rest = others; rest != 0; rest &= rest - 1) {
      long other = Long.lowestOneBit(rest);
      if (inner.stream().noneMatch(e -> (e.met() & other) != 0 && (e.met() & bit) == 0)) {
        return true;
      }
    }
    return false;
  }

  private long renumbered(long met, long wanted) {
    if (wanted == REJECTING) {
      return 0;
    }
    long renumbered = BuchiAutomaton.all(conditions) & ~((1L << Long.bitCount(wanted)) - 1);
    int number = 0;
    for (long rest = wanted; rest != 0; rest &= rest - 1) {
      renumbered |= (met & Long.lowestOneBit(rest)) != 0 ? 1L << number : 0;
      number++;
    }
    return renumbered;
  }
}
