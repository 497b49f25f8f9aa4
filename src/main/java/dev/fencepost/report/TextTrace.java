// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Reordering;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A trace as text: one column per thread, time going down. A store that does not reach memory at
 * once is shown twice: where it is issued, and where others can see it.
 */
public final class TextTrace {
  private final Trace trace;
  private final String mainFile;

  /** Whether what others did in a step is the other side of it: a rendezvous. */
  private final boolean interleaved;

  private final Columns columns;

  private TextTrace(Trace trace, String mainFile, boolean interleaved) {
    this.trace = trace;
    this.mainFile = mainFile;
    this.interleaved = interleaved;
    this.columns = new Columns(trace.threads());
  }

  /**
   * The text, in whole lines.
   *
   * @param mainFile the file whose lines are shown without its name
   */
  public static String of(Verdict.Violated violated, String mainFile) {
    return new TextTrace(violated.trace(), mainFile, false).render();
  }

  /** The run alone, in whole lines: for a run that is a witness and fails nothing. */
  public static String witness(Verdict.Violated run, String mainFile) {
    return new TextTrace(run.trace(), mainFile, false).columns();
  }

  /** The text for a run on interleaving semantics, where nothing is reordered. */
  public static String interleaved(Verdict.Violated violated, String mainFile) {
    TextTrace text = new TextTrace(violated.trace(), mainFile, true);
    String run = text.columns();
    return (run.isEmpty() ? "" : run + "\n") + "fails:     " + text.failure() + "\n";
  }

  private String render() {
    StringBuilder text = new StringBuilder(columns());
    text.append('\n');
    pending().ifPresent(line -> text.append(line).append('\n'));
    text.append("fails:     ").append(failure()).append('\n');
    if (trace.loop().isEmpty() || !trace.reorderings().isEmpty()) {
      text.append("reordered: ").append(reordered()).append('\n');
    }
    return text.toString();
  }

  private String columns() {
    for (int i = 0; i < trace.steps().size(); i++) {
      TraceStep step = trace.steps().get(i);
      showStep(step, i);
      for (TraceAccess access : trace.accesses()) {
        if (isDelayedStore(access) && access.fetchedAt() == i) {
          columns.add(
              i,
              access.thread(),
              statement(access.origin()),
              List.of(isKnown(access) ? "issued: " + assignment(access) : "issued"));
        }
      }
    }
    showFailure();
    return columns.render();
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
    if (interleaved) {
      for (TraceStep.LocalEvent partner : step.local()) {
        columns.add(number, partner.thread(), statement(partner.origin()), List.of());
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
              + assignment(access)
              + (access.fetchedAt() < number - 1 ? " (issued at " + access.fetchedAt() + ")" : "");
      default -> step.effect();
    };
  }

  private static boolean isDelayedStore(TraceAccess access) {
    return access.kind().equals("W")
        && (access.pending() || access.performedAt() > access.fetchedAt() + 1);
  }

  private static boolean isKnown(TraceAccess access) {
    return !access.value().isEmpty();
  }

  private static String assignment(TraceAccess access) {
    return access.location() + " := " + access.value();
  }

  private String statement(Origin origin) {
    return lineOf(origin.span()) + " " + origin.text();
  }

  private String lineOf(SourceSpan span) {
    String file = span.file();
    String name = file.equals(mainFile) ? "" : file.substring(file.lastIndexOf('/') + 1) + ":";
    return name + span.line();
  }

  private Optional<String> pending() {
    String list =
        trace.accesses().stream()
            .filter(TraceAccess::pending)
            .filter(access -> trace.loop().isEmpty() || access.kind().equals("W"))
            .map(access -> thread(access.thread()) + "'s " + described(access))
            .collect(Collectors.joining("\n           "));
    return list.isEmpty() ? Optional.empty() : Optional.of("pending:   " + list);
  }

  private String failure() {
    Trace.Failure failure = trace.failure();
    List<String> parts = new ArrayList<>();
    parts.add(failure.message().isEmpty() ? failure.kind() : failure.message());
    for (NamedValue value : failure.values()) {
      parts.add(value.name() + " = " + value.value());
    }
    SourceSpan span = failure.origin().span();
    String place = span.equals(SourceSpan.NONE) ? "" : span.file() + ":" + span.line() + ": ";
    String who = failure.thread() < 0 ? "" : " (" + thread(failure.thread()) + ")";
    return place + String.join(", ", parts) + who;
  }

  private String reordered() {
    List<Reordering> all = trace.reorderings();
    if (all.isEmpty()) {
      return "no accesses were reordered: it fails under sc too";
    }
    Optional<Reordering> telling = TellingReordering.of(trace);
    if (telling.isEmpty()) {
      return "nothing that another thread could see: it may fail under sc too";
    }
    TraceAccess earlier = telling.get().earlier();
    TraceAccess later = telling.get().later();
    return thread(later.thread())
        + "'s "
        + described(later)
        + " took effect before its earlier "
        + described(earlier);
  }

  private String described(TraceAccess access) {
    String what =
        switch (access.kind()) {
          case "R" -> "read of " + access.location();
          case "W" -> "store " + (isKnown(access) ? assignment(access) : access.origin().text());
          default -> "read-modify-write of " + access.location();
        };
    String issued = access.pending() ? ", issued at " + access.fetchedAt() : "";
    return what + " (line " + lineOf(access.origin().span()) + issued + ")";
  }

  private String thread(int index) {
    return trace.threads().get(index);
  }
}
