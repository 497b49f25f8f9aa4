// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.List;

/** A plain directed graph to be drawn. */
public record Graph(String title, List<Node> nodes, List<Edge> edges) {
  public Graph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /** In place of a column: the node is placed by its edges. */
  public static final int ANYWHERE = -1;

  /**
   * A node.
   *
   * @param label in lines
   * @param column the column that it stands in, below those added before; or {@link #ANYWHERE}
   */
  public record Node(String label, Style style, int column) {
    public Node(String label, Style style) {
      this(label, style, ANYWHERE);
    }
  }

  /**
   * An edge between two nodes, by their places in the list.
   *
   * @param kind what kind of edge it is, such as {@code rf}; empty where there is one kind only
   */
  public record Edge(int from, int to, String label, String kind) {}

  /** How a node looks. */
  public enum Style {
    PLAIN,
    START,
    END,
    BAD
  }
}
