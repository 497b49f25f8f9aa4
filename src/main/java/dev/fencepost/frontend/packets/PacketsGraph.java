// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Hook;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.trace.CollectorGraph;
import dev.fencepost.trace.CollectorGraph.Node;
import dev.fencepost.trace.CollectorGraph.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/** What a work-packet file says, as a graph to be drawn. */
public final class PacketsGraph {
  private final Collector collector;
  private final SequencedSet<Request> requests = new LinkedHashSet<>();

  private PacketsGraph(Collector collector) {
    this.collector = collector;
  }

  /** The graph of a file. */
  public static CollectorGraph of(SourceUnit source) throws InvalidInputException {
    Collector collector =
        PacketsFrontEnd.collector(source.fileName(), source.text(), source.includes());
    return new PacketsGraph(collector).graph();
  }

  private CollectorGraph graph() throws InvalidInputException {
    Map<String, String> kinds = new HashMap<>();
    for (Kind kind : collector.kinds) {
      String many = kind.workers() > 1 ? ", " + kind.workers() + " workers" : "";
      String limit = kind.limit() > 0 ? ", at most " + kind.limit() : "";
      String parameter = "(" + kind.parameter() + ") ";
      kinds.put(
          kind.name().text(), parameter + (kind.multiset() ? "multiset" : "set") + many + limit);
      request(kind.name().text(), kind.body());
    }
    List<CollectorGraph.Bucket> buckets = new ArrayList<>();
    for (Bucket bucket : collector.buckets) {
      String opens =
          bucket.opens().map(guard -> "opens when " + text(guard)).orElse("open from the start");
      String closes = bucket.closes().map(guard -> ", closes when " + text(guard)).orElse("");
      List<Node> held =
          bucket.kinds().stream()
              .map(kind -> new Node(kind.text(), kinds.getOrDefault(kind.text(), "")))
              .toList();
      buckets.add(new CollectorGraph.Bucket(bucket.name().text(), opens + closes, held));
    }
    List<Node> hooks = new ArrayList<>();
    for (Hook hook : collector.hooks) {
      String what = hook.barrier() ? "write barrier" : "allocation";
      hooks.add(new Node(hook.name().text(), what + unlessAlways(" during ", hook.during())));
      request(hook.name().text(), hook.body());
    }
    String title = collector.title.isEmpty() ? collector.name.text() : collector.title;
    return new CollectorGraph(title, buckets, hooks, List.copyOf(requests), notes());
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    collector.milestones.forEach(
        each -> notes.add("milestone " + each.name().text() + " when " + text(each.when())));
    collector.phases.forEach(
        each -> notes.add("phase " + each.name().text() + " = " + text(each.condition())));
    for (Collector.PoolInMemory pool : collector.pools) {
      String order = pool.ordered() ? "acquire-release" : "relaxed";
      notes.add("pool in memory " + order + unlessAlways(" when ", pool.when()));
    }
    return notes;
  }

  private static String unlessAlways(String word, PacketsCondition when) {
    return when.equals(new PacketsCondition.Constant(true)) ? "" : word + text(when);
  }

  private void request(String from, TextRange body) throws InvalidInputException {
    for (Requests.Request request : Requests.in(collector.source, body)) {
      requests.add(new Request(from, request.kind().text()));
    }
  }

  private static String text(PacketsCondition condition) {
    return switch (condition) {
      case PacketsCondition.Constant constant -> constant.value() ? "true" : "false";
      case PacketsCondition.Open(Lexeme bucket) -> "open(" + bucket.text() + ")";
      case PacketsCondition.Empty(Lexeme kind) -> "empty(" + kind.text() + ")";
      case PacketsCondition.Done(Lexeme kind) -> "done(" + kind.text() + ")";
      case PacketsCondition.Named(Lexeme name) -> name.text();
      case PacketsCondition.Chosen(Lexeme name, Lexeme value) ->
          name.text() + " == " + value.text();
      case PacketsCondition.Not(PacketsCondition.Chosen(Lexeme name, Lexeme value)) ->
          name.text() + " != " + value.text();
      case PacketsCondition.Not(PacketsCondition operand) -> "!" + operand(operand);
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          operand(left) + " && " + operand(right);
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          text(left) + " || " + text(right);
    };
  }

  private static String operand(PacketsCondition condition) {
    return condition instanceof PacketsCondition.Or ? "(" + text(condition) + ")" : text(condition);
  }
}
