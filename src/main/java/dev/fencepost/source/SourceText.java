// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A text with the places of its characters. */
public final class SourceText {
  private final SourceSpan start;
  private final String text;
  private final int[] lineStarts;

  /** The whole text of a file. */
  public SourceText(String file, String text) {
    this(SourceSpan.at(file, 1, 1, 0), text);
  }

  /**
   * A piece of a file.
   *
   * @param start the place of its first character
   */
  public SourceText(SourceSpan start, String text) {
    this.start = start;
    this.text = text;
    this.lineStarts = lineStarts(text);
  }

  /** Where the lines of a text begin. */
  public static int[] lineStarts(String text) {
    return IntStream.range(0, text.length() + 1)
        .filter(i -> i == 0 || text.charAt(i - 1) == '\n')
        .toArray();
  }

  public String file() {
    return start.file();
  }

  public String text() {
    return text;
  }

  public String text(TextRange range) {
    return text.substring(range.start(), range.end());
  }

  /** The place of a piece: its part on the first line, at least one character. */
  public SourceSpan span(int from, int to) {
    if (start.equals(SourceSpan.NONE)) {
      return start;
    }
    int found = Arrays.binarySearch(lineStarts, from);
    int line = found >= 0 ? found : -found - 2;
    int lineEnd = line + 1 < lineStarts.length ? lineStarts[line + 1] - 1 : text.length();
    int column = from - lineStarts[line] + (line == 0 ? start.column() : 1);
    int length = Math.max(1, Math.min(to, lineEnd) - from);
    return SourceSpan.at(start.file(), start.line() + line, column, length);
  }

  public InvalidInputException error(int from, int to, String message) {
    return error(from, to, message, "");
  }

  public InvalidInputException error(int from, int to, String message, String hint) {
    return new InvalidInputException(new Diagnostic(span(from, to), message, hint));
  }
}
