// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TemporalSystem;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A hand-drawn graph whose nodes have atoms and whose edges belong to threads. Condition 0 is met
 * by steps of nodes that are not open; condition 1 + t is fairness of thread t.
 */
final class TemporalGraph implements TemporalSystem {
  record Edge(int to, int thread) {}

  /**
   * A node.
   *
   * @param diverging threads that run by themselves there for ever, as bits
   */
  record Node(long atoms, boolean open, int diverging, Terminal terminal, List<Edge> edges) {}

  private final int threads;
  private final List<Node> nodes = new ArrayList<>();

  TemporalGraph(int threads) {
    this.threads = threads;
  }

  static TemporalGraph random(Random random) {
    TemporalGraph graph = new TemporalGraph(1 + random.nextInt(3));
    int count = 1 + random.nextInt(4);
    Terminal[] terminals = {Terminal.END, Terminal.DEADLOCK, Terminal.CUT};
    for (int i = 0; i < count; i++) {
      boolean open = random.nextInt(8) == 0;
      int diverging = random.nextInt(8) == 0 ? 1 << random.nextInt(graph.threads) : 0;
      graph.node(random.nextInt(4), open, diverging, terminals[random.nextInt(3)]);
    }
    int edges = random.nextInt(2 * count + 2);
    for (int i = 0; i < edges; i++) {
      graph.edge(random.nextInt(count), random.nextInt(count), random.nextInt(graph.threads));
    }
    return graph;
  }

  /** Adds a node; runs begin in the first. */
  TemporalGraph node(long atoms) {
    return node(atoms, false, 0, Terminal.END);
  }

  TemporalGraph node(long atoms, boolean open, int diverging, Terminal terminal) {
    nodes.add(new Node(atoms, open, diverging, terminal, new ArrayList<>()));
    return this;
  }

  TemporalGraph edge(int from, int to, int thread) {
    nodes.get(from).edges.add(new Edge(to, thread));
    return this;
  }

  Node at(int node) {
    return nodes.get(node);
  }

  /** Every way on from a node: its edges, then the ways in which it repeats. */
  List<Edge> ways(int node) {
    List<Edge> ways = new ArrayList<>(at(node).edges);
    if (ways.isEmpty() && at(node).terminal != Terminal.CUT) {
      return List.of(new Edge(node, Lasso.STUTTER));
    }
    for (int thread = 0; thread < threads; thread++) {
      if ((at(node).diverging & 1 << thread) != 0) {
        ways.add(new Edge(node, thread));
      }
    }
    return ways;
  }

  /** Whether a way on meets a condition. */
  boolean meets(int node, Edge way, int condition) {
    if (condition == 0) {
      return !at(node).open || way.thread == Lasso.STUTTER;
    }
    int thread = condition - 1;
    return way.thread == thread || ways(node).stream().noneMatch(w -> w.thread == thread);
  }

  @Override
  public int conditions() {
    return 1 + threads;
  }

  @Override
  public int required() {
    return 1;
  }

  @Override
  public TemporalGenerator newGenerator() {
    return new TemporalGenerator() {
      private int last;

      @Override
      public void initial(Successors out) {
        out.clear();
        add(0, out);
      }

      @Override
      public void successors(byte[] bytes, int offset, int length, Successors out) {
        last = ByteBuffer.wrap(bytes, offset, length).getInt();
        out.clear();
        at(last).edges.forEach(edge -> add(edge.to, out));
        if (out.count() == 0) {
          out.terminal(at(last).terminal, Successors.FINE);
        }
      }

      private void add(int node, Successors out) {
        byte[] target = out.reserve(4);
        ByteBuffer.wrap(target).putInt(out.end(), node);
        out.add(out.end() + 4, Successors.FINE);
      }

      @Override
      public long atoms(byte[] bytes, int offset, int length) {
        return at(ByteBuffer.wrap(bytes, offset, length).getInt()).atoms;
      }

      @Override
      public int stutters() {
        return Integer.bitCount(at(last).diverging);
      }

      @Override
      public void met(int index, long[] words) {
        for (int condition = 0; condition < conditions(); condition++) {
          if (meets(last, ways(last).get(index), condition)) {
            words[0] |= 1L << condition;
          }
        }
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
