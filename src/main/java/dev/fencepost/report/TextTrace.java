// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.report.ExecutionGraph.Edge;
import dev.fencepost.source.Origin;
import dev.fencepost.source.Printable;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Reordering;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A trace as text: one column per thread, time going down. A store that does not reach memory at
 * once is shown twice: where it is issued, and where others can see it.
 */
public final class TextTrace {
  /** Runs of up to so many steps are shown whole. */
  private static final int SHORT_RUN = 16;

  /** Fewer steps than these are not worth a fold. */
  private static final int FEWEST_FOLDED = 3;

  /** What a message leaves of its line for its place, which may be longer. */
  private static final int PLACE = 16;

  private final Trace trace;
  private final Layout layout;

  /** Whether what others did in a step is the other side of it: a rendezvous. */
  private final boolean interleaved;

  private final AccessWords words;
  private final Story story;
  private final Columns columns;
  private int folded;

  /**
   * How a run is laid out.
   *
   * @param width of lines
   * @param full whether steps are shown that do not matter to the violation
   */
  public record Layout(int width, boolean full) {
    /** For files: all steps, in the usual width. */
    public static final Layout FILE = new Layout(Columns.USUAL_WIDTH, true);

    private static final int NARROWEST = 40;

    public Layout {
      width = Math.max(NARROWEST, width);
    }
  }

  private TextTrace(Verdict.Violated run, String mainFile, Layout layout, boolean interleaved) {
    trace = run.trace();
    this.layout = layout;
    this.interleaved = interleaved;
    words = new AccessWords(trace, mainFile);
    story = StoryWriter.write(trace, mainFile);
    columns = new Columns(trace.threads(), layout.width());
  }

  /**
   * The text of a run under a memory model, in whole lines.
   *
   * @param mainFile the file whose lines are shown without its name
   */
  public static String of(Verdict.Violated violated, String mainFile, Layout layout) {
    return of(violated, mainFile, layout, true);
  }

  /** The run alone, in whole lines: for a run that is a witness and fails nothing. */
  public static String witness(Verdict.Violated run, String mainFile, Layout layout) {
    return new TextTrace(run, mainFile, layout, false).columns();
  }

  /**
   * The text of a run.
   *
   * @param reorders whether it is one under a memory model
   */
  public static String of(
      Verdict.Violated violated, String mainFile, Layout layout, boolean reorders) {
    if (!violated.trace().isKnown()) {
      return violated.trace().failure().message() + "\n";
    }
    TextTrace text = new TextTrace(violated, mainFile, layout, !reorders);
    String run = text.columns();
    return reorders
        ? run + "\n" + text.pending() + text.failure() + text.why() + text.order() + text.hint()
        : (run.isEmpty() ? "" : run + "\n") + text.failure() + text.why() + text.hint();
  }

  /** What was reordered, and where fences would have forbidden this run. */
  private String order() {
    boolean shown = trace.loop().isEmpty() || !trace.reorderings().isEmpty();
    return (shown ? wrapped("reordered: ", reordered()) : "")
        + story.fences().stream()
            .map(Story.FencePlace::text)
            .distinct()
            .map(text -> wrapped("repair:    ", text))
            .collect(Collectors.joining());
  }

  private String hint() {
    return folded == 0
        ? ""
        : wrapped(
            "folded:    ",
            "%s of %s steps, which do not matter here; --full shows all"
                .formatted(folded, trace.steps().size() - 1));
  }

  private String columns() {
    Map<Integer, List<TraceAccess>> issued =
        trace.accesses().stream()
            .filter(TextTrace::isDelayedStore)
            .collect(Collectors.groupingBy(TraceAccess::issuedAt));
    for (int i = 0; i < trace.steps().size(); i++) {
      int end = endOfFold(i);
      if (end > i) {
        fold(i, end);
        i = end - 1;
        continue;
      }
      TraceStep step = trace.steps().get(i);
      showStep(step, i);
      for (TraceAccess access : issued.getOrDefault(i, List.of())) {
        columns.add(
            i,
            access.thread(),
            statement(access.origin()),
            List.of(
                AccessWords.isKnown(access)
                    ? "issued: " + AccessWords.assignment(access)
                    : "issued"));
      }
    }
    showFailure();
    return columns.render();
  }

  /** Where the steps end that are folded from this one on; the step itself where none are. */
  private int endOfFold(int number) {
    int end = number;
    while (end < trace.steps().size() && !isShown(end)) {
      end++;
    }
    return end - number >= FEWEST_FOLDED ? end : number;
  }

  private boolean isShown(int step) {
    return layout.full()
        || trace.steps().size() - 1 <= SHORT_RUN
        || step == 0
        || story.keySteps().contains(step);
  }

  private void fold(int first, int end) {
    folded += end - first;
    String who = String.join(", ", words.stepping(first, end - 1));
    columns.note(-1, "... steps %s to %s: %s".formatted(first, end - 1, who));
  }

  private void showStep(TraceStep step, int number) {
    if (step.kind() == TraceStep.Kind.STUTTER) {
      columns.note(number, step.effect().isEmpty() ? "nothing happens any more" : step.effect());
      return;
    }
    if (trace.loop().isPresent() && trace.loop().getAsInt() == number) {
      columns.note(-1, "the following steps repeat for ever");
    }
    if (step.kind() != TraceStep.Kind.START) {
      String effect = effect(step, number);
      List<String> details = effect.isEmpty() ? List.of() : List.of(effect);
      columns.add(number, step.thread(), statement(step.origin()), details);
    }
    for (TraceStep.LocalEvent event : step.local()) {
      if (interleaved || event.isRead()) {
        List<String> details = event.isRead() ? List.of(event.text()) : List.of();
        columns.add(number, event.thread(), statement(event.origin()), details);
      }
    }
  }

  /** A step number of its own for what failed, in the column of the thread that failed. */
  private void showFailure() {
    Trace.Failure failure = trace.failure();
    if (failure.thread() >= 0) {
      columns.add(
          trace.steps().size() - 1,
          failure.thread(),
          statement(failure.origin()),
          List.of("** " + failure.kind() + " **"));
    }
  }

  private String effect(TraceStep step, int number) {
    if (step.access() < 0) {
      return step.effect();
    }
    TraceAccess access = trace.accesses().get(step.access());
    return switch (step.kind()) {
      case REFLECT ->
          "visible: "
              + AccessWords.assignment(access)
              + (access.issuedAt() < number - 1 ? " (issued at " + access.issuedAt() + ")" : "")
              + (step.effect().contains(TraceStep.OVERWRITTEN)
                  ? " (" + TraceStep.OVERWRITTEN + ")"
                  : "");
      default -> step.effect();
    };
  }

  private static boolean isDelayedStore(TraceAccess access) {
    return access.kind().equals("W")
        && (access.pending() || access.performedAt() > access.issuedAt() + 1);
  }

  private String statement(Origin origin) {
    return words.line(origin.span()) + " " + origin.text();
  }

  private String pending() {
    StringBuilder list = new StringBuilder();
    for (TraceAccess access : trace.accesses()) {
      boolean shown = trace.loop().isEmpty() || access.kind().equals("W");
      if (access.pending() && shown) {
        String label = list.isEmpty() ? "pending:   " : "           ";
        list.append(wrapped(label, words.thread(access.thread()) + "'s " + described(access)));
      }
    }
    return list.toString();
  }

  /** The place as compilers print it; a long text gets lines of its own. */
  private String failure() {
    Trace.Failure failure = trace.failure();
    List<String> parts = new ArrayList<>();
    parts.add(failure.message().isEmpty() ? failure.kind() : failure.message());
    for (NamedValue value : failure.values()) {
      parts.add(value.name() + " = " + value.value());
    }
    SourceSpan span = failure.origin().span();
    String place =
        span.equals(SourceSpan.NONE) ? "" : Printable.line(span.file()) + ":" + span.line() + ":";
    String who = failure.thread() < 0 ? "" : " (" + words.thread(failure.thread()) + ")";
    String text = Printable.line(String.join(", ", parts) + who);
    String label = "fails:     ";
    if (text.length() <= layout.width() - PLACE) {
      return label + (place.isEmpty() ? "" : place + " ") + text + "\n";
    }
    return place.isEmpty()
        ? wrapped(label, text)
        : label + place + "\n" + wrapped(" ".repeat(label.length()), text);
  }

  /** The causes, where no reordering explains the run. */
  private String why() {
    StringBuilder list = new StringBuilder();
    List<Story.Sentence> causes = new ArrayList<>();
    if (CriticalCycle.of(trace).isEmpty()) {
      causes.addAll(new CausalStory(trace, words).sentences());
    }
    causes.addAll(LoopStory.of(trace, words));
    for (Story.Sentence cause : causes) {
      list.append(wrapped(list.isEmpty() ? "why:       " : "           ", cause.text()));
    }
    return list.toString();
  }

  private String reordered() {
    if (trace.readsEarly()) {
      return "a load ran ahead of a branch or of an unknown address: see \"early\" above";
    }
    if (trace.missesWrites()) {
      return "threads saw writes at different times: see \"not seen\" above";
    }
    List<Reordering> all = trace.reorderings();
    if (all.isEmpty()) {
      return trace.hasOwnMemories()
          ? "no accesses were reordered: threads saw stores at different times"
          : "no accesses were reordered: it fails under sc too";
    }
    Optional<List<Edge>> cycle = CriticalCycle.of(trace);
    if (cycle.isEmpty()) {
      return "nothing that another thread could see: it may fail under sc too";
    }
    TraceAccess earlier = trace.accesses().get(cycle.get().getFirst().from());
    TraceAccess later = trace.accesses().get(cycle.get().getFirst().to());
    return words.thread(later.thread())
        + "'s "
        + described(later)
        + " took effect before its earlier "
        + described(earlier);
  }

  private String described(TraceAccess access) {
    String issued = access.pending() ? ", issued at " + access.issuedAt() : "";
    return AccessWords.what(access) + " (" + words.lineOf(access) + issued + ")";
  }

  private String wrapped(String label, String text) {
    String below = " ".repeat(label.length());
    return String.join("\n", Columns.wrap(label + text, layout.width(), below)) + "\n";
  }
}
