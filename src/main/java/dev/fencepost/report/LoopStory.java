// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.report.Story.Sentence;
import dev.fencepost.trace.LoopFacts;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A run that repeats a part for ever, in sentences: what never happens, and what lets it not. */
final class LoopStory {
  private static final int LONGEST = 60;

  private final Trace trace;
  private final AccessWords words;
  private final int first;
  private final int last;
  private final List<Sentence> sentences = new ArrayList<>();

  /**
   * @param first the first step of the loop
   */
  private LoopStory(Trace trace, AccessWords words, int first) {
    this.trace = trace;
    this.words = words;
    this.first = first;
    last = trace.steps().size() - 1;
  }

  /** The sentences; none for a run that ends. */
  static List<Sentence> of(Trace trace, AccessWords words) {
    if (trace.loop().isEmpty()) {
      return List.of();
    }
    LoopStory story = new LoopStory(trace, words, trace.loop().getAsInt());
    story.describeSteps();
    trace.facts().ifPresent(story::describeFacts);
    return story.sentences;
  }

  private void say(String text, int step) {
    sentences.add(new Sentence(text, step));
  }

  private void describeSteps() {
    if (trace.endsStill()) {
      say("From step " + first + " on nothing happens any more.", first);
      return;
    }
    List<String> going = words.stepping(first, last);
    String steps = first == last ? "Step " + first : "Steps " + first + " to " + last;
    say(
        "%s %s for ever; in the loop %s %s steps."
            .formatted(
                steps,
                first == last ? "repeats" : "repeat",
                String.join(", ", going),
                going.size() == 1 ? "takes" : "take"),
        first);
    String waiting =
        IntStream.range(0, trace.threads().size())
            .filter(thread -> !going.contains(words.thread(thread)))
            .mapToObj(thread -> words.thread(thread) + place(thread))
            .collect(Collectors.joining(", "));
    if (!waiting.isEmpty()) {
      say("Not in the loop: " + waiting + ".", last);
    }
  }

  /** Where a thread stands that takes no step. */
  private String place(int thread) {
    List<TraceStep.ThreadView> views = trace.steps().get(last).views();
    int line = thread < views.size() ? views.get(thread).place().line() : 0;
    return line > 0 ? " (at line " + line + ")" : "";
  }

  private void describeFacts(LoopFacts facts) {
    boolean alone = facts.atoms().size() == 1;
    String atoms =
        facts.atoms().stream().map(each -> value(each, alone)).collect(Collectors.joining(", "));
    if (!facts.formula().isEmpty()) {
      say("The formula is %s; in the loop %s.".formatted(facts.formula(), atoms), first);
    }
    for (int thread : facts.stopped()) {
      String name = words.thread(thread);
      say(
          "%s can go on all along the loop and takes no step: %s"
              .formatted(name, excludes(facts, name)),
          first);
    }
    for (int thread : facts.putOff()) {
      String name = words.thread(thread);
      say(
          "Memory puts off %s for ever, which it could take: %s"
              .formatted(oldest(thread), excludes(facts, name)),
          first);
    }
    if (facts.stopped().isEmpty() && facts.putOff().isEmpty()) {
      say(
          "The run is fair: in the loop whoever takes no step is blocked now and then, so --fair"
              + " does not exclude it.",
          first);
    }
  }

  private static String excludes(LoopFacts facts, String thread) {
    String quoted = thread.contains(" ") ? "\"" + thread + "\"" : thread;
    return "--fair excludes such runs"
        + (facts.excludedBy().contains(LoopFacts.FAIR_TO)
            ? ", and so does " + LoopFacts.FAIR_TO + " " + quoted + "."
            : ".");
  }

  /** The oldest store of a thread that is under way. */
  private String oldest(int thread) {
    return trace.accesses().stream()
        .filter(access -> access.thread() == thread && access.pending())
        .findFirst()
        .map((TraceAccess access) -> words.owned(access))
        .orElse("what is under way of " + words.thread(thread));
  }

  /** The value of an atom in the loop; a long one that is alone stands in the formula already. */
  private String value(LoopFacts.Atom atom, boolean alone) {
    long times = atom.steps().stream().filter(step -> step >= first).count();
    String when =
        times == 0 ? "never true" : times > last - first ? "always true" : "true now and then";
    String name =
        alone && atom.text().length() > LONGEST ? "its condition" : "\"" + atom.text() + "\"";
    return name + " is " + when;
  }
}
