// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A layered drawing of an acyclic graph, after Sugiyama: a node stands above all nodes that it
 * points to, an edge that an other path implies is left out, an edge across layers has a bend in
 * each of them, and the nodes of a layer are ordered by the mean place of their neighbours. The
 * drawing depends on the graph only.
 */
final class LayeredDrawing {
  private static final int SWEEPS = 40;

  /** An edge as the nodes and bends that it goes through, from top to bottom. */
  record Edge(List<String> stations) {
    String from() {
      return stations.getFirst();
    }

    String to() {
      return stations.getLast();
    }
  }

  private final SequencedMap<String, SequencedSet<String>> targets;
  private final double nodeWidth;
  private final double bendWidth;
  private final Map<String, Integer> layerOf = new TreeMap<>();
  private final List<List<String>> layers = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Map<String, List<String>> above = new TreeMap<>();
  private final Map<String, List<String>> below = new TreeMap<>();
  private final SequencedMap<String, Double> middles = new LinkedHashMap<>();

  LayeredDrawing(
      SequencedMap<String, SequencedSet<String>> targets, double nodeWidth, double bendWidth) {
    this.targets = targets;
    this.nodeWidth = nodeWidth;
    this.bendWidth = bendWidth;
    targets.sequencedKeySet().forEach(this::layer);
    layerOf.forEach((node, layer) -> at(layer).add(node));
    targets.sequencedKeySet().forEach(this::addEdges);
    for (int i = 0; i < SWEEPS; i++) {
      sortLayers(i % 2 == 0);
    }
    layers.forEach(this::spread);
    for (int i = 0; i < SWEEPS; i++) {
      layers.forEach(this::moveToNeighbours);
    }
    double left = middles.values().stream().mapToDouble(x -> x).min().orElse(0) - nodeWidth / 2;
    middles.replaceAll((node, middle) -> middle - left);
  }

  /** The nodes and bends of each layer, from left to right; the first layer is the lowest. */
  List<List<String>> layers() {
    return layers;
  }

  List<Edge> edges() {
    return edges;
  }

  boolean isNode(String station) {
    return targets.containsKey(station);
  }

  /** The horizontal middle of a node or bend; the left edge of the drawing is at 0. */
  double middle(String station) {
    return middles.get(station);
  }

  int layerOf(String station) {
    return layerOf.get(station);
  }

  double width() {
    return middles.values().stream().mapToDouble(x -> x).max().orElse(0) + nodeWidth / 2;
  }

  private int layer(String node) {
    Integer known = layerOf.get(node);
    if (known != null) {
      return known;
    }
    int layer = 0;
    for (String target : targets.get(node)) {
      layer = Math.max(layer, layer(target) + 1);
    }
    layerOf.put(node, layer);
    return layer;
  }

  private List<String> at(int layer) {
    while (layers.size() <= layer) {
      layers.add(new ArrayList<>());
    }
    return layers.get(layer);
  }

  private void addEdges(String node) {
    SequencedSet<String> implied = new TreeSet<>();
    targets.get(node).forEach(target -> addReachable(target, implied));
    for (String target : targets.get(node)) {
      if (!implied.contains(target)) {
        addEdge(node, target);
      }
    }
  }

  private void addReachable(String node, SequencedSet<String> reachable) {
    for (String target : targets.get(node)) {
      if (reachable.add(target)) {
        addReachable(target, reachable);
      }
    }
  }

  private void addEdge(String node, String target) {
    List<String> stations = new ArrayList<>(List.of(node));
    for (int layer = layerOf.get(node) - 1; layer > layerOf.get(target); layer--) {
      String bend = node + ">" + target + "@" + layer;
      layerOf.put(bend, layer);
      at(layer).add(bend);
      stations.add(bend);
    }
    stations.add(target);
    for (int i = 1; i < stations.size(); i++) {
      below.computeIfAbsent(stations.get(i - 1), s -> new ArrayList<>()).add(stations.get(i));
      above.computeIfAbsent(stations.get(i), s -> new ArrayList<>()).add(stations.get(i - 1));
    }
    edges.add(new Edge(List.copyOf(stations)));
  }

  private void sortLayers(boolean upwards) {
    Map<String, List<String>> neighbours = upwards ? below : above;
    Map<String, Double> places = new TreeMap<>();
    for (List<String> layer : layers) {
      for (int i = 0; i < layer.size(); i++) {
        places.put(layer.get(i), (i + 0.5) / layer.size());
      }
    }
    for (List<String> layer : upwards ? layers : layers.reversed()) {
      Map<String, Double> keys = new TreeMap<>();
      for (String station : layer) {
        keys.put(
            station,
            neighbours.getOrDefault(station, List.of()).stream()
                .mapToDouble(places::get)
                .average()
                .orElse(places.get(station)));
      }
      layer.sort(Comparator.comparing(keys::get));
      for (int i = 0; i < layer.size(); i++) {
        places.put(layer.get(i), (i + 0.5) / layer.size());
      }
    }
  }

  private double half(String station) {
    return (isNode(station) ? nodeWidth : bendWidth) / 2;
  }

  private void spread(List<String> layer) {
    double end = -layer.stream().mapToDouble(this::half).sum();
    for (String station : layer) {
      middles.put(station, end + half(station));
      end += 2 * half(station);
    }
  }

  /** Wishes are the means of neighbours; overlaps are resolved from both sides, and halved. */
  private void moveToNeighbours(List<String> layer) {
    int size = layer.size();
    double[] fromLeft = new double[size];
    double[] fromRight = new double[size];
    for (int i = 0; i < size; i++) {
      fromLeft[i] = wish(layer.get(i));
      fromRight[i] = fromLeft[i];
    }
    for (int i = 1; i < size; i++) {
      double apart = half(layer.get(i - 1)) + half(layer.get(i));
      fromLeft[i] = Math.max(fromLeft[i], fromLeft[i - 1] + apart);
      int j = size - 1 - i;
      apart = half(layer.get(j)) + half(layer.get(j + 1));
      fromRight[j] = Math.min(fromRight[j], fromRight[j + 1] - apart);
    }
    for (int i = 0; i < size; i++) {
      middles.put(layer.get(i), (fromLeft[i] + fromRight[i]) / 2);
    }
  }

  private double wish(String station) {
    List<String> neighbours = new ArrayList<>(above.getOrDefault(station, List.of()));
    neighbours.addAll(below.getOrDefault(station, List.of()));
    return neighbours.stream().mapToDouble(middles::get).average().orElse(middles.get(station));
  }
}
