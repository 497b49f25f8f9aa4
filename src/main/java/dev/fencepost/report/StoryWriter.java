// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.report.ExecutionGraph.Edge;
import dev.fencepost.report.Story.FencePlace;
import dev.fencepost.report.Story.Sentence;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Describes a run in sentences: what was reordered, who saw it, what failed, where a fence helps.
 */
final class StoryWriter {
  /** The most values of a failed condition in a sentence. */
  private static final int MOST_VALUES = 4;

  private final Trace trace;
  private final AccessWords words;
  private final Optional<List<Edge>> cycle;
  private final List<Sentence> sentences = new ArrayList<>();
  private final List<FencePlace> fences = new ArrayList<>();
  private final NavigableSet<Integer> key = new TreeSet<>();
  private Optional<Integer> critical = Optional.empty();

  private StoryWriter(Trace trace, String mainFile) {
    this.trace = trace;
    words = new AccessWords(trace, mainFile);
    cycle = CriticalCycle.of(trace);
  }

  /**
   * The story of a run.
   *
   * @param mainFile the file whose lines are named without it
   */
  static Story write(Trace trace, String mainFile) {
    StoryWriter writer = new StoryWriter(trace, mainFile);
    writer.write();
    return new Story(writer.sentences, writer.critical, writer.fences, writer.key);
  }

  private int last() {
    return trace.steps().size() - 1;
  }

  private void say(String text, int step) {
    int shown = Math.max(0, Math.min(step, last()));
    sentences.add(new Sentence(text, shown));
  }

  private void write() {
    if (trace.isKnown()) {
      describeRun();
    } else {
      say(trace.failure().message() + ".", 0);
    }
  }

  private void describeRun() {
    if (cycle.isPresent()) {
      cycle.get().forEach(this::describe);
    } else {
      CriticalCycle.unseen(trace).ifPresent(this::describe);
      CausalStory causes = new CausalStory(trace, words);
      sentences.addAll(causes.sentences());
      key.addAll(causes.steps());
    }
    trace.loop().ifPresent(loop -> IntStream.rangeClosed(loop, last()).forEach(key::add));
    sentences.addAll(LoopStory.of(trace, words));
    describeFailure();
    if (!trace.accesses().isEmpty() && cycle.isEmpty() && trace.loop().isEmpty()) {
      say(withoutCycle(), last());
    }
    key.add(last());
  }

  private String withoutCycle() {
    if (trace.hasOwnMemories()) {
      return "Stores reached the threads' memories at different times.";
    }
    if (trace.readsEarly()) {
      return "A load ran ahead of a branch or of an unknown address: its step says \"early\".";
    }
    if (trace.missesWrites()) {
      return "Threads saw writes at different times: steps say \"not seen\".";
    }
    return trace.reorderings().isEmpty()
        ? "No accesses were reordered: it fails under sc too, and no fence helps."
        : "No reordering that another thread could see was found: it may fail under sc too.";
  }

  private void describe(Edge edge) {
    TraceAccess from = trace.accesses().get(edge.from());
    TraceAccess to = trace.accesses().get(edge.to());
    keep(from);
    keep(to);
    switch (edge.relation()) {
      case PO -> describeOrder(edge, from, to);
      case RF -> {
        String what = from.kind().equals("W") ? "store" : "value";
        String reader = words.thread(to.thread());
        say("%s saw that %s: %s.".formatted(reader, what, read(to)), to.performedAt());
      }
      case FR -> say(words.thread(from.thread()) + " " + older(from, to), from.performedAt());
      case CO -> {
        String fate =
            to.pending()
                ? "is still on its way and will overwrite"
                : "became visible in step " + to.performedAt() + " and overwrote what stood there:";
        say(
            "%s %s %s, step %s."
                .formatted(words.owned(to), fate, words.owned(from), from.performedAt()),
            to.pending() ? last() : to.performedAt());
      }
    }
  }

  private void keep(TraceAccess access) {
    if (!access.pending()) {
      key.add(access.performedAt());
    }
    if (access.pending() || access.performedAt() > access.issuedAt() + 1) {
      key.add(access.issuedAt());
    }
    access
        .readsFrom()
        .filter(source -> source.step() > 0)
        .ifPresent(source -> key.add(source.step()));
  }

  /** Two accesses of a thread; nothing to say where they kept their order. */
  private void describeOrder(Edge edge, TraceAccess from, TraceAccess to) {
    boolean reordered = from.pending() || to.performedAt() < from.performedAt();
    if (!reordered) {
      return;
    }
    if (critical.isEmpty()) {
      critical = Optional.of(to.performedAt());
    }
    String fate =
        from.pending()
            ? "is still on its way at the end."
            : "took effect only in step " + from.performedAt() + ".";
    say(
        "%s took effect in step %s, before its earlier %s, which %s"
            .formatted(words.owned(to), to.performedAt(), words.placed(from), fate),
        to.performedAt());
    fences.add(new FencePlace(edge.from(), edge.to(), fence(from, to)));
  }

  /** Which fence keeps the two in order: acquire has RR and RW, release RW and WW. */
  private String fence(TraceAccess from, TraceAccess to) {
    String kind = from.reads() ? "fence_acquire()" : to.writes() ? "fence_release()" : "fence()";
    String place =
        from.origin().span().equals(to.origin().span())
            ? "between the two accesses of " + words.lineOf(from)
            : "between %s (%s) and %s (%s)"
                .formatted(
                    words.lineOf(from), from.origin().text(), words.lineOf(to), to.origin().text());
    return "A fence %s forbids this run: %s is enough to keep %s before a later %s."
        .formatted(
            place,
            kind,
            from.reads() ? "a read" : "a store",
            to.kind().equals("R") ? "read" : "store");
  }

  private String read(TraceAccess access) {
    return "it read %s = %s (%s)".formatted(access.location(), value(access), moment(access));
  }

  private String moment(TraceAccess access) {
    return words.lineOf(access) + ", step " + access.performedAt();
  }

  /** What a read-modify-write wrote is not what it read. */
  private String value(TraceAccess access) {
    if (!access.kind().equals("C")) {
      return access.value();
    }
    TraceStep before = trace.steps().get(Math.max(0, access.performedAt() - 1));
    return before.value(access.location()).orElse(access.value());
  }

  private String older(TraceAccess from, TraceAccess to) {
    boolean initial =
        from.readsFrom().filter(source -> source.access() < 0 && source.step() == 0).isPresent();
    return "%s %s = %s, %s (%s): %s %s"
        .formatted(
            from.kind().equals("C") ? "read and changed" : "read",
            from.location(),
            value(from),
            initial ? "the value from the start" : "an older value",
            moment(from),
            words.owned(to),
            to.pending()
                ? "was still on its way."
                : "became visible only in step " + to.performedAt() + ".");
  }

  private void describeFailure() {
    Trace.Failure failure = trace.failure();
    SourceSpan span = failure.origin().span();
    String where = span.equals(SourceSpan.NONE) ? "" : " at line " + words.line(span);
    String function =
        failure.origin().function().isEmpty() ? "" : " in " + failure.origin().function();
    boolean whole = failure.message().contains(failure.kind());
    String who = failure.thread() < 0 ? "" : words.thread(failure.thread()) + ": ";
    String what =
        whole
            ? failure.message()
            : failure.kind() + (failure.message().isEmpty() ? "" : ": " + failure.message());
    boolean few = !failure.values().isEmpty() && failure.values().size() <= MOST_VALUES;
    String values =
        failure.values().stream()
            .limit(few ? MOST_VALUES : 0)
            .map(value -> value.name() + " is " + value.value())
            .collect(Collectors.joining(", "));
    String sentence = AccessWords.sentence(who, what + where + function);
    say(sentence + (few ? "; " + values : "") + ".", last());
  }
}
