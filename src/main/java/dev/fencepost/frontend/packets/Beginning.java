// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Edge;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.source.Lexeme;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state before the first step: no unit is done, guards outside of memory have opened what they
 * open at once, and moments that have come already are observed.
 */
final class Beginning {
  private final Instance instance;

  /** The strong cells of buckets and milestones that are 1. */
  private final Set<String> set = new HashSet<>();

  /** The buckets as they are declared; in memory the releaser does the rest. */
  Beginning(Instance instance) {
    this.instance = instance;
    for (Bucket bucket : instance.collector.buckets) {
      if (bucket.opens().isEmpty()) {
        set.add(Instance.cell("open", bucket.name()));
      }
    }
  }

  /** Lets guards do what they do, in this order, so many times. */
  void apply(List<PoolText.Change> changes, int times) {
    for (int i = 0; i < times; i++) {
      for (PoolText.Change change : changes) {
        if (change.value() == 1 && holds(change.when())) {
          set.add(change.cell());
        } else if (change.value() == 0 && holds(change.when())) {
          set.remove(change.cell());
        }
      }
    }
  }

  /** The text behind the declaration of a bucket's or milestone's cell. */
  String initial(String cell) {
    return set.contains(cell) ? " = 1; " : "; ";
  }

  boolean holds(PacketsCondition condition) {
    return switch (condition) {
      case PacketsCondition.Constant constant -> constant.value();
      case PacketsCondition.Chosen chosen -> instance.settings.isChosen(chosen);
      case PacketsCondition.Not(PacketsCondition operand) -> !holds(operand);
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          holds(left) && holds(right);
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          holds(left) || holds(right);
      case PacketsCondition.Open(Lexeme bucket) -> set.contains(Instance.cell("open", bucket));
      case PacketsCondition.Empty(Lexeme kind) ->
          instance.collector.initially.stream().noneMatch(initial -> initial.is(kind.text()));
      case PacketsCondition.Done done -> false;
      case PacketsCondition.Named(Lexeme name) ->
          instance
              .collector
              .phase(name.text())
              .map(phase -> holds(phase.condition()))
              .orElseGet(() -> set.contains(Instance.cell("reached", name)));
    };
  }

  /** The objects that references lead to from the stack slots. */
  Set<String> reachable() {
    Deque<String> open = new ArrayDeque<>();
    for (Mutator mutator : instance.mutators) {
      for (Slot slot : mutator.slots()) {
        slot.object().ifPresent(object -> open.add(object.text()));
      }
    }
    Set<String> reached = new HashSet<>();
    while (!open.isEmpty()) {
      String object = open.remove();
      if (reached.add(object)) {
        for (Edge edge : instance.settings.scenario().edges()) {
          boolean reference = instance.fields.references().contains(edge.field().text());
          if (reference && edge.from().is(object)) {
            open.add(edge.to().text());
          }
        }
      }
    }
    return reached;
  }
}
