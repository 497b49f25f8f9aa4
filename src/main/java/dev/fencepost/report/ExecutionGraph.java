// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceAccess.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The memory accesses of a run and how they follow one another: program order, reads-from,
 * coherence order and from-reads. An execution is sequentially consistent if and only if the four
 * together have no cycle (Shasha and Snir 1988).
 */
final class ExecutionGraph {

  /** Why one access comes before another. */
  enum Relation {
    /** Program order. */
    PO,
    /** The second reads what the first wrote. */
    RF,
    /** Two writes of one cell, in the order in which they became visible. */
    CO,
    /** The first read an older value than the second wrote. */
    FR
  }

  /** An edge between two accesses of the trace, by their numbers. */
  record Edge(int from, int to, Relation relation) {}

  private final List<TraceAccess> accesses;
  private final int first;

  /** Edges by where they begin; found when they are asked for, as long runs have very many. */
  private final Map<Integer, List<Edge>> communication = new HashMap<>();

  ExecutionGraph(Trace trace) {
    this(trace, 0);
  }

  /**
   * @param first the first access that edges lead to
   */
  ExecutionGraph(Trace trace, int first) {
    accesses = trace.accesses();
    this.first = first;
  }

  private List<Edge> edges(int from) {
    List<Edge> edges = new ArrayList<>();
    for (int to = first; to < accesses.size(); to++) {
      if (accesses.get(to).readsFrom().filter(source -> source.access() == from).isPresent()) {
        edges.add(new Edge(from, to, Relation.RF));
      }
      if (from != to && accesses.get(to).writes() && sameCell(from, to)) {
        before(from, to).ifPresent(edges::add);
      }
    }
    return edges;
  }

  private boolean sameCell(int first, int second) {
    String location = accesses.get(first).location();
    return !location.equals("?") && location.equals(accesses.get(second).location());
  }

  /** Coherence order and from-reads to a write. */
  private Optional<Edge> before(int from, int write) {
    TraceAccess access = accesses.get(from);
    if (access.writes() && visibleBefore(from, write)) {
      return Optional.of(new Edge(from, write, Relation.CO));
    }
    if (access.reads() && access.readsFrom().isPresent()) {
      Source source = access.readsFrom().get();
      boolean older =
          source.access() >= 0
              ? source.access() != write && visibleBefore(source.access(), write)
              : time(write) > source.step();
      return older ? Optional.of(new Edge(from, write, Relation.FR)) : Optional.empty();
    }
    return Optional.empty();
  }

  /** Whether one write of a cell became visible before another; pending writes come last. */
  private boolean visibleBefore(int first, int second) {
    TraceAccess one = accesses.get(first);
    TraceAccess two = accesses.get(second);
    return one.pending() && two.pending()
        ? one.thread() == two.thread() && one.order() < two.order()
        : time(first) < time(second);
  }

  /** The step in which an access took effect; pending ones come last. */
  int time(int access) {
    TraceAccess found = accesses.get(access);
    return found.pending() ? Integer.MAX_VALUE : found.performedAt();
  }

  /** Whether the second access, later in program order, took effect before the first. */
  boolean isReordered(int first, int second) {
    return isBefore(first, second) && time(second) < time(first);
  }

  /** Whether the two are of one thread and in this order in its program. */
  boolean isBefore(int first, int second) {
    return accesses.get(first).thread() == accesses.get(second).thread()
        && accesses.get(first).order() < accesses.get(second).order();
  }

  int size() {
    return accesses.size();
  }

  /** Reads-from, coherence and from-reads edges from an access. */
  List<Edge> communication(int access) {
    return communication.computeIfAbsent(access, this::edges);
  }

  /** All edges for a picture: program order and coherence between neighbours only. */
  List<Edge> shown() {
    List<Edge> edges = new ArrayList<>();
    for (int to = 0; to < size(); to++) {
      int second = to;
      nearest(second, first -> isBefore(first, second)).ifPresent(edges::add);
    }
    for (int from = 0; from < size(); from++) {
      for (Edge edge : communication(from)) {
        boolean direct =
            switch (edge.relation()) {
              case PO, RF -> true;
              case CO, FR -> !isImplied(edge);
            };
        if (direct) {
          edges.add(edge);
        }
      }
    }
    return edges;
  }

  private Optional<Edge> nearest(int to, IntPredicate before) {
    return IntStream.range(0, size())
        .filter(before)
        .boxed()
        .max(Comparator.comparingInt(first -> accesses.get(first).order()))
        .map(first -> new Edge(first, to, Relation.PO));
  }

  /** Whether an edge to an earlier write of the cell, and coherence from there, say the same. */
  private boolean isImplied(Edge edge) {
    return communication(edge.from()).stream()
        .anyMatch(
            other ->
                other.relation() == edge.relation()
                    && other.to() != edge.to()
                    && visibleBefore(other.to(), edge.to()));
  }
}
