// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.SourceSpan;

/**
 * A preprocessing token, and after preprocessing a token of the language; keywords are identifiers.
 *
 * @param span where the user wrote it; for a token of a macro's body, the outermost use of the
 *     macro
 * @param space whether white space or a comment stands before it
 * @param painted whether it is the name of a macro that is not to be expanded any more
 */
public record Token(Kind kind, String text, SourceSpan span, boolean space, boolean painted) {

  /** What it is made of. */
  public enum Kind {
    IDENTIFIER,
    NUMBER,
    CHARACTER,
    STRING,
    PUNCTUATOR,
    OTHER,
    END
  }

  public boolean is(String punctuatorOrWord) {
    return (kind == Kind.PUNCTUATOR || kind == Kind.IDENTIFIER) && text.equals(punctuatorOrWord);
  }

  public boolean isIdentifier() {
    return kind == Kind.IDENTIFIER;
  }

  /** A token that no macro has seen. */
  public static Token make(Kind kind, String text, SourceSpan span) {
    return new Token(kind, text, span, false, false);
  }

  /** Another kind of token with another text, at the same place. */
  public Token as(Kind otherKind, String otherText) {
    return new Token(otherKind, otherText, span, space, painted);
  }

  public Token withSpan(SourceSpan other) {
    return new Token(kind, text, other, space, painted);
  }

  Token withSpace(boolean other) {
    return space == other ? this : new Token(kind, text, span, other, painted);
  }

  /** This token, excluded from further expansion. */
  public Token paint() {
    return new Token(kind, text, span, space, true);
  }

  /** The smallest span that covers both, if they are in one file; otherwise the first. */
  public static SourceSpan cover(SourceSpan first, SourceSpan last) {
    if (!first.file().equals(last.file())) {
      return first;
    }
    boolean later =
        last.endLine() > first.endLine()
            || last.endLine() == first.endLine() && last.endColumn() > first.endColumn();
    boolean earlier =
        last.line() < first.line() || last.line() == first.line() && last.column() < first.column();
    SourceSpan start = earlier ? last : first;
    SourceSpan end = later ? last : first;
    return start.equals(end) ? start : start.to(end);
  }

  /** How a message names it. */
  public String describe() {
    return switch (kind) {
      case END -> "the end of the file";
      case STRING, CHARACTER -> text;
      case IDENTIFIER, NUMBER, PUNCTUATOR, OTHER -> "'" + text + "'";
    };
  }
}
