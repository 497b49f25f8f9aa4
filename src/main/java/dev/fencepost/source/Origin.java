// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * Where an instruction comes from, for traces: its place, the source statement in the user's words
 * (white space folded), and the function it was inlined from.
 */
public record Origin(SourceSpan span, String text, String function) {

  /** For programs that were built without a text. */
  public static Origin of(String text) {
    return new Origin(SourceSpan.NONE, text, "");
  }
}
