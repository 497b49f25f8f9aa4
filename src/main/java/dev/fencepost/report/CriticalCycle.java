// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.report.ExecutionGraph.Edge;
import dev.fencepost.report.ExecutionGraph.Relation;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A shortest cycle of an execution graph: the accesses that show the execution to be none of
 * sequential consistency, and with them the reordering that a person must hear of. Cycles through
 * the last access of the thread that failed are preferred.
 */
final class CriticalCycle {
  /** Longer traces are looked at from their end. */
  private static final int MOST_ACCESSES = 600;

  private static final int MOST_PAIRS = 400;

  private final Trace trace;
  private final ExecutionGraph graph;
  private final int first;
  private List<Edge> best = List.of();

  private CriticalCycle(Trace trace) {
    this.trace = trace;
    first = Math.max(0, trace.accesses().size() - MOST_ACCESSES);
    graph = new ExecutionGraph(trace, first);
  }

  /** The cycle's edges in order; the first one is a pair that was reordered. */
  static Optional<List<Edge>> of(Trace trace) {
    if (trace.accesses().isEmpty() || trace.reorderings().isEmpty()) {
      return Optional.empty();
    }
    CriticalCycle search = new CriticalCycle(trace);
    search.findAll();
    return search.best.isEmpty() ? Optional.empty() : Optional.of(search.best);
  }

  /** A store that the last access of the failed thread did not see, if there is one. */
  static Optional<Edge> unseen(Trace trace) {
    CriticalCycle search = new CriticalCycle(trace);
    int failing = search.lastOfFailedThread();
    return failing < 0
        ? Optional.empty()
        : search.graph.communication(failing).stream()
            .filter(edge -> edge.relation() == Relation.FR)
            .filter(edge -> trace.accesses().get(edge.to()).pending())
            .findFirst();
  }

  private void findAll() {
    int failing = lastOfFailedThread();
    int pairs = 0;
    for (int passer = graph.size() - 1; passer >= first && pairs < MOST_PAIRS; passer--) {
      for (int start = first; start < graph.size(); start++) {
        if (graph.isReordered(start, passer)) {
          find(start, passer, failing);
          pairs++;
        }
      }
    }
  }

  private int lastOfFailedThread() {
    int last = -1;
    List<TraceAccess> accesses = trace.accesses();
    for (int i = 0; i < accesses.size(); i++) {
      boolean ofThread = accesses.get(i).thread() == trace.failure().thread();
      if (ofThread && !accesses.get(i).pending()) {
        last = last < 0 || graph.time(i) >= graph.time(last) ? i : last;
      }
    }
    return last;
  }

  /** Breadth-first from an access that passed another, back to that. */
  private void find(int start, int passer, int failing) {
    Edge[] towards = new Edge[graph.size()];
    towards[passer] = new Edge(start, passer, Relation.PO);
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(passer));
    while (!open.isEmpty()) {
      int access = open.remove();
      for (Edge edge : edges(access, towards[access].relation())) {
        if (edge.to() == start && edge.relation() != Relation.PO) {
          consider(path(towards, edge), failing);
        } else if (edge.to() >= first && edge.to() != start && towards[edge.to()] == null) {
          towards[edge.to()] = edge;
          open.add(edge.to());
        }
      }
    }
  }

  /** Program order after communication, and communication after either. */
  private List<Edge> edges(int access, Relation before) {
    List<Edge> edges = new ArrayList<>();
    for (Edge edge : graph.communication(access)) {
      boolean other =
          trace.accesses().get(edge.from()).thread() != trace.accesses().get(edge.to()).thread();
      if (other) {
        edges.add(edge);
      }
    }
    for (int later = first; before != Relation.PO && later < graph.size(); later++) {
      if (graph.isBefore(access, later)) {
        edges.add(new Edge(access, later, Relation.PO));
      }
    }
    return edges;
  }

  private static List<Edge> path(Edge[] towards, Edge last) {
    ArrayDeque<Edge> path = new ArrayDeque<>(List.of(last));
    boolean begun = false;
    for (Edge edge = towards[last.from()]; !begun; edge = towards[edge.from()]) {
      path.addFirst(edge);
      begun = edge.from() == last.to();
    }
    return List.copyOf(path);
  }

  private void consider(List<Edge> cycle, int failing) {
    if (best.isEmpty() || Arrays.compare(rank(cycle, failing), rank(best, failing)) < 0) {
      best = cycle;
    }
  }

  /**
   * The rank of a cycle; smaller is better. Better are cycles with the failing access, short ones,
   * those without a read that passed a store, which even TSO allows, those with a delayed store,
   * and late ones.
   */
  private int[] rank(List<Edge> cycle, int failing) {
    boolean fails = cycle.stream().anyMatch(edge -> edge.to() == failing);
    boolean store = trace.accesses().get(cycle.getFirst().from()).writes();
    boolean usual = store && trace.accesses().get(cycle.getFirst().to()).kind().equals("R");
    int passer = graph.time(cycle.getFirst().to());
    return new int[] {fails ? 0 : 1, cycle.size(), usual ? 1 : 0, store ? 0 : 1, -passer};
  }
}
