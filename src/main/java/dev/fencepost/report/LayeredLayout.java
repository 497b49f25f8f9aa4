// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Graph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Places the nodes of a graph in layers, so that most edges go down (Sugiyama, Tagawa and Toda 1981
 * in a simple form): nodes stand as far below the start as a shortest way leads, edges over several
 * layers run through places kept free for them, and each layer is ordered by the middle of the
 * neighbours above, then below. Graphs whose nodes have columns keep them.
 */
final class LayeredLayout {
  private static final int SWEEPS = 8;

  /** Per node, its layer and its place there. */
  final int[] layer;

  /** Per layer, what stands there from left to right: nodes, and edges that pass as -1 - edge. */
  final List<List<Integer>> layers = new ArrayList<>();

  private final Graph graph;

  LayeredLayout(Graph graph) {
    this.graph = graph;
    layer = new int[graph.nodes().size()];
    boolean columns = graph.nodes().stream().allMatch(n -> n.column() != Graph.ANYWHERE);
    if (columns) {
      placeInColumns();
    } else {
      findLayers();
      for (int sweep = 0; sweep < SWEEPS; sweep++) {
        order(sweep % 2 == 0);
      }
    }
  }

  private void placeInColumns() {
    List<Integer> used = new ArrayList<>();
    for (int i = 0; i < layer.length; i++) {
      int column = graph.nodes().get(i).column();
      while (used.size() <= column) {
        used.add(0);
      }
      layer[i] = used.get(column);
      used.set(column, layer[i] + 1);
    }
  }

  private void findLayers() {
    Arrays.fill(layer, -1);
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < layer.length; i++) {
      if (layer[i] < 0) {
        layer[i] = 0;
        open.add(i);
      }
      while (!open.isEmpty()) {
        int node = open.remove();
        for (Graph.Edge edge : graph.edges()) {
          if (edge.from() == node && layer[edge.to()] < 0) {
            layer[edge.to()] = layer[node] + 1;
            open.add(edge.to());
          }
        }
      }
    }
    int depth = Arrays.stream(layer).max().orElse(-1) + 1;
    for (int i = 0; i < depth; i++) {
      layers.add(new ArrayList<>());
    }
    for (int i = 0; i < layer.length; i++) {
      layers.get(layer[i]).add(i);
    }
    for (int i = 0; i < graph.edges().size(); i++) {
      Graph.Edge edge = graph.edges().get(i);
      int top = Math.min(layer[edge.from()], layer[edge.to()]);
      int bottom = Math.max(layer[edge.from()], layer[edge.to()]);
      for (int between = top + 1; between < bottom; between++) {
        layers.get(between).add(-1 - i);
      }
    }
  }

  /** Orders each layer by where the neighbours in the one before stand, downwards or upwards. */
  private void order(boolean down) {
    for (int step = 1; step < layers.size(); step++) {
      int at = down ? step : layers.size() - 1 - step;
      List<Integer> fixed = layers.get(down ? at - 1 : at + 1);
      List<Integer> moved = layers.get(at);
      List<Double> middles = new ArrayList<>();
      for (int i = 0; i < moved.size(); i++) {
        middles.add(middle(moved.get(i), fixed, i * (double) fixed.size() / moved.size()));
      }
      layers.set(
          at,
          IntStream.range(0, moved.size())
              .boxed()
              .sorted(Comparator.comparingDouble(middles::get))
              .map(moved::get)
              .toList());
    }
  }

  private double middle(int item, List<Integer> fixed, double otherwise) {
    return IntStream.range(0, fixed.size())
        .filter(i -> areJoined(item, fixed.get(i)))
        .average()
        .orElse(otherwise);
  }

  private boolean areJoined(int one, int other) {
    if (one < 0 || other < 0) {
      int edge = -1 - Math.min(one, other);
      int end = Math.max(one, other);
      Graph.Edge found = graph.edges().get(edge);
      return one < 0 && other < 0 ? one == other : found.from() == end || found.to() == end;
    }
    return graph.edges().stream()
        .anyMatch(
            edge ->
                edge.from() == one && edge.to() == other
                    || edge.from() == other && edge.to() == one);
  }

  /** The places that an edge runs through between its ends, as indices of layers. */
  List<Integer> bends(int edge) {
    List<Integer> found =
        IntStream.range(0, layers.size())
            .filter(i -> layers.get(i).contains(-1 - edge))
            .boxed()
            .toList();
    Graph.Edge ends = graph.edges().get(edge);
    return layer[ends.from()] > layer[ends.to()] ? found.reversed() : found;
  }
}
