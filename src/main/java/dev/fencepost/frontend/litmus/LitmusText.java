// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;

/**
 * The text of a test. Comments are blanked, so that places stay what they are.
 *
 * @param original as the user wrote it
 * @param text without comments
 */
record LitmusText(String file, String original, String text) {

  /** Blanks {@code (* *)} everywhere but in C bodies, and C's comments from there on. */
  static LitmusText of(String file, String original) {
    boolean c = original.stripLeading().matches("(?s)C\\s.*");
    return new LitmusText(file, original, new CommentBlanker(original, c).blank());
  }

  SourceSpan span(int start, int end) {
    return SourceSpan.of(file, text, start, end);
  }

  InvalidInputException error(int start, int end, String message) {
    return error(span(start, end), message, "");
  }

  static InvalidInputException error(SourceSpan span, String message, String hint) {
    return new InvalidInputException(new Diagnostic(span, message, hint));
  }
}
