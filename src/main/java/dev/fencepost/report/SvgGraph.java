// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.Phrase;
import dev.fencepost.trace.Graph;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** Graphs as one picture in SVG, one below the other; needs no other program. */
public final class SvgGraph {
  private static final double CHARACTER = 6.7;
  private static final int LINE = 15;
  private static final int BACK = 14;
  private static final int MARGIN = 24;
  private static final int NARROW = 14;

  private final Formatter out = new Formatter(Locale.ROOT);
  private final StringBuilder captions = new StringBuilder();
  private double gapX;
  private double gapY;
  private int labels;
  private double width;
  private double top = MARGIN;

  private SvgGraph() {}

  /** The picture. */
  public static String of(List<Graph> graphs) {
    SvgGraph picture = new SvgGraph();
    graphs.forEach(picture::add);
    return Phrase.of(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$.0f" height="%2$.0f" viewBox="0 0 %1$.0f %2$.0f">
        <style>
        text { font: 11px ui-monospace, Menlo, Consolas, monospace; fill: #1e2124; }
        .title { font: 600 13px system-ui, sans-serif; }
        rect { fill: #fff; stroke: #8d9096; }
        .start { stroke: #1e2124; stroke-width: 2.2; }
        .end { stroke: #1b7a4b; stroke-width: 2.2; }
        .bad { stroke: #b3261e; stroke-width: 2.2; }
        path { fill: none; stroke-width: 1.2; }
        .label { font-size: 10px; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
        </style>
        <rect width="100%%" height="100%%" style="stroke: none"/>
        %3$s</svg>
        """,
        picture.width + 2 * MARGIN, picture.top + MARGIN, picture.out);
  }

  private record Box(double x, double y, double width, double height) {
    double middle() {
      return x + width / 2;
    }
  }

  private void add(Graph graph) {
    text("title", MARGIN, top + 8, graph.title());
    top += 2 * LINE;
    int longest = graph.edges().stream().mapToInt(e -> e.label().length()).max().orElse(0);
    gapX = Math.max(36, longest * CHARACTER * 0.6);
    gapY = longest > 8 ? 64 : 44;
    LayeredLayout layout = new LayeredLayout(graph);
    List<double[]> passing = new ArrayList<>();
    List<Box> boxes =
        layout.layers.isEmpty() ? columns(graph, layout) : layers(graph, layout, passing);
    double bottom = top;
    for (int i = 0; i < graph.edges().size(); i++) {
      Graph.Edge edge = graph.edges().get(i);
      edge(edge, boxes.get(edge.from()), boxes.get(edge.to()), bends(i, layout, passing));
    }
    for (int i = 0; i < boxes.size(); i++) {
      box(graph.nodes().get(i), boxes.get(i));
      bottom = Math.max(bottom, boxes.get(i).y() + boxes.get(i).height());
      width = Math.max(width, boxes.get(i).x() + boxes.get(i).width());
    }
    out.format("%s", captions);
    captions.setLength(0);
    width = Math.max(width, graph.title().length() * CHARACTER * 1.2);
    top = bottom + gapY;
  }

  private static double widthOf(Graph.Node node) {
    return node.label().lines().mapToInt(String::length).max().orElse(1) * CHARACTER + 16;
  }

  private static double heightOf(Graph.Node node) {
    return Math.max(1, node.label().lines().count()) * LINE + 10.0;
  }

  private List<Box> columns(Graph graph, LayeredLayout layout) {
    double widest = graph.nodes().stream().mapToDouble(SvgGraph::widthOf).max().orElse(0);
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < graph.nodes().size(); i++) {
      Graph.Node node = graph.nodes().get(i);
      double x = MARGIN + node.column() * (widest + 3 * gapX);
      double y = top + layout.layer[i] * (LINE * 2.0 + gapY);
      boxes.add(new Box(x, y, widest, heightOf(node)));
    }
    return boxes;
  }

  /** Fills {@code passing} with edge, layer, x and y of the places that edges run through. */
  private List<Box> layers(Graph graph, LayeredLayout layout, List<double[]> passing) {
    Box[] boxes = new Box[graph.nodes().size()];
    double widest = layout.layers.stream().mapToDouble(row -> widthOf(graph, row)).max().orElse(0);
    double y = top;
    for (int at = 0; at < layout.layers.size(); at++) {
      List<Integer> row = layout.layers.get(at);
      double x = MARGIN + (widest - widthOf(graph, row)) / 2;
      double highest = LINE;
      for (int item : row) {
        if (item >= 0) {
          Graph.Node node = graph.nodes().get(item);
          boxes[item] = new Box(x, y, widthOf(node), heightOf(node));
          highest = Math.max(highest, heightOf(node));
          x += widthOf(node) + gapX;
        } else {
          passing.add(new double[] {-1 - item, at, x + NARROW / 2.0, y});
          x += NARROW + gapX / 2.0;
        }
      }
      y += highest + gapY;
    }
    return List.of(boxes);
  }

  private double widthOf(Graph graph, List<Integer> row) {
    return row.stream()
        .mapToDouble(i -> i >= 0 ? widthOf(graph.nodes().get(i)) + gapX : NARROW + gapX / 2.0)
        .sum();
  }

  private static List<double[]> bends(int edge, LayeredLayout layout, List<double[]> passing) {
    return layout.bends(edge).stream()
        .flatMap(at -> passing.stream().filter(p -> p[0] == edge && p[1] == at))
        .map(place -> new double[] {place[2], place[3] + LINE})
        .toList();
  }

  private void edge(Graph.Edge edge, Box from, Box to, List<double[]> bends) {
    String colour = DotGraph.COLOURS.getOrDefault(edge.kind(), "#444444");
    boolean aside =
        to.y() == from.y() || bends.isEmpty() && apart(from, to) && !edge.kind().isEmpty();
    boolean up = to.y() < from.y() && !aside;
    List<double[]> points = aside ? sides(from, to) : heads(from, to, bends, up ? BACK : 0);
    String path = from.equals(to) ? loop(from) : path(points, up ? BACK : 0, aside);
    out.format(
        "<path d=\"%s\" stroke=\"%s\"/>%n%s",
        path, colour, from.equals(to) ? "" : head(points, colour, aside));
    if (!edge.label().isEmpty()) {
      double[] place = between(points, aside ? 0.25 : 0.5);
      labels++;
      captions.append(
          Phrase.of(
              "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" style=\"fill: %s\">%s</text>%n",
              place[0] + 4,
              place[1] + (edge.kind().isEmpty() ? (labels % 3 - 1) * 13 : 0),
              colour,
              HtmlReport.escaped(edge.label())));
      width = Math.max(width, place[0] + edge.label().length() * CHARACTER);
    }
  }

  private static boolean apart(Box from, Box to) {
    return to.x() >= from.x() + from.width() || from.x() >= to.x() + to.width();
  }

  /** From one side to the other. */
  private static List<double[]> sides(Box from, Box to) {
    boolean right = to.x() > from.x();
    return List.of(
        new double[] {right ? from.x() + from.width() : from.x(), from.y() + from.height() / 2},
        new double[] {right ? to.x() : to.x() + to.width(), to.y() + to.height() / 2});
  }

  /** From bottom to top, or from top to bottom and then a little aside. */
  private static List<double[]> heads(Box from, Box to, List<double[]> bends, double aside) {
    boolean down = to.y() > from.y();
    List<double[]> points = new ArrayList<>();
    points.add(new double[] {from.middle() + aside, down ? from.y() + from.height() : from.y()});
    points.addAll(bends);
    points.add(new double[] {to.middle() + aside, down ? to.y() : to.y() + to.height()});
    return points;
  }

  /** A point on the way: in the middle of it, or nearer to its start. */
  private static double[] between(List<double[]> points, double share) {
    int at = (points.size() - 1) / 2;
    double[] a = points.get(at);
    double[] b = points.get(Math.min(at + 1, points.size() - 1));
    return new double[] {a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share};
  }

  private static String loop(Box box) {
    double x = box.x() + box.width();
    double y = box.y() + box.height() / 2;
    return Phrase.of(
        "M%1$.1f %2$.1f C%3$.1f %4$.1f %3$.1f %5$.1f %1$.1f %6$.1f",
        x, y - 5, x + 26, y - 18, y + 18, y + 5);
  }

  private static String path(List<double[]> points, double bow, boolean aside) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < points.size(); i++) {
      double[] point = points.get(i);
      if (i == 0) {
        path.append(Phrase.of("M%.1f %.1f", point[0], point[1]));
        continue;
      }
      double[] before = points.get(i - 1);
      double x = (before[0] + point[0]) / 2;
      double y = (before[1] + point[1]) / 2;
      path.append(
          Phrase.of(
              " C%.1f %.1f %.1f %.1f %.1f %.1f",
              aside ? x : before[0] + bow,
              aside ? before[1] : y,
              aside ? x : point[0] + bow,
              aside ? point[1] : y,
              point[0],
              point[1]));
    }
    return path.toString();
  }

  private static String head(List<double[]> points, String colour, boolean aside) {
    double[] tip = points.getLast();
    double[] before = points.get(points.size() - 2);
    double sign = Math.signum(aside ? before[0] - tip[0] : before[1] - tip[1]);
    double[] back = aside ? new double[] {8 * sign, 0} : new double[] {0, 8 * sign};
    double[] side = aside ? new double[] {0, 4} : new double[] {4, 0};
    return Phrase.of(
        "<path d=\"M%.1f %.1f L%.1f %.1f L%.1f %.1f z\" style=\"fill: %s\"/>%n",
        tip[0],
        tip[1],
        tip[0] + back[0] + side[0],
        tip[1] + back[1] + side[1],
        tip[0] + back[0] - side[0],
        tip[1] + back[1] - side[1],
        colour);
  }

  private void box(Graph.Node node, Box box) {
    out.format(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\"/>%n",
        node.style().name().toLowerCase(Locale.ROOT), box.x(), box.y(), box.width(), box.height());
    double y = box.y() + LINE + 1;
    for (String line : node.label().lines().toList()) {
      text("", box.x() + 8, y, line);
      y += LINE;
    }
  }

  private void text(String name, double x, double y, String text) {
    out.format(
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" xml:space=\"preserve\">%s</text>%n",
        name, x, y, HtmlReport.escaped(text));
  }
}
