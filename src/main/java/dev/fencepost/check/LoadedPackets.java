// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.packets.PacketsFrontEnd;
import dev.fencepost.frontend.packets.PacketsGraph;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.CollectorGraph;
import dev.fencepost.trace.CollectorGraph.Bucket;
import dev.fencepost.trace.CollectorGraph.Node;
import dev.fencepost.trace.CollectorGraph.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Work-packet files: which they are, and what they become. */
public final class LoadedPackets {
  /** The definition that chooses the scenario. */
  public static final String SCENARIO = "SCENARIO";

  /** The memory models under which a file is checked where none is named. */
  public static final List<String> MODELS = List.of("mmtk-relaxed", "mmtk-tso", "mmtk-sc");

  private LoadedPackets() {}

  /** The task for each scenario where it is a work-packet file and names none, else itself. */
  public static List<CheckTask> scenarioTasks(CheckTask task) throws InvalidInputException {
    if (!isPackets(task.file()) || task.defines().containsKey(SCENARIO)) {
      return List.of(task);
    }
    List<CheckTask> tasks = new ArrayList<>();
    for (String scenario : scenarios(task)) {
      SequencedMap<String, String> defines = new LinkedHashMap<>(task.defines());
      defines.put(SCENARIO, scenario);
      tasks.add(task.withDefines(defines));
    }
    return tasks.isEmpty() ? List.of(task) : tasks;
  }

  public static boolean isPackets(String file) {
    return file.endsWith(".packets");
  }

  /** The scenarios of a file, in its order. */
  public static List<String> scenarios(CheckTask task) throws InvalidInputException {
    SourceFiles files = new SourceFiles();
    return PacketsFrontEnd.scenarios(task.file(), text(task, files), files);
  }

  /** The collector of a file as a graph. */
  public static CollectorGraph graph(CheckTask task) throws InvalidInputException {
    if (!isPackets(task.file())) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE,
              task.file() + ": graphs are drawn of work-packet files",
              ".packets"));
    }
    SourceFiles files = new SourceFiles();
    PacketsGraph graph = PacketsGraph.of(task.file(), text(task, files), files);
    List<Bucket> buckets = new ArrayList<>();
    graph
        .buckets()
        .forEach(
            (name, guard) -> {
              List<Node> kinds = new ArrayList<>();
              graph.held().get(name).forEach(kind -> kinds.add(node(kind, graph.kinds())));
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

  static CheckedProgram translate(CheckTask task, SourceFiles files) throws InvalidInputException {
    return PacketsFrontEnd.translate(task.file(), text(task, files), task.defines(), files);
  }

  private static String text(CheckTask task, SourceFiles files) throws InvalidInputException {
    return task.text().isPresent()
        ? files.take(task.file(), task.text().get())
        : files.read(task.file());
  }
}
