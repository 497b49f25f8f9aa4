// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Places;
import dev.fencepost.source.SourceSpan;

/**
 * Room for a fence in the source: one for all inlined copies of its statement.
 *
 * @param position {@link Places#BEFORE} the statement, BEFORE as the whole BODY of an if or loop,
 *     or at the END of a block
 * @param span the statement, or the closing brace of the block
 * @param statement its text
 * @param path how often it is run: {@link Places#FAST}, SLOW or COLLECTOR
 */
public record Site(
    String position, SourceSpan span, String statement, String function, String path) {

  private static final int MOST_SHOWN = 40;

  /** What tells sites apart, in all scenarios. */
  record Key(String position, SourceSpan span) {}

  Key key() {
    return new Key(position, span);
  }

  /** This site, which is also run on another path. */
  Site on(String other) {
    return new Site(position, span, statement, function, Weights.worse(path, other));
  }

  /** Where it is, for people: {@code before line 91 (to_forward = TO;)}. */
  public String where() {
    String shown =
        statement.length() <= MOST_SHOWN
            ? statement
            : statement.substring(0, MOST_SHOWN).stripTrailing() + " ...";
    return position.equals(Places.END)
        ? "at the end of the block in line " + span.line()
        : "before line " + span.line() + " (" + shown + ")";
  }

  /** The path in words. */
  public String pathWord() {
    return switch (path) {
      case Places.COLLECTOR -> "collector";
      case Places.SLOW -> "slow path";
      default -> "fast path";
    };
  }
}
