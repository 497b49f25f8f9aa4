// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;

/** The text of a work-packet file, and places in it. */
record PacketsText(String file, String text) {

  /** The place of a piece of the text, as far as it stands on one line. */
  SourceSpan span(int start, int end) {
    return SourceSpan.of(file, text, start, end);
  }

  InvalidInputException error(int start, int end, String message, String hint) {
    return new InvalidInputException(new Diagnostic(span(start, end), message, hint));
  }

  /**
   * The line with this number, from 1 on, without white space around it and without its comment.
   */
  String line(int number) {
    int start = 0;
    for (int i = 1; i < number; i++) {
      start = text.indexOf('\n', start) + 1;
    }
    int end = text.indexOf('\n', start);
    String line = text.substring(start, end < 0 ? text.length() : end);
    int comment = line.indexOf("//");
    String kept = (comment < 0 ? line : line.substring(0, comment)).strip();
    return kept.endsWith("{") ? kept.substring(0, kept.length() - 1).strip() : kept;
  }
}
