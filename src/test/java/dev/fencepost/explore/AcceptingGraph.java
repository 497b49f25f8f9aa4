// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A graph with conditions on its edges, and the plainest way to say whether a run accepts. */
final class AcceptingGraph implements AcceptingSystem {
  record Edge(int to, BitSet met) {}

  private final int conditions;
  private final List<Integer> initial = new ArrayList<>();
  private final Map<Integer, List<Edge>> edges = new TreeMap<>();
  private int violatingEdgeFrom = -1;

  AcceptingGraph(int conditions) {
    this.conditions = conditions;
  }

  static AcceptingGraph random(long seed, int conditions) {
    Random random = new Random(seed);
    AcceptingGraph graph = new AcceptingGraph(conditions);
    int nodes = 1 + random.nextInt(12);
    graph.start(random.nextInt(nodes));
    if (random.nextInt(3) == 0) {
      graph.start(random.nextInt(nodes));
    }
    int count = random.nextInt(3 * nodes);
    for (int i = 0; i < count; i++) {
      BitSet met = new BitSet();
      for (int c = 0; c < conditions; c++) {
        met.set(c, random.nextInt(conditions < 10 ? 3 : 2) == 0);
      }
      graph.edge(random.nextInt(nodes), random.nextInt(nodes), met);
    }
    return graph;
  }

  AcceptingGraph start(int node) {
    initial.add(node);
    return this;
  }

  AcceptingGraph edge(int from, int to, int... met) {
    BitSet bits = new BitSet();
    for (int condition : met) {
      bits.set(condition);
    }
    return edge(from, to, bits);
  }

  private AcceptingGraph edge(int from, int to, BitSet met) {
    edges.computeIfAbsent(from, f -> new ArrayList<>()).add(new Edge(to, met));
    return this;
  }

  /** The first edge that leaves this node is a violation. */
  AcceptingGraph violatingFrom(int node) {
    violatingEdgeFrom = node;
    return this;
  }

  private List<Edge> leaving(int node) {
    return edges.getOrDefault(node, List.of());
  }

  private BitSet reachable(int from) {
    BitSet reached = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      for (Edge edge : leaving(open.removeLast())) {
        if (!reached.get(edge.to)) {
          reached.set(edge.to);
          open.add(edge.to);
        }
      }
    }
    return reached;
  }

  /** Whether some reachable node lies on cycles that together meet everything. */
  boolean hasAcceptingRun() {
    BitSet nodes = new BitSet();
    initial.forEach(
        node -> {
          nodes.set(node);
          nodes.or(reachable(node));
        });
    return nodes.stream().anyMatch(this::acceptsAround);
  }

  private boolean acceptsAround(int node) {
    BitSet round = reachable(node);
    if (!round.get(node)) {
      return false;
    }
    BitSet met = new BitSet();
    for (int from : round.stream().toArray()) {
      for (Edge edge : leaving(from)) {
        if (edge.to == node || reachable(edge.to).get(node)) {
          met.or(edge.met);
        }
      }
    }
    return met.cardinality() == conditions;
  }

  /** Whether the run exists, its loop is one, and meets everything. */
  boolean accepts(Lasso run) {
    int node = initial.get(run.stem().getFirst());
    for (int index : run.stem().subList(1, run.stem().size())) {
      node = leaving(node).get(index).to;
    }
    int first = node;
    BitSet met = new BitSet();
    for (int index : run.loop()) {
      Edge edge = leaving(node).get(index);
      met.or(edge.met);
      node = edge.to;
    }
    return node == first && met.cardinality() == conditions;
  }

  @Override
  public int conditions() {
    return conditions;
  }

  @Override
  public AcceptingGenerator newGenerator() {
    return new AcceptingGenerator() {
      private List<Edge> last = List.of();

      @Override
      public void initial(Successors out) {
        out.clear();
        initial.forEach(node -> add(node, Successors.FINE, out));
      }

      @Override
      public void successors(byte[] bytes, int offset, int length, Successors out) {
        int node = ByteBuffer.wrap(bytes, offset, length).getInt();
        out.clear();
        last = leaving(node);
        int code = node == violatingEdgeFrom ? 1 : Successors.FINE;
        last.forEach(edge -> add(edge.to, code, out));
      }

      private void add(int node, int code, Successors out) {
        byte[] target = out.reserve(4);
        ByteBuffer.wrap(target).putInt(out.end(), node);
        out.add(out.end() + 4, code);
      }

      @Override
      public void met(int index, long[] words) {
        last.get(index).met.stream().forEach(c -> words[c / 64] |= 1L << c);
      }

      @Override
      public long[] marks() {
        return new long[1];
      }

      @Override
      public boolean boundHit() {
        return false;
      }
    };
  }
}
