// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.List;

/**
 * A generalised Büchi automaton with conditions on its edges: a run accepts if for each condition
 * it takes edges that meet it infinitely often. States are numbered from 0.
 *
 * @param conditions how many there are, at most {@link Long#SIZE}; with none, every infinite run
 *     accepts
 * @param initial the states in which a run may begin
 * @param edges for each state the edges that leave it
 */
public record BuchiAutomaton(int conditions, List<Integer> initial, List<List<Edge>> edges) {

  public BuchiAutomaton {
    initial = List.copyOf(initial);
    edges = edges.stream().map(List::copyOf).toList();
  }

  /**
   * An edge.
   *
   * @param label the letters on which it can be taken
   * @param met the conditions that taking it meets, as bits
   */
  public record Edge(Label label, long met, int target) {}

  /** How many states it has; none if the formula is false of every word. */
  public int states() {
    return edges.size();
  }

  long allConditions() {
    return all(conditions);
  }

  /** So many conditions, as bits. */
  static long all(int conditions) {
    return conditions == Long.SIZE ? -1L : (1L << conditions) - 1;
  }
}
