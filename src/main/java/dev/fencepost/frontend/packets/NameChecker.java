// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Edge;
import dev.fencepost.frontend.packets.Collector.Index;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Scenario;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.frontend.packets.Collector.Switch;
import dev.fencepost.ir.HeapShape;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Checks that what a file names is there, once. */
record NameChecker(Collector collector, ObjectFields fields, Diagnostics problems) {

  void check() throws InvalidInputException {
    if (phasesEnd()) {
      names();
    }
  }

  private void names() throws InvalidInputException {
    unique();
    for (Kind kind : collector.kinds) {
      boolean held =
          collector.buckets.stream().anyMatch(bucket -> has(bucket.kinds(), kind.name().text()));
      if (!held) {
        problems.error(
            kind.name().span(),
            "no bucket holds the kind " + kind.name().text() + ": its units are never processed",
            "add it to a bucket: bucket NAME { " + kind.name().text() + " } opens when ...;");
      }
      requests(kind.body());
    }
    for (Bucket bucket : collector.buckets) {
      bucket.kinds().forEach(this::kind);
      bucket.opens().ifPresent(this::condition);
      bucket.closes().ifPresent(this::condition);
    }
    collector.milestones.forEach(milestone -> condition(milestone.when()));
    collector.phases.forEach(phase -> condition(phase.condition()));
    collector.metadata.forEach(metadata -> condition(metadata.atomic()));
    collector.moments.forEach(moment -> condition(moment.when()));
    condition(collector.fenced);
    pools();
    for (Collector.Hook hook : collector.hooks) {
      condition(hook.during());
      requests(hook.body());
    }
    for (TextRange block : collector.code) {
      requests(block);
    }
    for (Lexeme initial : collector.initially) {
      kind(initial)
          .filter(kind -> kind.index() != Index.NOTHING)
          .ifPresent(kind -> problems.error(initial.span(), initial.text() + " needs a unit", ""));
    }
    for (Scenario scenario : collector.scenarios) {
      scenario(scenario);
    }
  }

  /** Whether no phase speaks of itself; what one means could not be found out. */
  private boolean phasesEnd() {
    boolean end = true;
    for (Collector.Phase phase : collector.phases) {
      Lexeme name = phase.name();
      if (speaksOf(phase.condition(), name, new HashSet<>())) {
        problems.error(
            name.span(),
            "the phase " + name.text() + " speaks of itself",
            "a phase is a name for a condition over buckets, kinds, milestones and other phases");
        end = false;
      }
    }
    return end;
  }

  private boolean speaksOf(PacketsCondition condition, Lexeme phase, Set<String> seen) {
    return condition.words().stream()
        .anyMatch(
            word ->
                word instanceof PacketsCondition.Named(Lexeme name)
                    && (named(name, phase)
                        || seen.add(name.text())
                            && collector.phases.stream()
                                .filter(other -> named(other.name(), name))
                                .anyMatch(other -> speaksOf(other.condition(), phase, seen))));
  }

  /** What is said of a pool in memory must be known before the program is there. */
  private void pools() {
    for (Collector.PoolInMemory pool : collector.pools) {
      condition(pool.when());
      for (PacketsCondition word : pool.when().words()) {
        if (!(word instanceof PacketsCondition.Chosen)
            && !(word instanceof PacketsCondition.Constant)) {
          problems.error(
              pool.word().span(),
              "only switches decide whether the pool is in memory",
              "pool in memory relaxed when SWITCH == VALUE;");
        }
      }
    }
    collector.hooks.forEach(hook -> readable(hook.during()));
    int object = collector.object.orElseThrow().start();
    List<Lexeme> early = new ArrayList<>();
    collector.buckets.forEach(bucket -> early.add(bucket.name()));
    collector.milestones.forEach(milestone -> early.add(milestone.name()));
    early.removeIf(name -> collector.pools.isEmpty() || name.start() > object);
    early.forEach(
        name -> problems.error(name.span(), name.text() + " stands behind object { ... }", ""));
  }

  /** What memory has no cell for cannot be read there. */
  private void readable(PacketsCondition condition) {
    for (PacketsCondition word : condition.words()) {
      switch (word) {
        case PacketsCondition.Done(Lexeme kind) when !collector.pools.isEmpty() ->
            problems.error(
                kind.span(),
                "done(" + kind.text() + ") cannot be read where the pool is in memory",
                "name it: milestone NAME when done(" + kind.text() + ");");
        case PacketsCondition.Named(Lexeme name) ->
            collector.phases.stream()
                .filter(phase -> named(phase.name(), name))
                .forEach(phase -> readable(phase.condition()));
        case PacketsCondition other -> {}
      }
    }
  }

  private void unique() {
    Set<String> known = new HashSet<>();
    List<Lexeme> names = new ArrayList<>();
    collector.kinds.forEach(kind -> names.add(kind.name()));
    collector.buckets.forEach(bucket -> names.add(bucket.name()));
    collector.milestones.forEach(milestone -> names.add(milestone.name()));
    collector.phases.forEach(phase -> names.add(phase.name()));
    collector.hooks.forEach(hook -> names.add(hook.name()));
    for (Lexeme name : names) {
      if (name.is(PoolText.RELEASER) && !collector.pools.isEmpty()) {
        problems.error(name.span(), "releaser is the thread that opens buckets", "rename it");
      }
      if (!known.add(name.text())) {
        problems.error(
            name.span(), "there are two of the name " + name.text(), "rename one of them");
      }
      if (name.text().contains("-")) {
        problems.error(name.span(), "a hyphen in a name that C code uses", "use an underscore");
      }
    }
    Set<String> scenarios = new HashSet<>();
    for (Scenario scenario : collector.scenarios) {
      if (!scenarios.add(scenario.name().text())) {
        problems.error(
            scenario.name().span(),
            "there are two scenarios of the name " + scenario.name().text(),
            "");
      }
    }
  }

  private static boolean has(List<Lexeme> names, String name) {
    return names.stream().anyMatch(token -> token.text().equals(name));
  }

  private Optional<Kind> kind(Lexeme name) {
    Optional<Kind> found = collector.kind(name.text());
    if (found.isEmpty()) {
      List<String> kinds = collector.kinds.stream().map(kind -> kind.name().text()).toList();
      problems.error(
          name.span(), "there is no kind " + name.text(), "kinds: " + String.join(", ", kinds));
    }
    return found;
  }

  private void requests(TextRange body) throws InvalidInputException {
    for (Requests.Request request : Requests.in(collector.source, body)) {
      kind(request.kind());
    }
  }

  private void condition(PacketsCondition condition) {
    for (PacketsCondition word : condition.words()) {
      switch (word) {
        case PacketsCondition.Open(Lexeme bucket) -> {
          if (collector.buckets.stream().noneMatch(b -> named(b.name(), bucket))) {
            problems.error(bucket.span(), "there is no bucket " + bucket.text(), "");
          }
        }
        case PacketsCondition.Empty(Lexeme kind) -> kind(kind);
        case PacketsCondition.Done(Lexeme kind) -> kind(kind);
        case PacketsCondition.Named(Lexeme name) -> {
          boolean milestone =
              collector.milestones.stream().anyMatch(each -> named(each.name(), name));
          if (!milestone && collector.phase(name.text()).isEmpty()) {
            problems.error(
                name.span(),
                "there is no milestone or phase " + name.text(),
                "conditions are open(bucket), empty(kind), done(kind), switch == value,"
                    + " milestones and phases");
          }
        }
        case PacketsCondition.Chosen(Lexeme name, Lexeme value) -> chosen(name, value);
        case PacketsCondition other -> {}
      }
    }
  }

  private static boolean named(Lexeme one, Lexeme other) {
    return one.text().equals(other.text());
  }

  private void chosen(Lexeme name, Lexeme value) {
    Optional<Switch> found =
        collector.switches.stream().filter(each -> named(each.name(), name)).findFirst();
    if (found.isEmpty()) {
      problems.error(
          name.span(), "there is no switch " + name.text(), "add switch NAME = VALUE | VALUE;");
    } else if (!has(found.get().values(), value.text())) {
      problems.error(
          value.span(), "the switch " + name.text() + " has no value " + value.text(), "");
    }
  }

  private void scenario(Scenario scenario) throws InvalidInputException {
    Set<String> objects = new HashSet<>();
    for (Lexeme object :
        Stream.concat(scenario.objects().stream(), scenario.fresh().stream()).toList()) {
      if (!objects.add(object.text())) {
        problems.error(object.span(), "there are two objects of the name " + object.text(), "");
      }
    }
    if (objects.size() > HeapShape.MAX_OBJECTS) {
      problems.error(
          scenario.name().span(),
          "a scenario with " + objects.size() + " objects",
          "there may be " + HeapShape.MAX_OBJECTS);
    }
    if (objects.isEmpty()) {
      problems.error(scenario.name().span(), "a scenario without objects", "add objects A, B;");
    }
    if (scenario.mutators().isEmpty()) {
      problems.error(
          scenario.name().span(), "a scenario without a mutator", "add mutator m(a = A);");
    }
    for (Edge edge : scenario.edges()) {
      object(edge.from(), objects);
      edge(edge, objects);
    }
    for (Mutator mutator : scenario.mutators()) {
      for (Slot slot : mutator.slots()) {
        slot.object().ifPresent(object -> object(object, objects));
      }
      if (mutator.body().isPresent()) {
        requests(mutator.body().get());
      }
    }
  }

  /** References are made to objects, and numbers are put in fields that are none. */
  private void edge(Edge edge, Set<String> objects) {
    boolean number = edge.to().isNumber();
    if (!number) {
      object(edge.to(), objects);
    }
    List<String> those = number ? fields.numbers() : fields.references();
    if (!those.contains(edge.field().text())) {
      problems.error(
          edge.field().span(),
          "objects have no field " + edge.field().text() + (number ? " for a number" : ""),
          those.isEmpty() ? "" : "fields: " + String.join(", ", those));
    }
  }

  private void object(Lexeme name, Set<String> objects) {
    if (!objects.contains(name.text()) && !name.is("NULL")) {
      problems.error(
          name.span(),
          "there is no object " + name.text() + " in this scenario",
          "objects: " + String.join(", ", objects.stream().sorted().toList()));
    }
  }
}
