// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Property;
import dev.fencepost.source.Lexeme;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which past events of the pool the guards and properties ask for. Only those are kept in cells, as
 * each makes states differ.
 */
final class Tracked {
  private final Set<String> events = new HashSet<>();

  Tracked(Collector collector, List<Property> properties) {
    Stream.of(
            collector.buckets.stream().flatMap(bucket -> bucket.opens().stream()),
            collector.buckets.stream().flatMap(bucket -> bucket.closes().stream()),
            collector.milestones.stream().map(Collector.Milestone::when),
            collector.phases.stream().map(Collector.Phase::condition),
            collector.hooks.stream().map(Collector.Hook::during),
            collector.moments.stream().map(Collector.Milestone::when))
        .flatMap(each -> each)
        .forEach(this::add);
    properties.forEach(property -> add(property.claim()));
  }

  private void add(PacketsCondition condition) {
    for (PacketsCondition word : condition.words()) {
      if (word instanceof PacketsCondition.Done(Lexeme kind)) {
        events.add("done " + kind.text());
      }
    }
  }

  private void add(Claim claim) {
    switch (claim) {
      case Claim.Word word -> word.arguments().forEach(argument -> add(word.word(), argument));
      case Claim.Not(Claim operand) -> add(operand);
      case Claim.And(Claim left, Claim right) -> add(left, right);
      case Claim.Or(Claim left, Claim right) -> add(left, right);
      case Claim.Always(Claim operand) -> add(operand);
      case Claim.Eventually(Claim operand) -> add(operand);
      case Claim.Until(Claim left, Claim right) -> add(left, right);
      case Claim.Quantified quantified -> add(quantified.operand());
    }
  }

  private void add(Claim left, Claim right) {
    add(left);
    add(right);
  }

  private void add(Lexeme word, Claim.Argument argument) {
    String kind = argument.name().text();
    if (word.is("reachable_at")) {
      events.add("at " + kind);
    } else if (word.is("requested")) {
      events.add("requested " + kind);
    } else if (word.is("done")) {
      events.add((argument.brackets() ? "finished " : "done ") + kind);
    }
  }

  /** Whether events of this sort are kept: done, requested or finished of a kind, at a moment. */
  boolean has(String event, Lexeme kind) {
    return events.contains(event + " " + kind.text());
  }
}
