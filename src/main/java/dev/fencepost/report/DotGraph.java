// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.Printable;
import dev.fencepost.trace.Graph;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Graphs in the DOT language. */
public final class DotGraph {
  /** The colours of kinds of edges. */
  static final Map<String, String> COLOURS =
      Map.of("po", "#666a70", "rf", "#187a55", "co", "#b4540a", "fr", "#2563ab");

  private DotGraph() {}

  /** The text: one digraph for each graph. */
  public static String of(List<Graph> graphs) {
    Formatter text = new Formatter(Locale.ROOT);
    graphs.forEach(graph -> write(graph, text));
    return text.toString();
  }

  private static void write(Graph graph, Formatter text) {
    String title = quoted(graph.title());
    text.format("digraph %s {\n  label=%s;\n", title, title);
    text.format("  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    text.format("  edge [fontname=\"monospace\", fontsize=9];\n");
    for (int i = 0; i < graph.nodes().size(); i++) {
      Graph.Node node = graph.nodes().get(i);
      text.format("  n%d [label=%s%s];\n", i, quoted(node.label()), style(node.style()));
    }
    for (Graph.Edge edge : graph.edges()) {
      text.format("  n%d -> n%d [label=%s", edge.from(), edge.to(), quoted(edge.label()));
      if (COLOURS.containsKey(edge.kind())) {
        text.format(", color=%1$s, fontcolor=%1$s", quoted(COLOURS.get(edge.kind())));
      }
      boolean places = edge.kind().isEmpty() || edge.kind().equals("po");
      text.format("%s];\n", places ? "" : ", constraint=false");
    }
    text.format("}\n");
  }

  private static String style(Graph.Style style) {
    return switch (style) {
      case PLAIN -> "";
      case START -> ", penwidth=2";
      case END -> ", peripheries=2";
      case BAD -> ", color=\"#b3261e\", fontcolor=\"#b3261e\", penwidth=2";
    };
  }

  private static String quoted(String text) {
    String shown = Printable.lines(text).replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + shown.replace("\n", "\\n") + '"';
  }
}
