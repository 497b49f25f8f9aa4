// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.Deque;

/** What may stand in a trace assertion: plain sends and receives, choices, loops and jumps. */
final class TraceEvents {
  private TraceEvents() {}

  static void check(ProcessType automaton, SourceSpan span, Diagnostics diagnostics) {
    if (!automaton.variables().isEmpty()) {
      diagnostics.error(span, "a trace assertion has no variables of its own");
    }
    boolean[] seen = new boolean[automaton.points().size()];
    Deque<Integer> open = new ArrayDeque<>();
    open.push(automaton.start());
    seen[automaton.start()] = true;
    while (!open.isEmpty()) {
      for (Transition step : automaton.points().get(open.pop()).transitions()) {
        if (!isEvent(step.statement())) {
          diagnostics.error(
              step.origin().span(),
              "a trace assertion consists of sends '!' and receives '?' only",
              "leave out conditions, assignments and the forms '!!', '??' and '<'");
        }
        if (!seen[step.target()]) {
          seen[step.target()] = true;
          open.push(step.target());
        }
      }
    }
  }

  private static boolean isEvent(Statement statement) {
    return switch (statement) {
      case Statement.Send send -> !send.sorted();
      case Statement.Receive receive -> !receive.anywhere() && !receive.keep();
      case Statement.End end -> true;
      default -> false;
    };
  }
}
