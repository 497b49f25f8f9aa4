// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.Locale;

/**
 * Names, labels and texts of others as they may be printed. What a terminal would obey, or a reader
 * would not see, stands as an escape: {@code \x1b}, {@code \u202e}.
 */
public final class Printable {
  private static final int FIRST_PRINTABLE = 0x20;

  private Printable() {}

  /** A piece of a line: line ends are escapes too. */
  public static String line(String text) {
    return escaped(text, false);
  }

  /** A text of several lines. */
  public static String lines(String text) {
    return escaped(text, true);
  }

  private static String escaped(String text, boolean lineEnds) {
    StringBuilder result = null;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (isPlain(c) || lineEnds && isLineEnd(text, i)) {
        if (result != null) {
          result.appendCodePoint(c);
        }
      } else {
        result = result == null ? new StringBuilder(text.substring(0, i)) : result;
        result.append(escape(c));
      }
    }
    return result == null ? text : result.toString();
  }

  private static boolean isLineEnd(String text, int i) {
    return text.charAt(i) == '\n' || text.startsWith("\r\n", i) || text.charAt(i) == '\t';
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** In a form that JSON has too, except for what JSON never has as it is. */
  private static String escape(int c) {
    if (c < FIRST_PRINTABLE) {
      return String.format(Locale.ROOT, "\\x%02x", c);
    }
    StringBuilder escape = new StringBuilder();
    for (char unit : Character.toChars(c)) {
      escape.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
    }
    return escape.toString();
  }
}
