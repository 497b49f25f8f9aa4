// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

/** A word, number, text in quotes or sign, and where it stands. */
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    WORD,
    NUMBER,
    QUOTED,
    SIGN,
    END
  }

  boolean is(String wanted) {
    return text.equals(wanted) && kind != Kind.QUOTED;
  }

  boolean isWord() {
    return kind == Kind.WORD;
  }

  /** As a message shows it. */
  String shown() {
    return kind == Kind.END ? "the end of the text" : "'" + text + "'";
  }
}
