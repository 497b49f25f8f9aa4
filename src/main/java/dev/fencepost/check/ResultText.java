// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Verdict;
import java.util.Locale;

/** A result in plain lines, for the message of a failed assertion in somebody's test. */
final class ResultText {

  private ResultText() {}

  static String of(CheckResult result) {
    CheckTask task = result.task();
    String head = task.file() + (task.ltl().isPresent() ? ", " : " under ") + task.title() + ": ";
    return switch (result.verdict()) {
      case Verdict.Holds holds ->
          head
              + "holds"
              + (holds.window().isPresent() ? ", window <= " + holds.window().getAsInt() : "");
      case Verdict.Inconclusive inconclusive -> head + "inconclusive, " + inconclusive.limit();
      case Verdict.Violated violated -> head + "violated\n" + lines(violated.trace());
    };
  }

  private static String lines(Trace trace) {
    StringBuilder text = new StringBuilder();
    int number = 0;
    for (int i = 0; i < trace.steps().size(); i++) {
      TraceStep step = trace.steps().get(i);
      if (i == trace.loop().orElse(-1)) {
        text.append("the following steps repeat for ever").append(System.lineSeparator());
      }
      if (step.kind() == TraceStep.Kind.STUTTER) {
        text.append("nothing happens any more").append(System.lineSeparator());
      } else if (step.kind() != TraceStep.Kind.START) {
        text.append(
            String.format(
                Locale.ROOT,
                "%4d  %-12s %-24s %s  [%s]%n",
                ++number,
                trace.threads().get(step.thread()),
                place(step.origin().span()),
                step.origin().text(),
                step.effect()));
      }
    }
    Trace.Failure failure = trace.failure();
    text.append(place(failure.origin().span())).append(": ").append(failure.message());
    for (NamedValue value : failure.values()) {
      text.append(", ").append(value.name()).append(" = ").append(value.value());
    }
    return text.toString();
  }

  private static String place(SourceSpan span) {
    String file = span.file();
    return file.substring(file.lastIndexOf('/') + 1) + ":" + span.line();
  }
}
