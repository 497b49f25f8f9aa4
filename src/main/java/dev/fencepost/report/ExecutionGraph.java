// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceAccess.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
  private final List<List<Edge>> communication = new ArrayList<>();

  ExecutionGraph(Trace trace) {
    accesses = trace.accesses();
    for (int i = 0; i < accesses.size(); i++) {
      communication.add(new ArrayList<>());
    }
    for (int to = 0; to < accesses.size(); to++) {
      addReadsFrom(to);
      for (int from = 0; from < accesses.size(); from++) {
        if (from != to && accesses.get(to).writes() && sameCell(from, to)) {
          addBefore(from, to);
        }
      }
    }
  }

  private boolean sameCell(int first, int second) {
    String location = accesses.get(first).location();
    return !location.equals("?") && location.equals(accesses.get(second).location());
  }

  private void addReadsFrom(int reader) {
    accesses
        .get(reader)
        .readsFrom()
        .filter(source -> source.access() >= 0)
        .ifPresent(source -> add(source.access(), reader, Relation.RF));
  }

  /** Coherence order and from-reads to a write. */
  private void addBefore(int from, int write) {
    TraceAccess first = accesses.get(from);
    if (first.writes() && visibleBefore(from, write)) {
      add(from, write, Relation.CO);
    } else if (first.reads() && first.readsFrom().isPresent()) {
      Source source = first.readsFrom().get();
      boolean older =
          source.access() >= 0
              ? source.access() != write && visibleBefore(source.access(), write)
              : time(write) > source.step();
      if (older) {
        add(from, write, Relation.FR);
      }
    }
  }

  private void add(int from, int to, Relation relation) {
    communication.get(from).add(new Edge(from, to, relation));
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
    return communication.get(access);
  }

  /** All edges for a picture: program order and coherence between neighbours only. */
  List<Edge> shown() {
    List<Edge> edges = new ArrayList<>();
    for (int to = 0; to < size(); to++) {
      int second = to;
      nearest(second, first -> isBefore(first, second)).ifPresent(edges::add);
    }
    for (List<Edge> from : communication) {
      for (Edge edge : from) {
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
    return communication.get(edge.from()).stream()
        .anyMatch(
            other ->
                other.relation() == edge.relation()
                    && other.to() != edge.to()
                    && visibleBefore(other.to(), edge.to()));
  }
}
