// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Hook;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.preprocess.IncludeResolver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * What a work-packet file says, for a drawing.
 *
 * @param kinds per kind, its description
 * @param buckets per bucket, its guards
 * @param held per bucket, its kinds
 * @param hooks per hook, when it is on
 * @param requests who requests which kind: pairs of names
 * @param notes milestones and phases
 */
public record PacketsGraph(
    String title,
    SequencedMap<String, String> kinds,
    SequencedMap<String, String> buckets,
    SequencedMap<String, List<String>> held,
    SequencedMap<String, String> hooks,
    SequencedSet<List<String>> requests,
    List<String> notes) {

  /** The graph of a file. */
  public static PacketsGraph of(String file, String text, IncludeResolver includes)
      throws InvalidInputException {
    Collector collector = PacketsFrontEnd.collector(file, text, includes);
    PacketsGraph graph =
        new PacketsGraph(
            collector.title().isEmpty() ? collector.name().text() : collector.title(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashSet<>(),
            new ArrayList<>());
    graph.fill(collector);
    return graph;
  }

  private void fill(Collector collector) throws InvalidInputException {
    for (Kind kind : collector.kinds()) {
      String many = kind.workers() > 1 ? ", " + kind.workers() + " workers" : "";
      String limit = kind.limit() > 0 ? ", at most " + kind.limit() : "";
      String parameter = "(" + kind.parameter() + ") ";
      kinds.put(
          kind.name().text(), parameter + (kind.multiset() ? "multiset" : "set") + many + limit);
      request(collector, kind.name().text(), kind.body());
    }
    for (Bucket bucket : collector.buckets()) {
      String opens =
          bucket.opens().map(guard -> "opens when " + text(guard)).orElse("open from the start");
      String closes = bucket.closes().map(guard -> ", closes when " + text(guard)).orElse("");
      buckets.put(bucket.name().text(), opens + closes);
      held.put(bucket.name().text(), bucket.kinds().stream().map(Lexeme::text).toList());
    }
    for (Hook hook : collector.hooks()) {
      String what = hook.barrier() ? "write barrier" : "allocation";
      boolean always = hook.during().equals(new PacketsCondition.Constant(true));
      hooks.put(hook.name().text(), what + (always ? "" : " during " + text(hook.during())));
      request(collector, hook.name().text(), hook.body());
    }
    collector
        .milestones()
        .forEach(
            each -> notes.add("milestone " + each.name().text() + " when " + text(each.when())));
    collector
        .phases()
        .forEach(each -> notes.add("phase " + each.name().text() + " = " + text(each.condition())));
    for (Collector.PoolInMemory pool : collector.pools()) {
      boolean always = pool.when().equals(new PacketsCondition.Constant(true));
      String order = pool.ordered() ? "acquire-release" : "relaxed";
      notes.add("pool in memory " + order + (always ? "" : " when " + text(pool.when())));
    }
  }

  private void request(Collector collector, String from, TextRange body)
      throws InvalidInputException {
    for (Requests.Request request : Requests.in(collector.source(), body)) {
      requests.add(List.of(from, request.kind().text()));
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
