// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds guards that can never come true. Least fixpoint over what may be requested, may run and may
 * open, where everything counts as possible that is not ruled out by that: so a guard that is
 * complained of never opens, and one that is not may still never do.
 */
final class GuardAnalysis {
  private final Collector collector;
  private final Settings settings;
  private final Set<String> requested = new HashSet<>();
  private final Set<String> running = new HashSet<>();
  private final Set<String> opening = new HashSet<>();
  private final Set<String> reached = new HashSet<>();

  GuardAnalysis(Collector collector, Settings settings) {
    this.collector = collector;
    this.settings = settings;
  }

  void check(Diagnostics problems) throws InvalidInputException {
    collector.initially.forEach(kind -> requested.add(kind.text()));
    for (TextRange block : collector.bodiesOutsideOfKinds()) {
      request(block);
    }
    boolean grown = true;
    while (grown) {
      grown = grow();
    }
    for (Bucket bucket : collector.buckets) {
      if (!opening.contains(bucket.name().text())) {
        problems.error(
            bucket.name().span(),
            "the guard of the bucket " + bucket.name().text() + " can never open",
            why(bucket.opens().orElseThrow()));
      }
    }
    for (Milestone milestone : collector.milestones) {
      if (!reached.contains(milestone.name().text())) {
        problems.error(
            milestone.name().span(),
            "the milestone " + milestone.name().text() + " can never be reached",
            why(milestone.when()));
      }
    }
  }

  private boolean request(TextRange body) throws InvalidInputException {
    boolean grown = false;
    for (Requests.Request request : Requests.in(collector.source, body)) {
      grown |= requested.add(request.kind().text());
    }
    return grown;
  }

  private boolean grow() throws InvalidInputException {
    boolean grown = false;
    for (Bucket bucket : collector.buckets) {
      if (bucket.opens().isEmpty() || may(bucket.opens().get(), true)) {
        grown |= opening.add(bucket.name().text());
      }
    }
    for (Milestone milestone : collector.milestones) {
      if (may(milestone.when(), true)) {
        grown |= reached.add(milestone.name().text());
      }
    }
    for (Kind kind : collector.kinds) {
      String name = kind.name().text();
      boolean open =
          collector.buckets.stream()
              .anyMatch(
                  bucket ->
                      opening.contains(bucket.name().text())
                          && bucket.kinds().stream().anyMatch(held -> held.is(name)));
      if (open && requested.contains(name)) {
        grown |= running.add(name);
        grown |= request(kind.body());
      }
    }
    return grown;
  }

  /** Whether a condition may have this value at some time. */
  private boolean may(PacketsCondition condition, boolean value) {
    return switch (condition) {
      case PacketsCondition.Constant constant -> constant.value() == value;
      case PacketsCondition.Chosen chosen -> settings.isChosen(chosen) == value;
      case PacketsCondition.Not(PacketsCondition operand) -> may(operand, !value);
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          value ? may(left, true) && may(right, true) : may(left, false) || may(right, false);
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          value ? may(left, true) || may(right, true) : may(left, false) && may(right, false);
      case PacketsCondition.Open(Lexeme bucket) -> !value || opening.contains(bucket.text());
      case PacketsCondition.Empty(Lexeme kind) -> value || requested.contains(kind.text());
      case PacketsCondition.Done(Lexeme kind) -> !value || running.contains(kind.text());
      case PacketsCondition.Named(Lexeme name) ->
          collector
              .phase(name.text())
              .map(phase -> may(phase.condition(), value))
              .orElse(!value || reached.contains(name.text()));
    };
  }

  private String why(PacketsCondition condition) {
    List<String> never = new ArrayList<>();
    for (PacketsCondition word : condition.words()) {
      switch (word) {
        case PacketsCondition.Open(Lexeme bucket) when !may(word, true) ->
            never.add("open(" + bucket.text() + ")");
        case PacketsCondition.Done(Lexeme kind) when !may(word, true) ->
            never.add("done(" + kind.text() + ")");
        case PacketsCondition.Named(Lexeme name) when !may(word, true) -> never.add(name.text());
        case PacketsCondition other -> {}
      }
    }
    return never.isEmpty() ? "" : "never true: " + String.join(", ", never);
  }
}
