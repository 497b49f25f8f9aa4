// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Index;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.PoolInMemory;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A collector in a scenario: who is there, under which number, and what the cells of the C model
 * that is made of it are called.
 */
final class Instance {
  static final String PREFIX = "packets_";

  final Collector collector;
  final Settings settings;
  final ObjectFields fields;
  final List<String> objects = new ArrayList<>();
  final List<Mutator> mutators;
  final Tracked tracked;

  Instance(Collector collector, Settings settings, ObjectFields fields, Tracked tracked) {
    this.tracked = tracked;
    this.collector = collector;
    this.settings = settings;
    this.fields = fields;
    this.mutators = settings.scenario().mutators();
    settings.scenario().objects().forEach(object -> objects.add(object.text()));
    settings.scenario().fresh().forEach(object -> objects.add(object.text()));
  }

  /** How many stack slots a mutator may have. */
  int slots() {
    return mutators.stream().mapToInt(mutator -> mutator.slots().size()).max().orElse(0);
  }

  /** The units that a kind may have. */
  List<String> units(Kind kind) {
    return switch (kind.index()) {
      case NOTHING -> List.of("");
      case OBJECT -> objects;
      case MUTATOR -> mutators.stream().map(mutator -> mutator.name().text()).toList();
    };
  }

  /** A cell's name in the C model. */
  static String cell(String what, Lexeme name) {
    return PREFIX + what + "_" + name.text();
  }

  /** The buckets that hold a kind. */
  List<Bucket> holding(Kind kind) {
    return collector.buckets.stream()
        .filter(bucket -> bucket.kinds().stream().anyMatch(held -> held.is(kind.name().text())))
        .toList();
  }

  /** A condition in C, of the strong cells. */
  String text(PacketsCondition condition) {
    return text(condition, Instance::cell);
  }

  /**
   * A condition in C.
   *
   * @param read gives the value of an open bucket, a kind's unfinished units, whether it is done,
   *     or a reached milestone
   */
  String text(PacketsCondition condition, BiFunction<String, Lexeme, String> read) {
    return switch (condition) {
      case PacketsCondition.Constant constant -> constant.value() ? "1" : "0";
      case PacketsCondition.Chosen chosen -> settings.isChosen(chosen) ? "1" : "0";
      case PacketsCondition.Not(PacketsCondition operand) -> "!(" + text(operand, read) + ")";
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          "(" + text(left, read) + " && " + text(right, read) + ")";
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          "(" + text(left, read) + " || " + text(right, read) + ")";
      case PacketsCondition.Open(Lexeme bucket) -> read.apply("open", bucket);
      case PacketsCondition.Empty(Lexeme kind) -> "(" + read.apply("unfinished", kind) + " == 0)";
      case PacketsCondition.Done(Lexeme kind) -> read.apply("done", kind);
      case PacketsCondition.Named(Lexeme name) ->
          collector
              .phase(name.text())
              .map(phase -> text(phase.condition(), read))
              .orElseGet(() -> read.apply("reached", name));
    };
  }

  /** Whether a condition is the same in every state, and which it is then. */
  Optional<Boolean> constant(PacketsCondition condition) {
    return switch (condition) {
      case PacketsCondition.Constant constant -> Optional.of(constant.value());
      case PacketsCondition.Chosen chosen -> Optional.of(settings.isChosen(chosen));
      case PacketsCondition.Not(PacketsCondition operand) -> constant(operand).map(value -> !value);
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          joined(left, right, false);
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          joined(left, right, true);
      case PacketsCondition.Named(Lexeme name) ->
          collector.phase(name.text()).flatMap(phase -> constant(phase.condition()));
      case PacketsCondition other -> Optional.empty();
    };
  }

  private Optional<Boolean> joined(
      PacketsCondition left, PacketsCondition right, boolean deciding) {
    Optional<Boolean> first = constant(left);
    Optional<Boolean> second = constant(right);
    if (first.equals(Optional.of(deciding)) || second.equals(Optional.of(deciding))) {
      return Optional.of(deciding);
    }
    return first.isPresent() && second.isPresent() ? Optional.of(!deciding) : Optional.empty();
  }

  /** What a user calls the cells of the C model; bookkeeping is hidden. */
  Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    for (int i = 0; i < objects.size(); i++) {
      nameObject(i, names);
    }
    for (int m = 0; m < mutators.size(); m++) {
      nameMutator(m, names);
    }
    collector.kinds.forEach(kind -> nameUnits(kind, names));
    for (Bucket bucket : collector.buckets) {
      String open = "open(" + bucket.name().text() + ")";
      names.put(cell("open", bucket.name()), open);
      names.put(cell("told", bucket.name()), "pool." + open);
    }
    for (Milestone milestone : collector.milestones) {
      names.put(cell("reached", milestone.name()), milestone.name().text());
      names.put(cell("told", milestone.name()), "pool." + milestone.name().text());
    }
    return names;
  }

  private void nameObject(int i, Map<String, String> names) {
    String object = objects.get(i);
    for (List<String> some : List.of(fields.references(), fields.numbers())) {
      for (String field : some) {
        names.put("packets_heap[" + i + "]." + field, object + "." + field);
      }
    }
    for (Collector.Metadata word : collector.metadata) {
      names.put(cell("word", word.name()) + "[" + i + "]", object + "." + word.name().text());
    }
    for (Milestone moment : collector.moments) {
      names.put(
          cell("at", moment.name()) + "[" + i + "]",
          "reachable_at(" + moment.name().text() + ", " + object + ")");
    }
  }

  private void nameMutator(int m, Map<String, String> names) {
    String mutator = mutators.get(m).name().text();
    names.put("packets_stop[" + m + "]", "stop(" + mutator + ")");
    names.put("packets_yielded[" + m + "]", "yielded(" + mutator + ")");
    for (int slot = 0; slot < mutators.get(m).slots().size(); slot++) {
      Slot named = mutators.get(m).slots().get(slot);
      names.put("packets_slot[" + m + "][" + slot + "]", mutator + "." + named.name().text());
    }
  }

  private void nameUnits(Kind kind, Map<String, String> names) {
    List<String> units = units(kind);
    for (int i = 0; i < units.size(); i++) {
      String unit = kind.name().text() + "(" + units.get(i) + ")";
      names.put(cell("waiting", kind.name()) + "[" + i + "]", unit);
      names.put(cell("unit", kind.name()) + "[" + i + "]", "pool." + unit);
      hide(cell("requested", kind.name()) + "[" + i + "]", "requested(" + unit + ")", names);
      hide(cell("finished", kind.name()) + "[" + i + "]", "done(" + unit + ")", names);
    }
    hide(cell("done", kind.name()), "done(" + kind.name().text() + ")", names);
    hide(cell("unfinished", kind.name()), "unfinished(" + kind.name().text() + ")", names);
    names.put(cell("count", kind.name()), "pool.unfinished(" + kind.name().text() + ")");
  }

  /** Names a cell that properties read and traces do not show. */
  private static void hide(String cell, String name, Map<String, String> names) {
    names.put(cell, MemoryLocation.HIDDEN + name);
  }

  /** How the pool goes through the memory model; nothing where it does not. */
  Optional<PoolInMemory> pool() {
    return collector.pools.stream().filter(pool -> constant(pool.when()).orElse(false)).findFirst();
  }

  /**
   * Whether some body of a kind, hook, function or mutator has a word before a bracket. What is
   * generated for a word makes states differ, so that it is left out where nobody asks for it.
   */
  boolean uses(String word) throws InvalidInputException {
    List<TextRange> bodies = collector.bodiesOutsideOfKinds();
    collector.kinds.forEach(kind -> bodies.add(kind.body()));
    for (TextRange body : bodies) {
      TextScanner tokens = TextScanner.of(collector.source, body, PacketsParser.LEXICON);
      while (!tokens.atEnd()) {
        if (tokens.take().is(word) && tokens.at("(")) {
          return true;
        }
      }
    }
    return false;
  }

  /** How many objects there are at the start. */
  int allocated() {
    return settings.scenario().objects().size();
  }

  /** Whether a mutator that stops waits for its writes. */
  boolean fenced() {
    return constant(collector.fenced).orElse(true);
  }

  /** The moments that some property speaks of. */
  List<Milestone> moments() {
    return collector.moments.stream().filter(m -> tracked.has("at", m.name())).toList();
  }

  /** The number of a unit of a kind in C, where {@code x} is its expression. */
  String index(Kind kind, String x) {
    return switch (kind.index()) {
      case NOTHING -> "0";
      case OBJECT -> "(int)((" + x + ") - packets_heap)";
      case MUTATOR -> "(" + x + ")";
    };
  }

  static boolean hasUnits(Kind kind) {
    return kind.index() != Index.NOTHING;
  }
}
