// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Graph;
import java.util.List;
import java.util.Map;

/** Graphs in the DOT language. */
public final class DotGraph {
  private static final Map<String, String> COLOURS = GraphColours.BY_KIND;

  private DotGraph() {}

  /** The text: one digraph for each graph. */
  public static String of(List<Graph> graphs) {
    StringBuilder text = new StringBuilder();
    graphs.forEach(graph -> write(graph, text));
    return text.toString();
  }

  private static void write(Graph graph, StringBuilder text) {
    text.append("digraph ").append(quoted(graph.title())).append(" {\n");
    text.append("  label=").append(quoted(graph.title())).append(";\n");
    text.append("  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    text.append("  edge [fontname=\"monospace\", fontsize=9];\n");
    for (int i = 0; i < graph.nodes().size(); i++) {
      Graph.Node node = graph.nodes().get(i);
      text.append("  n").append(i).append(" [label=").append(quoted(node.label()));
      text.append(style(node.style())).append("];\n");
    }
    for (Graph.Edge edge : graph.edges()) {
      text.append("  n").append(edge.from()).append(" -> n").append(edge.to());
      text.append(" [label=").append(quoted(edge.label()));
      if (COLOURS.containsKey(edge.kind())) {
        text.append(", color=").append(quoted(COLOURS.get(edge.kind())));
        text.append(", fontcolor=").append(quoted(COLOURS.get(edge.kind())));
      }
      text.append(edge.kind().isEmpty() || edge.kind().equals("po") ? "" : ", constraint=false");
      text.append("];\n");
    }
    text.append("}\n");
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
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
