// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.source.Lexeme;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

  private final Instance instance;
  private final Collector collector;
  private final boolean inMemory;
  private final Set<String> counted = new HashSet<>();

  PoolText(Instance instance) {
    this.instance = instance;
    this.collector = instance.collector;
    this.inMemory = instance.pool().isPresent();
    Stream.of(
            changes().stream().map(Change::when),
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

  /** What packets.h asks: how the pool is kept, the facts about kinds, guards and requests. */
  List<String> definitions() {
    List<String> lines = new ArrayList<>();
    boolean ordered = instance.pool().map(Collector.PoolInMemory::ordered).orElse(false);
    lines.add("#define PACKETS_IN_MEMORY " + (inMemory ? 1 : 0));
    lines.add("#define PACKETS_ORDERED " + (ordered ? 1 : 0));
    lines.add("#define packets_guards " + guards());
    for (Kind kind : collector.kinds) {
      Lexeme name = kind.name();
      boolean counts = inMemory && counted.contains(name.text());
      lines.add(fact("multiset", name, kind.multiset()));
      boolean initial = collector.initially.stream().anyMatch(k -> k.is(name.text()));
      lines.add(fact("initial", name, initial));
      lines.add(fact("limited", name, kind.limit() > 0));
      lines.add("#define " + cell("limit", name) + " " + kind.limit());
      lines.add(fact("counted", name, counts));
      lines.add(fact("recounted", name, counts && !kind.multiset()));
      for (String event : List.of("requested", "finished", "done")) {
        lines.add(fact(event, name, instance.tracked.has(event, name)));
      }
      String brackets = Instance.hasUnits(kind) ? "(x)" : "()";
      String request = "packets_request(" + name.text() + ", " + instance.index(kind, "x") + ")";
      lines.add("#define request_" + name.text() + brackets + " " + request);
    }
    return lines;
  }

  private static String fact(String what, Lexeme kind, boolean is) {
    return "#define " + cell("is_" + what, kind) + (is ? " 1" : " 0");
  }

  /** What each strong block of the pool ends with. */
  private String guards() {
    return inMemory ? moments() : atOnce();
  }

  /** The cells in memory. */
  String cells() {
    if (!inMemory) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    collector.kinds.forEach(kind -> text.append(cells("packets_memory_cells", kind)));
    for (Bucket bucket : collector.buckets) {
      String open = bucket.opens().isPresent() ? "; " : " = 1; ";
      text.append("_Atomic int " + cell("told", bucket.name()) + open);
    }
    for (Milestone milestone : collector.milestones) {
      text.append("_Atomic int " + cell("told", milestone.name()) + "; ");
    }
    return text.toString();
  }

  /** A macro of packets.h that declares cells of a kind. */
  String cells(String macro, Kind kind) {
    return macro + "(" + kind.name().text() + ", " + instance.units(kind).size() + ") ";
  }

  /** A worker, which does a unit of work by this call. */
  String worker(Kind kind, String work) {
    List<Bucket> holding = instance.holding(kind);
    String open =
        holding.stream()
            .map(bucket -> cell("open", bucket.name()))
            .collect(Collectors.joining(" || "));
    String looks =
        holding.stream()
            .filter(bucket -> bucket.opens().isPresent())
            .map(bucket -> look("told", bucket.name()))
            .collect(Collectors.joining());
    return "packets_worker(%s, %d, %s, %s, %s) "
        .formatted(kind.name().text(), instance.units(kind).size(), open, looks, work);
  }

  private static String look(String what, Lexeme name) {
    return "packets_look(" + cell(what, name) + ") ";
  }

  /** Declares a variable for the present value of a condition, for a hook. */
  String reading(String variable, PacketsCondition condition) {
    Optional<Boolean> constant = instance.constant(condition);
    if (constant.isPresent()) {
      return "int " + variable + " = " + (constant.get() ? 1 : 0) + ";";
    }
    String read = variable + " = " + instance.text(condition) + ";";
    return inMemory
        ? "int " + variable + " = " + instance.text(condition, PoolText::load) + ";"
        : "int " + variable + "; " + Prelude.step(read);
  }

  /** The value that memory has of what a strong cell says. */
  private static String load(String what, Lexeme name) {
    return "packets_load(" + cell(what.equals("unfinished") ? "count" : "told", name) + ")";
  }

  boolean hasReleaser() {
    return inMemory && !changes().isEmpty();
  }

  /** What the releaser does when a guard comes true: a function, to stand on the guard's line. */
  String effect(Change change) {
    String looks =
        kindsIn(change.when()).sequencedValues().stream()
            .map(kind -> look("count", kind))
            .collect(Collectors.joining());
    return "static void %s(void) packets_changed(%s, %s, %d, %s) "
        .formatted(name(change), change.name().text(), change.cell(), change.value(), looks);
  }

  private static String name(Change change) {
    return (change.value() == 1 ? "packets_set_" : "packets_clear_") + change.name().text();
  }

  /** The releaser: it looks at all guards at once, and does what one of them says. */
  String releaser(String thread) {
    List<Change> all = changes();
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
    return "static void *%s(void *packets_a) { for (;;) { int packets_u = 0; %s%s} return NULL; } "
        .formatted(thread, chosen, effects);
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

  /** What all guards do, in the order of the text; a bucket opens before it closes. */
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
    changes.sort(Comparator.comparingInt(change -> change.name().start()));
    return changes;
  }

  /** The state before the first step. */
  Beginning beginning() {
    Beginning beginning = new Beginning(instance);
    beginning.apply(changes(), inMemory ? 0 : rounds());
    return beginning;
  }

  /** How often all guards are evaluated, one after the other: they may speak of later ones. */
  private int rounds() {
    return speaksOfLater() ? changes().size() : 1;
  }

  /** Every guard, in the order of the text, again and again where one speaks of a later one. */
  private String atOnce() {
    List<String> pass = new ArrayList<>();
    for (Change change : changes()) {
      String effect = change.cell() + " = " + change.value() + ";";
      pass.add("if (" + change.due(instance) + ") { " + effect + " }");
    }
    return String.join(" ", Collections.nCopies(rounds(), String.join(" ", pass))) + moments();
  }

  /** Whether a guard reads what it, or one behind it, changes. */
  private boolean speaksOfLater() {
    Set<String> later = new HashSet<>();
    for (Change change : changes().reversed()) {
      later.add(change.cell());
      if (!Collections.disjoint(later, cellsIn(change.when()))) {
        return true;
      }
    }
    return false;
  }

  /** The cells of the buckets and milestones that a condition asks for. */
  private Set<String> cellsIn(PacketsCondition condition) {
    Set<String> cells = new HashSet<>();
    for (PacketsCondition word : condition.words()) {
      switch (word) {
        case PacketsCondition.Open(Lexeme bucket) -> cells.add(cell("open", bucket));
        case PacketsCondition.Named(Lexeme name) ->
            cells.addAll(
                collector
                    .phase(name.text())
                    .map(phase -> cellsIn(phase.condition()))
                    .orElseGet(() -> Set.of(cell("reached", name))));
        case PacketsCondition other -> {}
      }
    }
    return cells;
  }

  /** The observations are put in place of the assignments when the program is there. */
  private String moments() {
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
