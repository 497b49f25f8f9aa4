// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/**
 * A token of a small language.
 *
 * @param text as written; of a quoted text what stands between the quotes
 * @param start its first character in the text
 * @param end the character behind its last one
 */
public record Lexeme(Kind kind, String text, int start, int end, SourceSpan span) {

  /** What a lexeme is made of. */
  public enum Kind {
    WORD,
    NUMBER,
    QUOTED,
    SIGN,
    END
  }

  /** Whether this is the word, number or sign. */
  public boolean is(String wanted) {
    return text.equals(wanted) && kind != Kind.QUOTED;
  }

  public boolean isWord() {
    return kind == Kind.WORD;
  }

  public boolean isNumber() {
    return kind == Kind.NUMBER;
  }

  public boolean isQuoted() {
    return kind == Kind.QUOTED;
  }

  public boolean isEnd() {
    return kind == Kind.END;
  }

  /** The lexeme as a message names it. */
  public String shown() {
    return isEnd() ? "the end of the text" : "'" + text + "'";
  }
}
