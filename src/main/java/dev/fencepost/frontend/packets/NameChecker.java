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
import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Checks that what a file names is there, once. */
final class NameChecker {
  private final Collector collector;
  private final Problems problems;
  private final ObjectFields fields;

  NameChecker(Collector collector, ObjectFields fields, Problems problems) {
    this.collector = collector;
    this.fields = fields;
    this.problems = problems;
  }

  void check() throws InvalidInputException {
    unique();
    for (Kind kind : collector.kinds()) {
      boolean held =
          collector.buckets().stream().anyMatch(bucket -> has(bucket.kinds(), kind.name().text()));
      if (!held) {
        problems.add(
            kind.name(),
            "no bucket holds the kind " + kind.name().text() + ": its units are never processed",
            "add it to a bucket: bucket NAME { " + kind.name().text() + " } opens when ...;");
      }
      requests(kind.body());
    }
    for (Bucket bucket : collector.buckets()) {
      bucket.kinds().forEach(this::kind);
      bucket.opens().ifPresent(this::condition);
      bucket.closes().ifPresent(this::condition);
    }
    collector.milestones().forEach(milestone -> condition(milestone.when()));
    collector.phases().forEach(phase -> condition(phase.condition()));
    collector.metadata().forEach(metadata -> condition(metadata.atomic()));
    collector.moments().forEach(moment -> condition(moment.when()));
    condition(collector.fenced());
    pools();
    for (Collector.Hook hook : collector.hooks()) {
      condition(hook.during());
      requests(hook.body());
    }
    for (Block block : collector.code()) {
      requests(block);
    }
    for (Token initial : collector.initially()) {
      kind(initial)
          .filter(kind -> kind.index() != Index.NOTHING)
          .ifPresent(kind -> problems.add(initial, initial.text() + " needs a unit", ""));
    }
    for (Scenario scenario : collector.scenarios()) {
      scenario(scenario);
    }
  }

  /** What is said of a pool in memory must be known before the program is there. */
  private void pools() {
    for (Collector.PoolInMemory pool : collector.pools()) {
      condition(pool.when());
      pool.when()
          .forEachWord(
              word -> {
                boolean known =
                    word instanceof Condition.Chosen || word instanceof Condition.Constant;
                if (!known) {
                  problems.add(
                      pool.word(),
                      "only switches decide whether the pool is in memory",
                      "pool in memory relaxed when SWITCH == VALUE;");
                }
              });
    }
    collector.hooks().forEach(hook -> readable(hook.during()));
    int object = collector.object().orElseThrow().start();
    List<Token> early = new ArrayList<>();
    collector.buckets().forEach(bucket -> early.add(bucket.name()));
    collector.milestones().forEach(milestone -> early.add(milestone.name()));
    early.removeIf(name -> collector.pools().isEmpty() || name.start() > object);
    early.forEach(name -> problems.add(name, name.text() + " stands behind object { ... }", ""));
  }

  /** What memory has no cell for cannot be read there. */
  private void readable(Condition condition) {
    condition.forEachWord(
        word -> {
          switch (word) {
            case Condition.Done(Token kind) when !collector.pools().isEmpty() ->
                problems.add(
                    kind,
                    "done(" + kind.text() + ") cannot be read where the pool is in memory",
                    "name it: milestone NAME when done(" + kind.text() + ");");
            case Condition.Named(Token name) ->
                collector.phases().stream()
                    .filter(phase -> named(phase.name(), name))
                    .forEach(phase -> readable(phase.condition()));
            case Condition other -> {}
          }
        });
  }

  private void unique() {
    Set<String> known = new HashSet<>();
    List<Token> names = new ArrayList<>();
    collector.kinds().forEach(kind -> names.add(kind.name()));
    collector.buckets().forEach(bucket -> names.add(bucket.name()));
    collector.milestones().forEach(milestone -> names.add(milestone.name()));
    collector.phases().forEach(phase -> names.add(phase.name()));
    collector.hooks().forEach(hook -> names.add(hook.name()));
    for (Token name : names) {
      if (name.is(PoolText.RELEASER) && !collector.pools().isEmpty()) {
        problems.add(name, "releaser is the thread that opens buckets", "rename it");
      }
      if (!known.add(name.text())) {
        problems.add(name, "there are two of the name " + name.text(), "rename one of them");
      }
      if (name.text().contains("-")) {
        problems.add(name, "a hyphen in a name that C code uses", "use an underscore");
      }
    }
    Set<String> scenarios = new HashSet<>();
    for (Scenario scenario : collector.scenarios()) {
      if (!scenarios.add(scenario.name().text())) {
        problems.add(
            scenario.name(), "there are two scenarios of the name " + scenario.name().text(), "");
      }
    }
  }

  private static boolean has(List<Token> names, String name) {
    return names.stream().anyMatch(token -> token.text().equals(name));
  }

  private Optional<Kind> kind(Token name) {
    Optional<Kind> found =
        collector.kinds().stream()
            .filter(kind -> kind.name().text().equals(name.text()))
            .findFirst();
    if (found.isEmpty()) {
      List<String> kinds = collector.kinds().stream().map(kind -> kind.name().text()).toList();
      problems.add(name, "there is no kind " + name.text(), "kinds: " + String.join(", ", kinds));
    }
    return found;
  }

  private void requests(Block body) throws InvalidInputException {
    for (Requests.Request request : Requests.in(collector.source(), body)) {
      kind(request.kind());
    }
  }

  private void condition(Condition condition) {
    condition.forEachWord(
        word -> {
          switch (word) {
            case Condition.Open(Token bucket) -> {
              if (collector.buckets().stream().noneMatch(b -> named(b.name(), bucket))) {
                problems.add(bucket, "there is no bucket " + bucket.text(), "");
              }
            }
            case Condition.Empty(Token kind) -> kind(kind);
            case Condition.Done(Token kind) -> kind(kind);
            case Condition.Named(Token name) -> {
              boolean known =
                  Stream.concat(
                          collector.milestones().stream().map(Collector.Milestone::name),
                          collector.phases().stream().map(Collector.Phase::name))
                      .anyMatch(other -> named(other, name));
              if (!known) {
                problems.add(
                    name,
                    "there is no milestone or phase " + name.text(),
                    "conditions are open(bucket), empty(kind), done(kind), switch == value,"
                        + " milestones and phases");
              }
            }
            case Condition.Chosen(Token name, Token value) -> chosen(name, value);
            case Condition other -> {}
          }
        });
  }

  private static boolean named(Token one, Token other) {
    return one.text().equals(other.text());
  }

  private void chosen(Token name, Token value) {
    Optional<Switch> found =
        collector.switches().stream().filter(each -> named(each.name(), name)).findFirst();
    if (found.isEmpty()) {
      problems.add(name, "there is no switch " + name.text(), "add switch NAME = VALUE | VALUE;");
    } else if (!has(found.get().values(), value.text())) {
      problems.add(value, "the switch " + name.text() + " has no value " + value.text(), "");
    }
  }

  private void scenario(Scenario scenario) throws InvalidInputException {
    Set<String> objects = new HashSet<>();
    for (Token object :
        Stream.concat(scenario.objects().stream(), scenario.fresh().stream()).toList()) {
      if (!objects.add(object.text())) {
        problems.add(object, "there are two objects of the name " + object.text(), "");
      }
    }
    if (objects.isEmpty()) {
      problems.add(scenario.name(), "a scenario without objects", "add objects A, B;");
    }
    if (scenario.mutators().isEmpty()) {
      problems.add(scenario.name(), "a scenario without a mutator", "add mutator m(a = A);");
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
    boolean number = edge.to().kind() == Token.Kind.NUMBER;
    if (!number) {
      object(edge.to(), objects);
    }
    List<String> those = number ? fields.numbers() : fields.references();
    if (!those.contains(edge.field().text())) {
      problems.add(
          edge.field(),
          "objects have no field " + edge.field().text() + (number ? " for a number" : ""),
          those.isEmpty() ? "" : "fields: " + String.join(", ", those));
    }
  }

  private void object(Token name, Set<String> objects) {
    if (!objects.contains(name.text()) && !name.is("NULL")) {
      problems.add(
          name,
          "there is no object " + name.text() + " in this scenario",
          "objects: " + String.join(", ", objects.stream().sorted().toList()));
    }
  }
}
