// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Graph;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The execution graph of a run: its accesses in a column for each thread, with the edges po, rf, co
 * and fr.
 */
public final class ExecutionPicture {

  private ExecutionPicture() {}

  /** The graph; threads without accesses get no column. */
  public static Graph of(Trace trace, String title) {
    List<TraceAccess> accesses = trace.accesses();
    List<Integer> threads = accesses.stream().map(TraceAccess::thread).distinct().sorted().toList();
    List<Integer> order =
        IntStream.range(0, accesses.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> accesses.get(i).order()))
            .toList();
    List<Graph.Node> nodes = new ArrayList<>();
    for (int i : order) {
      TraceAccess access = accesses.get(i);
      int column = threads.indexOf(access.thread());
      String value = access.value().isEmpty() ? "" : " = " + access.value();
      String name = nodes.stream().anyMatch(n -> n.column() == column) ? "" : thread(trace, access);
      nodes.add(
          new Graph.Node(
              name + access.kind() + " " + access.location() + value, Graph.Style.PLAIN, column));
    }
    List<Graph.Edge> edges =
        new ExecutionGraph(trace)
            .shown().stream()
                .map(
                    edge -> {
                      String kind = edge.relation().name().toLowerCase(Locale.ROOT);
                      return new Graph.Edge(
                          order.indexOf(edge.from()), order.indexOf(edge.to()), kind, kind);
                    })
                .toList();
    return new Graph(title, nodes, edges);
  }

  private static String thread(Trace trace, TraceAccess access) {
    return trace.threads().get(access.thread()) + ": ";
  }
}
