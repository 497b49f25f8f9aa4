// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.frontend.packets.Guards.Change;
import dev.fencepost.source.Lexeme;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pool in C. It is made of strong cells, each change of which is one strong block, in which all
 * guards are evaluated too: so it is outside the memory model, and guards open at once.
 *
 * <p>A pool in memory has beside them a cell for each unit, for how many units of a kind are not
 * done, and for each bucket and milestone. A request is a read-modify-write of the unit's cell,
 * whose end its thread awaits before the strong block that adds the unit. So the unit can be taken
 * from the moment on at which the access was performed: no other write of the thread need be,
 * unless it is a release. A worker that has taken a unit does an access of the same kind, and one
 * to the bucket, before its body; one that has done a unit counts down. A thread of its own, the
 * releaser, opens buckets some time after their guards come true.
 */
final class PoolText {
  /** The thread that opens and closes buckets. */
  static final String RELEASER = "releaser";

  private static final String OLD = "packets_old";
  private static final String AWAITED = "assume(" + OLD + " >= 0); ";

  private final Instance instance;
  private final Collector collector;
  private final Guards guards;
  private final boolean inMemory;
  private final String release;
  private final String acquire;
  private final Set<String> counted = new HashSet<>();

  PoolText(Instance instance) {
    this.instance = instance;
    this.collector = instance.collector;
    this.guards = new Guards(instance);
    this.inMemory = instance.pool().isPresent();
    boolean ordered = instance.pool().map(Collector.PoolInMemory::ordered).orElse(false);
    this.release = ordered ? "memory_order_release" : "memory_order_relaxed";
    this.acquire = ordered ? "memory_order_acquire" : "memory_order_relaxed";
    Stream.of(
            guards.changes().stream().map(Change::when),
            collector.hooks.stream().map(Collector.Hook::during))
        .flatMap(each -> each)
        .forEach(when -> counted.addAll(kindsIn(when).keySet()));
  }

  /** The kinds that a condition asks for, by their names. */
  private SequencedMap<String, Lexeme> kindsIn(PacketsCondition condition) {
    SequencedMap<String, Lexeme> kinds = new LinkedHashMap<>();
    for (PacketsCondition word : condition.words()) {
      switch (word) {
        case PacketsCondition.Empty(Lexeme kind) -> kinds.put(kind.text(), kind);
        case PacketsCondition.Done(Lexeme kind) -> kinds.put(kind.text(), kind);
        case PacketsCondition.Named(Lexeme name) ->
            collector
                .phase(name.text())
                .ifPresent(phase -> kinds.putAll(kindsIn(phase.condition())));
        case PacketsCondition other -> {}
      }
    }
    return kinds;
  }

  private boolean counts(Kind kind) {
    return inMemory && counted.contains(kind.name().text());
  }

  /** What each strong block of the pool ends with. */
  String guards() {
    return inMemory ? guards.moments() : guards.atOnce();
  }

  /** The cells in memory. */
  String cells() {
    if (!inMemory) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (Kind kind : collector.kinds) {
      boolean initial = collector.initially.stream().anyMatch(k -> k.is(kind.name().text()));
      int units = instance.units(kind).size();
      text.append("_Atomic int " + cell("unit", kind.name()) + "[" + units + "]");
      text.append(initial ? " = {1}; " : "; ");
      if (counts(kind)) {
        text.append("_Atomic int " + cell("count", kind.name()) + (initial ? " = 1; " : "; "));
      }
    }
    for (Bucket bucket : collector.buckets) {
      String open = bucket.opens().isPresent() ? "; " : " = 1; ";
      text.append("_Atomic int " + cell("told", bucket.name()) + open);
    }
    for (Milestone milestone : collector.milestones) {
      text.append("_Atomic int " + cell("told", milestone.name()) + "; ");
    }
    return text.toString();
  }

  /** The macro for a request. */
  String request(Kind kind) {
    String at = "[packets_i]";
    String waiting = cell("waiting", kind.name()) + at;
    String unfinished = cell("unfinished", kind.name());
    String added = waiting + " = 1; " + unfinished + "++; ";
    String effect =
        kind.multiset()
            ? waiting + "++; " + unfinished + "++; "
            : "if (!" + waiting + ") { " + added + "} ";
    if (instance.tracked.has("done", kind.name())) {
      effect += cell("done", kind.name()) + " = 0; ";
    }
    if (instance.tracked.has("requested", kind.name())) {
      effect += cell("requested", kind.name()) + at + " = 1; ";
    }
    effect += "packets_guards";
    String name = "request_" + kind.name().text() + (Instance.hasUnits(kind) ? "(x)" : "()");
    String index = "int packets_i = " + instance.index(kind, "x") + "; ";
    return Prelude.statement(
        name, index + (inMemory ? requested(kind, at, effect) : Prelude.step(effect)));
  }

  /** A request in memory; a unit of a set that waits already does not count a second time. */
  private String requested(Kind kind, String at, String effect) {
    String up = counts(kind) ? count(kind, "add") + AWAITED : "";
    boolean again = counts(kind) && !kind.multiset();
    String waits = again ? OLD + " = " + cell("waiting", kind.name()) + at + "; " : "";
    String down = again ? " if (" + OLD + ") { " + count(kind, "sub") + "}" : "";
    String add = unit(kind, at, true) + Prelude.step(AWAITED + waits + effect);
    return "int " + OLD + "; " + up + add + down;
  }

  private String count(Kind kind, String operation) {
    String cell = cell("count", kind.name());
    return "%s = atomic_fetch_%s_explicit(&%s, 1, %s); ".formatted(OLD, operation, cell, release);
  }

  private String unit(Kind kind, String at, boolean put) {
    String operation = kind.multiset() ? "fetch_" + (put ? "add" : "sub") : "exchange";
    int value = put || kind.multiset() ? 1 : 0;
    String unit = cell("unit", kind.name()) + at;
    return "%s = atomic_%s_explicit(&%s, %d, %s); "
        .formatted(OLD, operation, unit, value, put ? release : acquire);
  }

  /** A worker takes a unit of an open bucket, whichever it is, does the work, and says so. */
  String worker(Kind kind, String work) {
    String declared = "packets_u" + (inMemory ? ", " + OLD : "");
    String taken = "rest_begin(); " + take(kind) + " strong_end(); ";
    String worked = (inMemory ? seen(kind) : "") + work;
    String counted = counts(kind) ? count(kind, "sub") : "";
    String done = Prelude.step((counts(kind) ? AWAITED : "") + done(kind));
    return endless(declared, taken + worked + counted + done + " ");
  }

  /** The rest of a function that does something again and again. */
  private static String endless(String variables, String body) {
    return "(void *packets_a) { for (;;) { int %s; %s} return NULL; } ".formatted(variables, body);
  }

  private String take(Kind kind) {
    String waiting = cell("waiting", kind.name()) + "[packets_u]";
    String running = cell("running", kind.name());
    String open =
        instance.holding(kind).stream()
            .map(bucket -> cell("open", bucket.name()))
            .collect(Collectors.joining(" || "));
    boolean limited = kind.limit() > 0;
    String some = "(" + (open.isEmpty() ? "0" : open) + ") && " + cell("unfinished", kind.name());
    String room = limited ? " && " + running + " < " + kind.limit() : "";
    String unit = "packets_u = choose(" + instance.units(kind).size() + "); ";
    String taken = "assume(" + waiting + "); " + waiting + "--;";
    return "assume(" + some + room + "); " + unit + taken + (limited ? " " + running + "++;" : "");
  }

  private String seen(Kind kind) {
    StringBuilder text = new StringBuilder();
    for (Bucket bucket : instance.holding(kind)) {
      if (bucket.opens().isPresent()) {
        text.append(OLD + " = " + load(cell("told", bucket.name())) + "; " + AWAITED);
      }
    }
    return text + unit(kind, "[packets_u]", false) + AWAITED;
  }

  private String load(String cell) {
    return "atomic_load_explicit(&" + cell + ", " + acquire + ")";
  }

  private String done(Kind kind) {
    String unfinished = cell("unfinished", kind.name());
    String done =
        unfinished + "--; " + (kind.limit() > 0 ? cell("running", kind.name()) + "--; " : "");
    if (instance.tracked.has("done", kind.name())) {
      done += cell("done", kind.name()) + " = " + unfinished + " == 0; ";
    }
    if (instance.tracked.has("finished", kind.name())) {
      done += cell("finished", kind.name()) + "[packets_u] = 1; ";
    }
    return done + "packets_guards";
  }

  /** Declares a variable for the present value of a condition, for a hook. */
  String reading(String variable, PacketsCondition condition) {
    Optional<Boolean> constant = instance.constant(condition);
    if (constant.isPresent()) {
      return "int " + variable + " = " + (constant.get() ? 1 : 0) + ";";
    }
    String read = variable + " = " + instance.text(condition) + ";";
    return inMemory
        ? "int " + variable + " = " + inMemory(condition) + ";"
        : "int " + variable + "; " + Prelude.step(read);
  }

  private String inMemory(PacketsCondition condition) {
    return switch (condition) {
      case PacketsCondition.Not(PacketsCondition operand) -> "!(" + inMemory(operand) + ")";
      case PacketsCondition.And(PacketsCondition left, PacketsCondition right) ->
          "(" + inMemory(left) + " && " + inMemory(right) + ")";
      case PacketsCondition.Or(PacketsCondition left, PacketsCondition right) ->
          "(" + inMemory(left) + " || " + inMemory(right) + ")";
      case PacketsCondition.Open(Lexeme bucket) -> load(cell("told", bucket));
      case PacketsCondition.Empty(Lexeme kind) -> "(" + load(cell("count", kind)) + " == 0)";
      case PacketsCondition.Named(Lexeme name) ->
          collector
              .phase(name.text())
              .map(phase -> inMemory(phase.condition()))
              .orElse(load(cell("told", name)));
      case PacketsCondition other -> instance.text(other);
    };
  }

  boolean hasReleaser() {
    return inMemory && !guards.changes().isEmpty();
  }

  /** What the releaser does when a guard comes true: a function, to stand on the guard's line. */
  String effect(Change change) {
    StringBuilder text = new StringBuilder("static void " + name(change) + "(void) { ");
    text.append("int " + OLD + "; ");
    for (Lexeme kind : kindsIn(change.when()).sequencedValues()) {
      text.append(OLD + " = " + load(cell("count", kind)) + "; " + AWAITED);
    }
    text.append(OLD + " = atomic_exchange_explicit(&" + cell("told", change.name()));
    text.append(", " + change.value() + ", " + release + "); ");
    text.append(Prelude.step(AWAITED + change.cell() + " = " + change.value() + ";" + guards()));
    return text.append(" } ").toString();
  }

  private static String name(Change change) {
    return (change.value() == 1 ? "packets_set_" : "packets_clear_") + change.name().text();
  }

  List<Change> changes() {
    return guards.changes();
  }

  /** The releaser: it looks at all guards at once, and does what one of them says. */
  String releaser(String thread) {
    List<Change> all = guards.changes();
    String any =
        all.stream()
            .map(change -> "(" + change.due(instance) + ")")
            .collect(Collectors.joining(" || "));
    StringBuilder which = new StringBuilder();
    StringBuilder effects = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      String otherwise = i == 0 ? "" : "else ";
      which.append(otherwise + "if (" + all.get(i).due(instance) + ") { ");
      which.append("packets_u = " + i + "; } ");
      effects.append(otherwise + "if (packets_u == " + i + ") " + name(all.get(i)) + "(); ");
    }
    String chosen = "rest_begin(); assume(" + any + "); " + which + "strong_end(); ";
    return "static void *" + thread + endless("packets_u = 0", chosen + effects);
  }
}
