// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * Where an instruction comes from, for traces: its place, the source statement in the user's words
 * (white space folded), and the function it was inlined from.
 *
 * @param generated whether a front end added it to what the user wrote
 */
public record Origin(SourceSpan span, String text, String function, boolean generated) {
  /** What a user wrote. */
  public Origin(SourceSpan span, String text, String function) {
    this(span, text, function, false);
  }

  /** For programs that were built without a text. */
  public static Origin of(String text) {
    return new Origin(SourceSpan.NONE, text, "");
  }

  /** This one, for what the user did not write. */
  public Origin asGenerated() {
    return new Origin(span, text, function, true);
  }
}
