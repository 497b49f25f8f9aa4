// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A work-packet file as a tree, filled while it is read. Bodies in C are pieces of the text. */
final class Collector {
  final SourceText source;
  final Lexeme name;
  String title = "";

  /** The fields of an object, in C. */
  Optional<TextRange> object = Optional.empty();

  final List<Metadata> metadata = new ArrayList<>();
  final List<Switch> switches = new ArrayList<>();
  final List<Kind> kinds = new ArrayList<>();
  final List<Bucket> buckets = new ArrayList<>();
  final List<Milestone> milestones = new ArrayList<>();
  final List<Phase> phases = new ArrayList<>();
  final List<Hook> hooks = new ArrayList<>();
  final List<TextRange> code = new ArrayList<>();

  /** The kinds that have a unit in the pool from the start. */
  final List<Lexeme> initially = new ArrayList<>();

  /** At which it is remembered what is reachable. */
  final List<Milestone> moments = new ArrayList<>();

  /** When a mutator that stops at a yieldpoint waits for its writes. */
  PacketsCondition fenced = new PacketsCondition.Constant(true);

  /** Where the pool goes through the memory model; the first counts whose condition holds. */
  final List<PoolInMemory> pools = new ArrayList<>();

  /** The file whose collector this one is, with other values of switches. */
  Optional<Base> base = Optional.empty();

  final List<Property> properties = new ArrayList<>();
  final List<Scenario> scenarios = new ArrayList<>();

  Collector(SourceText source, Lexeme name) {
    this.source = source;
    this.name = name;
  }

  Optional<Kind> kind(String kind) {
    return kinds.stream().filter(each -> each.name().is(kind)).findFirst();
  }

  Optional<Phase> phase(String phase) {
    return phases.stream().filter(each -> each.name().is(phase)).findFirst();
  }

  /** The code, and the bodies of hooks and mutators. */
  List<TextRange> bodiesOutsideOfKinds() {
    List<TextRange> bodies = new ArrayList<>(code);
    hooks.forEach(hook -> bodies.add(hook.body()));
    for (Scenario scenario : scenarios) {
      scenario.mutators().forEach(mutator -> mutator.body().ifPresent(bodies::add));
    }
    return bodies;
  }

  /** Another file, values for its switches, and the scenarios that are taken: none for all. */
  record Base(Lexeme file, List<PacketsCondition.Chosen> values, List<Lexeme> scenarios) {
    public Base {
      values = List.copyOf(values);
      scenarios = List.copyOf(scenarios);
    }
  }

  /**
   * A word beside each object; accesses to it are atomic steps where the condition holds.
   *
   * @param reference whether it holds a reference, and no number
   */
  record Metadata(Lexeme name, boolean reference, PacketsCondition atomic, Lexeme end) {}

  /** That the pool goes through the memory model where a condition on switches holds. */
  record PoolInMemory(Lexeme word, boolean ordered, PacketsCondition when) {}

  record Switch(Lexeme name, List<Lexeme> values) {}

  /** What units of a kind are indexed by. */
  enum Index {
    NOTHING,
    OBJECT,
    MUTATOR
  }

  /**
   * A kind of work.
   *
   * @param parameter its declaration in C, or empty
   * @param workers how many threads do such work
   * @param limit how many units may be under way at once; 0 for any number
   */
  record Kind(
      Lexeme name,
      Index index,
      String parameter,
      boolean multiset,
      int workers,
      int limit,
      TextRange body) {}

  /** A bucket holds kinds; it is open from the start, or opens when its guard comes true. */
  record Bucket(
      Lexeme name,
      List<Lexeme> kinds,
      Optional<PacketsCondition> opens,
      Optional<PacketsCondition> closes) {}

  /** Comes true when its condition does, and stays true. */
  record Milestone(Lexeme name, PacketsCondition when) {}

  record Phase(Lexeme name, PacketsCondition condition) {}

  /**
   * The write barrier or the allocation.
   *
   * @param arguments the names of its parameters
   */
  record Hook(
      boolean barrier,
      Lexeme name,
      String parameters,
      List<String> arguments,
      PacketsCondition during,
      TextRange body) {}

  record Property(Lexeme name, Claim claim, TextRange text) {}

  /**
   * A heap and mutators.
   *
   * @param fresh objects that are not yet allocated
   */
  record Scenario(
      Lexeme name,
      List<Lexeme> objects,
      List<Lexeme> fresh,
      List<Edge> edges,
      List<Mutator> mutators,
      List<Property> properties) {}

  /** A field of an object, and the object or the number that is in it at the start. */
  record Edge(Lexeme from, Lexeme field, Lexeme to) {}

  /** A mutator; without a body it is idle. */
  record Mutator(Lexeme name, List<Slot> slots, Optional<TextRange> body) {}

  /** A stack slot: a variable of the mutator, and the object that it refers to at the start. */
  record Slot(Lexeme name, Optional<Lexeme> object) {}
}
