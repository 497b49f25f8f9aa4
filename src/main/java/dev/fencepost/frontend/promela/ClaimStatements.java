// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Statement;
import dev.fencepost.source.Diagnostics;

/** What may stand in a claim about a run; as in SPIN, where no run comes to, too. */
final class ClaimStatements {
  private ClaimStatements() {}

  /** A never claim looks at the model: it neither sends nor receives nor assigns. */
  static void checkNever(Flow claim, Diagnostics diagnostics) {
    for (Element element : claim.elements) {
      if (element.statement instanceof Statement.Assign) {
        diagnostics.error(
            element.origin.span(),
            "a never claim cannot change variables",
            "let a process do it, or use a place of the claim instead of a variable");
      }
      if (element.statement instanceof Statement.Send
          || element.statement instanceof Statement.Receive) {
        diagnostics.error(
            element.origin.span(),
            "a never claim cannot send or receive",
            "ask what a channel holds: c?[m], len(c)");
      }
    }
  }

  /** A trace assertion is made of plain sends and receives, choices, loops and jumps. */
  static void checkTrace(Flow claim, Diagnostics diagnostics) {
    for (Element element : claim.elements) {
      boolean allowed =
          switch (element.kind) {
            case STATEMENT -> isEvent(element.statement);
            case GOTO, BREAK, JOIN, IF, DO, END -> true;
            case ELSE, UNLESS, ATOMIC, DETERMINISTIC, BLOCK -> false;
          };
      if (!allowed) {
        diagnostics.error(
            element.origin.span(),
            "a trace assertion consists of sends '!' and receives '?' only",
            "leave out conditions, assignments, blocks and the forms '!!', '??' and '<'");
      }
    }
  }

  private static boolean isEvent(Statement statement) {
    return switch (statement) {
      case Statement.Send send -> !send.sorted();
      case Statement.Receive receive -> !receive.anywhere() && !receive.keep();
      default -> false;
    };
  }
}
