// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.packets.PacketsGraph;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.trace.CollectorGraph;
import dev.fencepost.trace.CollectorGraph.Bucket;
import dev.fencepost.trace.CollectorGraph.Node;
import dev.fencepost.trace.CollectorGraph.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The collectors of work-packet files, as graphs. */
public final class CollectorGraphs {

  private CollectorGraphs() {}

  /** The collector of the task's file. */
  public static CollectorGraph of(CheckTask task) throws InvalidInputException {
    if (!task.frontEnd().equals(FrontEnds.PACKETS)) {
      throw new InvalidInputException(
          task.file() + ": graphs are drawn of work-packet files", FrontEnds.PACKETS.extension());
    }
    SourceUnit source = new SourceFiles().unit(task);
    PacketsGraph graph = PacketsGraph.of(source.fileName(), source.text(), source.includes());
    List<Bucket> buckets = new ArrayList<>();
    graph
        .buckets()
        .forEach(
            (name, guard) -> {
              List<Node> kinds = new ArrayList<>();
              Objects.requireNonNull(graph.held().get(name))
                  .forEach(kind -> kinds.add(node(kind, graph.kinds())));
              buckets.add(new Bucket(name, guard, kinds));
            });
    List<Node> hooks = graph.hooks().keySet().stream().map(h -> node(h, graph.hooks())).toList();
    List<Request> requests =
        graph.requests().stream().map(pair -> new Request(pair.get(0), pair.get(1))).toList();
    return new CollectorGraph(graph.title(), buckets, hooks, requests, graph.notes());
  }

  private static Node node(String name, Map<String, String> texts) {
    return new Node(name, texts.getOrDefault(name, ""));
  }
}
