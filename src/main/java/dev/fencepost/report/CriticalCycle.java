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
  private static final int MOST_ACCESSES = 1500;

  private final Trace trace;
  private final ExecutionGraph graph;
  private final int first;
  private List<Edge> best = List.of();

  private CriticalCycle(Trace trace) {
    this.trace = trace;
    graph = new ExecutionGraph(trace);
    first = Math.max(0, graph.size() - MOST_ACCESSES);
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

  private void findAll() {
    int failing = lastOfFailedThread();
    for (int start = first; start < graph.size(); start++) {
      if (isPassed(start)) {
        find(start, failing);
      }
    }
  }

  private boolean isPassed(int access) {
    for (int other = first; other < graph.size(); other++) {
      if (graph.isReordered(access, other)) {
        return true;
      }
    }
    return false;
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

  /** Breadth-first from what passed {@code start}, back to it. */
  private void find(int start, int failing) {
    Edge[] towards = new Edge[graph.size()];
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int passer = first; passer < graph.size(); passer++) {
      if (graph.isReordered(start, passer)) {
        towards[passer] = new Edge(start, passer, Relation.PO);
        open.add(passer);
      }
    }
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

  /** Less is more telling: with the failing access, short, stores delayed, late. */
  private int[] rank(List<Edge> cycle, int failing) {
    boolean fails = cycle.stream().anyMatch(edge -> edge.to() == failing);
    boolean store = trace.accesses().get(cycle.getFirst().from()).writes();
    int passer = graph.time(cycle.getFirst().to());
    return new int[] {fails ? 0 : 1, cycle.size(), store ? 0 : 1, -passer};
  }
}
