// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * What is wrong with an input, where, and what to do about it.
 *
 * @param hint what the user can do, or an empty string
 */
public record Diagnostic(SourceSpan span, String message, String hint) {

  public Diagnostic(SourceSpan span, String message) {
    this(span, message, "");
  }

  /** {@code file:line:column: error: message}, with the hint on a line of its own. */
  @Override
  public String toString() {
    String place = span.equals(SourceSpan.NONE) ? "" : span + ": ";
    String more = hint.isEmpty() ? "" : "\n  hint: " + Printable.line(hint);
    return Printable.line(place + "error: " + message) + more;
  }
}
