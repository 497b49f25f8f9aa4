// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.report.CausalSlice.Event;
import dev.fencepost.report.Story.Sentence;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The causes of a violation in sentences, in the order of their steps. */
final class CausalStory {
  /** So many causes are described: more than a person wants to hear of at once are none. */
  private static final int MOST = 8;

  private final Trace trace;
  private final AccessWords words;
  private final CausalSlice slice;
  private final List<Event> events;

  CausalStory(Trace trace, AccessWords words) {
    this.trace = trace;
    this.words = words;
    slice = new CausalSlice(trace);
    events =
        slice.nearest(MOST).stream()
            .sorted(Comparator.comparingInt(Event::step).thenComparingInt(Event::thread))
            .toList();
  }

  /** The steps of the sentences, and those that they mention. */
  NavigableSet<Integer> steps() {
    NavigableSet<Integer> all = new TreeSet<>();
    for (Event event : events) {
      all.add(event.step());
      slice.of(event).ifPresent(causes -> mention(causes, all));
    }
    return all;
  }

  private void mention(Causes causes, NavigableSet<Integer> all) {
    causes.reads().forEach(read -> slice.source(read).ifPresent(all::add));
    all.addAll(causes.values());
    causes.decision().ifPresent(decision -> all.addAll(decision.values()));
  }

  List<Sentence> sentences() {
    return events.stream()
        .filter(event -> !did(event).isEmpty())
        .map(event -> new Sentence(sentence(event), event.step()))
        .toList();
  }

  private String sentence(Event event) {
    String who = event.thread() < 0 ? "" : words.thread(event.thread()) + " ";
    List<String> parts = new ArrayList<>();
    String done = did(event) + " (" + place(event) + "step " + event.step() + ")";
    parts.add(AccessWords.sentence(who, done));
    List<NamedValue> written = written(event);
    slice.of(event).ifPresent(causes -> parts.addAll(reasons(event, causes, written)));
    return String.join(", ", parts) + ".";
  }

  private List<String> reasons(Event event, Causes causes, List<NamedValue> written) {
    List<String> parts = new ArrayList<>();
    if (written.isEmpty() && causes.reads().size() == 1) {
      parts.addAll(source(event, causes.reads().getFirst()));
    }
    if (!written.isEmpty()) {
      overwritten(event, written.getFirst().name()).ifPresent(parts::add);
      reads(event.thread(), causes.values())
          .ifPresent(reads -> parts.add("computed from " + reads));
      causes.decision().flatMap(it -> decision(event.thread(), it)).ifPresent(parts::add);
    }
    return parts;
  }

  /** What an event wrote: others than the thread of a step write nothing in it. */
  private List<NamedValue> written(Event event) {
    TraceStep step = trace.steps().get(event.step());
    if (step.thread() != event.thread()) {
      return List.of();
    }
    if (step.access() >= 0 && step.effect().startsWith("writes ")) {
      TraceAccess access = trace.accesses().get(step.access());
      return List.of(new NamedValue(access.location(), access.value()));
    }
    return slice.changed(event.step()).stream()
        .filter(cell -> readsOf(event).stream().noneMatch(read -> read.isOfMessageIn(cell.name())))
        .toList();
  }

  private List<Causes.Read> readsOf(Event event) {
    return slice.of(event).stream().flatMap(known -> known.reads().stream()).distinct().toList();
  }

  private String did(Event event) {
    List<Causes.Read> reads = readsOf(event);
    List<NamedValue> written = written(event);
    if (!written.isEmpty()) {
      return written.stream()
          .map(cell -> "wrote " + cell.name() + " = " + cell.value())
          .collect(Collectors.joining(" and "));
    }
    return reads.isEmpty()
        ? effect(trace.steps().get(event.step()))
        : reads.stream()
            .map(read -> "read " + read.cell() + " = " + read.value() + origin(read, reads.size()))
            .collect(Collectors.joining(" and "));
  }

  /** A change of variables of threads alone is described by its statement. */
  private static String effect(TraceStep step) {
    return step.effect().contains(" := ")
        ? "did \"" + step.origin().text() + "\""
        : step.effect().replace("writes ", "wrote ").replace("; ", " and ");
  }

  /** Where a value comes from that was read with others; of a single one there is more to say. */
  private String origin(Causes.Read read, int reads) {
    return reads == 1 ? "" : slice.source(read).map(step -> " from step " + step).orElse("");
  }

  /** The line of a step; what other threads read in it has none. */
  private String place(Event event) {
    TraceStep step = trace.steps().get(event.step());
    SourceSpan span = step.origin().span();
    boolean known = step.thread() == event.thread() && !span.equals(SourceSpan.NONE);
    return known ? "line " + words.line(span) + ", " : "";
  }

  /** Who wrote what was read, and who wrote the cell later: what the read missed. */
  private List<String> source(Event event, Causes.Read read) {
    int number = event.step();
    List<String> parts = new ArrayList<>();
    Optional<Integer> source = slice.source(read);
    if (source.isPresent() && source.get() < number) {
      parts.add("which " + writer(event, source.get()) + " in step " + source.get());
    } else if (read.from().filter(from -> from.access() < 0 && from.step() == 0).isPresent()) {
      parts.add("the value from the start");
    }
    slice
        .changeAfter(number, read.cell())
        .filter(change -> trace.steps().get(change).thread() != event.thread())
        .ifPresent(change -> parts.add("before " + later(change, read.cell())));
    return parts;
  }

  private String writer(Event reader, int step) {
    int thread = trace.steps().get(step).thread();
    return thread == reader.thread() ? "it wrote itself" : words.thread(thread) + " wrote";
  }

  private String later(int step, String cell) {
    return "%s wrote %s there in step %s"
        .formatted(
            words.thread(trace.steps().get(step).thread()),
            trace.steps().get(step).value(cell).orElse(""),
            step);
  }

  /** What a write of another thread left, which this step replaced. */
  private Optional<String> overwritten(Event event, String cell) {
    return slice
        .changeBefore(event.step(), cell)
        .filter(step -> trace.steps().get(step).thread() != event.thread())
        .map(
            step ->
                "over %s, which %s wrote in step %s"
                    .formatted(
                        trace.steps().get(step).value(cell).orElse(""),
                        words.thread(trace.steps().get(step).thread()),
                        step));
  }

  private Optional<String> decision(int thread, Causes.Decision decision) {
    return reads(thread, decision.values())
        .map(
            reads ->
                "as at \"%s\" (line %s) it had read %s"
                    .formatted(
                        decision.origin().text(), words.line(decision.origin().span()), reads));
  }

  private Optional<String> reads(int thread, List<Integer> numbers) {
    String list =
        numbers.stream()
            .flatMap(
                number ->
                    slice.of(new Event(number, thread)).stream()
                        .flatMap(causes -> causes.reads().stream().distinct())
                        .map(r -> "%s = %s (step %s)".formatted(r.cell(), r.value(), number)))
            .collect(Collectors.joining(" and "));
    return list.isEmpty() ? Optional.empty() : Optional.of(list);
  }
}
