// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Causes;
import dev.fencepost.trace.LoopFacts.Atom;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The steps that a violation hangs on: who wrote what the failing condition read, what that was
 * computed from, and by which branch it came to be done. Near causes come first; the way through a
 * branch counts as longer than the way of a value.
 */
final class CausalSlice {
  private static final int VALUE = 1;
  private static final int BRANCH = 3;

  private final Trace trace;

  /** Per cell, the steps that changed it. */
  private final Map<String, List<Integer>> changes = new HashMap<>();

  private final Map<Event, Causes> causes = new HashMap<>();
  private final Map<Event, Integer> distances = new HashMap<>();
  private final PriorityQueue<Visit> open =
      new PriorityQueue<>(
          Comparator.comparingInt(Visit::distance)
              .thenComparing(visit -> visit.event().step(), Comparator.reverseOrder()));

  /** What a thread did in a step. */
  record Event(int step, int thread) {}

  private record Visit(Event event, int distance) {}

  CausalSlice(Trace trace) {
    this.trace = trace;
    trace.causes().forEach(each -> causes.put(new Event(each.step(), each.thread()), each));
    for (int i = 1; i < trace.steps().size(); i++) {
      List<NamedValue> before = trace.steps().get(i - 1).memory();
      List<NamedValue> after = trace.steps().get(i).memory();
      for (int cell = 0; cell < Math.min(before.size(), after.size()); cell++) {
        if (!before.get(cell).equals(after.get(cell))) {
          changes.computeIfAbsent(after.get(cell).name(), n -> new ArrayList<>()).add(i);
        }
      }
    }
  }

  /** Up to so many causes, the nearest first. */
  List<Event> nearest(int most) {
    List<Event> found = new ArrayList<>();
    seeds().forEach(step -> reach(writer(step), VALUE));
    follow(failure(), 0);
    met().ifPresent(step -> reach(writer(step), VALUE));
    while (!open.isEmpty() && found.size() < most) {
      Visit visit = open.remove();
      if (!found.contains(visit.event())) {
        found.add(visit.event());
        follow(visit.event(), visit.distance());
      }
    }
    return found;
  }

  /** What is known of the causes of an event. */
  Optional<Causes> of(Event event) {
    return Optional.ofNullable(causes.get(event));
  }

  private Event writer(int step) {
    return new Event(step, trace.steps().get(step).thread());
  }

  private void follow(Event event, int distance) {
    of(event)
        .ifPresent(
            known -> {
              int thread = event.thread();
              for (Causes.Read read : known.reads()) {
                source(read).ifPresent(step -> reach(writer(step), distance + VALUE));
              }
              known.values().forEach(step -> reach(new Event(step, thread), distance + VALUE));
              List<Integer> decided =
                  known.decision().map(Causes.Decision::values).orElse(List.of());
              decided.forEach(step -> reach(new Event(step, thread), distance + BRANCH));
            });
  }

  private void reach(Event event, int distance) {
    if (distance < distances.getOrDefault(event, Integer.MAX_VALUE)) {
      distances.put(event, distance);
      open.add(new Visit(event, distance));
    }
  }

  /** The step that wrote what was read; nothing for the value from the start. */
  Optional<Integer> source(Causes.Read read) {
    return read.from()
        .map(source -> source.step() > 0 || source.access() < 0 ? source.step() : performed(source))
        .filter(step -> step > 0);
  }

  private int performed(TraceAccess.Source forwarded) {
    return trace.accesses().get(forwarded.access()).performedAt();
  }

  private Event failure() {
    return new Event(trace.steps().size(), trace.failure().thread());
  }

  /** Whether it is known what the failing condition is computed from. */
  private boolean knowsFailure() {
    return of(failure()).filter(failure -> !failure.values().isEmpty()).isPresent();
  }

  /**
   * Where the access of the last step failed by what it met in its cell: who changed that last, as
   * by freeing it.
   */
  private Optional<Integer> met() {
    int last = trace.steps().size() - 1;
    int access = trace.steps().get(last).access();
    boolean failed = trace.steps().get(last).thread() == trace.failure().thread();
    if (access < 0 || !failed || trace.loop().isPresent() || !trace.failure().message().isEmpty()) {
      return Optional.empty();
    }
    follow(writer(last), 0);
    return changeBefore(last, trace.accesses().get(access).location());
  }

  /**
   * Where no instruction failed: who changed last what the failed condition reads; in a cycle, only
   * where nothing happens any more.
   */
  private List<Integer> seeds() {
    String condition =
        Stream.concat(
                Stream.of(trace.failure().message(), trace.failure().origin().text()),
                trace.facts().stream().flatMap(facts -> facts.atoms().stream()).map(Atom::text))
            .collect(Collectors.joining(" "));
    return knowsFailure() || trace.loop().isPresent() && !trace.endsStill()
        ? List.of()
        : changes.entrySet().stream()
            .filter(cell -> isRead(condition, cell.getKey()))
            .map(cell -> cell.getValue().getLast())
            .sorted()
            .toList();
  }

  private boolean isRead(String condition, String cell) {
    return trace.failure().values().stream().anyMatch(value -> value.name().equals(cell))
        || condition.matches("(?s).*(?<![\\w.\\]])" + Pattern.quote(cell) + "(?![\\w.\\[]).*");
  }

  /** The last step before this one that changed a cell. */
  Optional<Integer> changeBefore(int step, String cell) {
    List<Integer> steps = changes.getOrDefault(cell, List.of());
    return IntStream.rangeClosed(1, steps.size())
        .mapToObj(i -> steps.get(steps.size() - i))
        .filter(change -> change < step)
        .findFirst();
  }

  /** The first step after this one that changed a cell. */
  Optional<Integer> changeAfter(int step, String cell) {
    return changes.getOrDefault(cell, List.of()).stream()
        .filter(change -> change > step)
        .findFirst();
  }

  /** The cells that a step changed. */
  List<NamedValue> changed(int step) {
    return trace.steps().get(step).memory().stream()
        .filter(cell -> changes.getOrDefault(cell.name(), List.of()).contains(step))
        .toList();
  }
}
