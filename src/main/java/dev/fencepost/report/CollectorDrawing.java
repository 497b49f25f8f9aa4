// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.Phrase;
import dev.fencepost.trace.CollectorGraph;
import dev.fencepost.trace.CollectorGraph.Bucket;
import dev.fencepost.trace.CollectorGraph.Node;
import dev.fencepost.trace.CollectorGraph.Request;
import java.util.Formatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a work-packet collector as SVG: buckets from top to bottom with their guards, kinds of work
 * inside, an arrow for each kind that requests another; below them what mutators request.
 */
public final class CollectorDrawing {
  private static final int MARGIN = 20;
  private static final int CHARACTER = 7;
  private static final int BUCKET = 110;
  private static final int NODE = 44;
  private static final int GAP = 60;

  private final CollectorGraph graph;
  private final Formatter svg = new Formatter(Locale.ROOT);
  private final Map<String, Box> boxes = new HashMap<>();
  private int width;
  private int y = MARGIN;

  private CollectorDrawing(CollectorGraph graph) {
    this.graph = graph;
  }

  private record Box(int x, int y, int width) {
    int middle() {
      return x + width / 2;
    }
  }

  /** The drawing as a whole SVG file. */
  public static String svg(CollectorGraph graph) {
    return new CollectorDrawing(graph).draw();
  }

  private String draw() {
    width = width();
    text(MARGIN, y + 14, graph.title(), "font-weight=\"bold\" font-size=\"15\"");
    y += 34;
    for (Bucket bucket : graph.buckets()) {
      frame(BUCKET, "#f4f6fa", "#8a96ac", "");
      text(MARGIN + 10, y + 18, "bucket " + bucket.name(), "font-weight=\"bold\"");
      text(MARGIN + 10, y + 36, bucket.guard(), "fill=\"#48536a\"");
      row(bucket.kinds(), y + 52, "#dbe7ff");
      y += BUCKET + 26;
    }
    if (!graph.others().isEmpty()) {
      frame(NODE + 44, "#ffffff", "#8a96ac", " stroke-dasharray=\"5 4\"");
      text(MARGIN + 10, y + 18, "mutators", "font-weight=\"bold\"");
      row(graph.others(), y + 30, "#ffe9d2");
      y += NODE + 44 + 26;
    }
    graph.requests().forEach(this::arrow);
    for (String note : graph.notes()) {
      text(MARGIN, y + 6, note, "fill=\"#48536a\"");
      y += 20;
    }
    return Phrase.of(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"12\">%n<defs><marker id=\"arrow\""
            + " viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\""
            + " orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#b3402e\"/></marker></defs>%n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n%s</svg>%n",
        width, y + MARGIN, width, y + MARGIN, svg);
  }

  private int width() {
    int widest = 20 + graph.title().length() * (CHARACTER + 2);
    for (Bucket bucket : graph.buckets()) {
      widest = Math.max(widest, rowWidth(bucket.kinds()));
      widest = Math.max(widest, 30 + bucket.guard().length() * CHARACTER);
    }
    widest = Math.max(widest, rowWidth(graph.others()));
    for (String note : graph.notes()) {
      widest = Math.max(widest, note.length() * CHARACTER);
    }
    return widest + 2 * MARGIN;
  }

  private static int rowWidth(List<Node> nodes) {
    return 20 + nodes.stream().mapToInt(node -> nodeWidth(node) + GAP).sum();
  }

  private static int nodeWidth(Node node) {
    return 24 + Math.max(node.name().length() + 1, node.text().length()) * CHARACTER;
  }

  private void frame(int height, String fill, String stroke, String style) {
    svg.format(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\""
            + " stroke=\"%s\"%s/>%n",
        MARGIN, y, width - 2 * MARGIN, height, fill, stroke, style);
  }

  private void row(List<Node> nodes, int top, String fill) {
    int x = MARGIN + 20;
    for (Node node : nodes) {
      Box box = new Box(x, top, nodeWidth(node));
      boxes.putIfAbsent(node.name(), box);
      svg.format(
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"%s\""
              + " stroke=\"#48536a\"/>%n",
          x, top, box.width(), NODE, fill);
      text(x + 12, top + 18, node.name(), "font-weight=\"bold\"");
      text(x + 12, top + 34, node.text(), "fill=\"#48536a\"");
      x += box.width() + GAP;
    }
  }

  /** From below to a bucket further down, from above to one further up, in an arc to the same. */
  private void arrow(Request request) {
    Box from = boxes.get(request.from());
    Box to = boxes.get(request.to());
    if (from == null || to == null) {
      return;
    }
    String path;
    if (from.equals(to)) {
      int x = from.x() + from.width();
      path = curve(x, from.y() + 12, x + 34, from.y() - 4, x + 34, from.y() + 48, x, from.y() + 32);
    } else if (from.y() == to.y()) {
      boolean right = from.x() < to.x();
      int start = right ? from.x() + from.width() : from.x();
      int end = right ? to.x() : to.x() + to.width();
      int height = from.y() + (right ? 14 : 30);
      int bend = right ? -10 : 10;
      path =
          curve(
              start,
              height,
              (start + end) / 2,
              height + bend,
              (start + end) / 2,
              height + bend,
              end,
              height);
    } else {
      boolean down = from.y() < to.y();
      int start = down ? from.y() + NODE : from.y();
      int end = down ? to.y() : to.y() + NODE;
      int half = (start + end) / 2;
      path = curve(from.middle(), start, from.middle(), half, to.middle(), half, to.middle(), end);
    }
    svg.format(
        "<path d=\"%s\" fill=\"none\" stroke=\"#b3402e\" stroke-width=\"1.4\""
            + " marker-end=\"url(#arrow)\"><title>%s</title></path>\n",
        path, HtmlReport.escaped(request.from() + " requests " + request.to()));
  }

  private static String curve(Integer... points) {
    return Phrase.of("M%d %dC%d %d %d %d %d %d", (Object[]) points);
  }

  private void text(int x, int baseline, String text, String style) {
    svg.format(
        "<text x=\"%d\" y=\"%d\" %s>%s</text>%n", x, baseline, style, HtmlReport.escaped(text));
  }
}
