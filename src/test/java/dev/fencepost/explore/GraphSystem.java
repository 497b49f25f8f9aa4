// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A hand-drawn graph as a transition system. A state is a node; its bytes are its number. */
final class GraphSystem implements TransitionSystem {
  private static final int BAD = 1;

  private record Edge(int to, int code) {}

  private final List<Edge> initial = new ArrayList<>();
  private final Map<Integer, List<Edge>> edges = new TreeMap<>();
  private final Map<Integer, Successors.Terminal> ends = new TreeMap<>();
  private final Map<Integer, Integer> marks = new TreeMap<>();
  private int gaveUpAt = -1;

  GraphSystem start(int... nodes) {
    for (int node : nodes) {
      initial.add(new Edge(node, Successors.FINE));
    }
    return this;
  }

  GraphSystem badStart(int node) {
    initial.add(new Edge(node, BAD));
    return this;
  }

  /** A run through these nodes. */
  GraphSystem path(int... nodes) {
    for (int i = 1; i < nodes.length; i++) {
      edge(nodes[i - 1], nodes[i], Successors.FINE);
    }
    return this;
  }

  /** A violating step. */
  GraphSystem badStep(int from, int to) {
    return edge(from, to, BAD);
  }

  /** A state without successors that is violating. */
  GraphSystem deadlock(int node) {
    ends.put(node, Successors.Terminal.DEADLOCK);
    return this;
  }

  /** A state without successors in which the run is dropped. */
  GraphSystem cut(int node) {
    ends.put(node, Successors.Terminal.CUT);
    return this;
  }

  GraphSystem mark(int node, int mark) {
    marks.put(node, mark);
    return this;
  }

  GraphSystem givesUpAt(int node) {
    gaveUpAt = node;
    return this;
  }

  private GraphSystem edge(int from, int to, int code) {
    edges.computeIfAbsent(from, f -> new ArrayList<>()).add(new Edge(to, code));
    return this;
  }

  @Override
  public Generator newGenerator() {
    return new Generator() {
      private final long[] passed = new long[1];

      @Override
      public void initial(Successors out) {
        out.clear();
        initial.forEach(edge -> add(edge, out));
      }

      @Override
      public void successors(byte[] bytes, int offset, int length, Successors out)
          throws LimitException {
        int node = ByteBuffer.wrap(bytes, offset, length).getInt();
        out.clear();
        if (node == gaveUpAt) {
          throw new LimitException("too much local work");
        }
        if (marks.containsKey(node)) {
          passed[0] |= 1L << marks.get(node);
        }
        edges.getOrDefault(node, List.of()).forEach(edge -> add(edge, out));
        Successors.Terminal end = ends.getOrDefault(node, Successors.Terminal.END);
        if (out.count() == 0) {
          out.terminal(end, end == Successors.Terminal.DEADLOCK ? BAD : Successors.FINE);
        }
      }

      private void add(Edge edge, Successors out) {
        byte[] target = out.reserve(4);
        ByteBuffer.wrap(target).putInt(out.end(), edge.to());
        out.add(out.end() + 4, edge.code());
      }

      @Override
      public long[] marks() {
        return passed;
      }

      @Override
      public boolean boundHit() {
        return false;
      }
    };
  }
}
