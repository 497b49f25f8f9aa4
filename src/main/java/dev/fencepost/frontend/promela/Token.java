// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;

/**
 * A token; keywords are names.
 *
 * @param span where the user wrote it; for a token of a macro's body, the use of the macro
 * @param space whether white space stands before it
 */
record Token(Kind kind, String text, SourceSpan span, boolean space) {

  enum Kind {
    NAME,
    NUMBER,
    STRING,
    PUNCTUATOR,
    OTHER,
    NEWLINE,
    /** The end of a macro's body while it is expanded. */
    LEAVE,
    END
  }

  boolean is(String punctuatorOrWord) {
    return (kind == Kind.PUNCTUATOR || kind == Kind.NAME) && text.equals(punctuatorOrWord);
  }

  boolean isName() {
    return kind == Kind.NAME;
  }

  Token at(SourceSpan place) {
    return new Token(kind, text, place, space);
  }

  /** How a message names it. */
  String describe() {
    return switch (kind) {
      case END -> "the end of the file";
      case NEWLINE, LEAVE -> "the end of the line";
      case STRING -> text;
      case NAME, NUMBER, PUNCTUATOR, OTHER -> "'" + text + "'";
    };
  }
}
