// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.source.Lexeme;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The guards and milestones of a collector in C. */
final class Guards {
  private final Instance instance;
  private final Collector collector;

  Guards(Instance instance) {
    this.instance = instance;
    this.collector = instance.collector;
  }

  /**
   * What a guard does when it comes true.
   *
   * @param name the bucket or milestone
   * @param cell the strong cell that records it
   * @param value what the cell becomes
   */
  record Change(Lexeme name, String cell, int value, PacketsCondition when) {
    /** When there is something to do, in C. */
    String due(Instance instance) {
      return (value == 1 ? "!" : "") + cell + " && " + instance.text(when);
    }
  }

  /** In the order of the text. */
  List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    for (Bucket bucket : collector.buckets) {
      String open = cell("open", bucket.name());
      bucket.opens().ifPresent(when -> changes.add(new Change(bucket.name(), open, 1, when)));
      bucket.closes().ifPresent(when -> changes.add(new Change(bucket.name(), open, 0, when)));
    }
    for (Milestone milestone : collector.milestones) {
      String reached = cell("reached", milestone.name());
      changes.add(new Change(milestone.name(), reached, 1, milestone.when()));
    }
    return changes;
  }

  /** Every guard, in the order of the text, again and again where one speaks of a later one. */
  String atOnce() {
    List<String> pass = new ArrayList<>();
    for (Change change : changes()) {
      String effect = change.cell() + " = " + change.value() + ";";
      pass.add("if (" + change.due(instance) + ") { " + effect + " }");
    }
    String all = String.join(" ", pass);
    String again = speaksOfLater() ? (" " + all).repeat(pass.size() - 1) : "";
    return all + again + moments();
  }

  private boolean speaksOfLater() {
    Map<String, Integer> order = new HashMap<>();
    List<PacketsCondition> guards = new ArrayList<>();
    for (Bucket bucket : collector.buckets) {
      order.put("open " + bucket.name().text(), guards.size());
      guards.add(bucket.opens().orElse(new PacketsCondition.Constant(true)));
      bucket.closes().ifPresent(guards::add);
    }
    for (Milestone milestone : collector.milestones) {
      order.put(milestone.name().text(), guards.size());
      guards.add(milestone.when());
    }
    boolean later = false;
    for (int at = 0; at < guards.size(); at++) {
      for (PacketsCondition word : guards.get(at).words()) {
        switch (word) {
          case PacketsCondition.Open(Lexeme bucket) ->
              later |= order.getOrDefault("open " + bucket.text(), 0) >= at;
          case PacketsCondition.Named(Lexeme name) ->
              later |= order.getOrDefault(name.text(), at) >= at;
          case PacketsCondition other -> {}
        }
      }
    }
    return later;
  }

  /** The observations are put in place of the assignments when the program is there. */
  String moments() {
    StringBuilder text = new StringBuilder();
    for (Milestone moment : instance.moments()) {
      String past = cell("past", moment.name());
      StringBuilder effect = new StringBuilder(past + " = 1;");
      for (int i = 0; i < instance.objects.size(); i++) {
        effect.append(" " + cell("at", moment.name()) + "[" + i + "] = 1;");
      }
      String due = "!" + past + " && " + instance.text(moment.when());
      text.append(" if (" + due + ") { " + effect + " }");
    }
    return text.toString();
  }
}
