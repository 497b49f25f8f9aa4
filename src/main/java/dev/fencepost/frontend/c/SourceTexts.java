// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts that were read, to show statements as the user wrote them. */
final class SourceTexts {
  private static final int LONGEST = 80;

  private final Map<String, List<String>> lines = new HashMap<>();

  void add(String file, String text) {
    lines.putIfAbsent(file, text.lines().toList());
  }

  /** The text at a place on one line, without comments, cut where it gets long. */
  String excerpt(SourceSpan span) {
    List<String> file = lines.get(span.file());
    if (file == null || span.line() < 1 || span.line() > file.size()) {
      return "";
    }
    StringBuilder raw = new StringBuilder();
    for (int line = span.line(); line <= Math.min(span.endLine(), file.size()); line++) {
      String text = file.get(line - 1);
      int from = line == span.line() ? Math.min(span.column() - 1, text.length()) : 0;
      int to =
          line == span.endLine() ? Math.min(span.endColumn() - 1, text.length()) : text.length();
      String piece = text.substring(from, Math.max(from, to));
      raw.append(piece.endsWith("\\") ? piece.substring(0, piece.length() - 1) : piece);
      raw.append('\n');
      if (raw.length() > 4 * LONGEST) {
        break;
      }
    }
    String folded = fold(withoutComments(raw));
    return folded.length() <= LONGEST ? folded : folded.substring(0, LONGEST - 3) + "...";
  }

  private static String withoutComments(CharSequence raw) {
    StringBuilder result = new StringBuilder();
    String text = raw.toString();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0 && (text.startsWith("//", i) || text.startsWith("/*", i))) {
        boolean line = text.startsWith("//", i);
        int end = text.indexOf(line ? "\n" : "*/", i + 2);
        i = end < 0 ? text.length() : line ? end : end + 1;
        result.append(' ');
        continue;
      }
      if (c == '\\' && quote != 0 && i + 1 < text.length()) {
        result.append(c).append(text.charAt(++i));
        continue;
      }
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      result.append(c);
    }
    return result.toString();
  }

  private static String fold(String text) {
    StringBuilder result = new StringBuilder();
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        space = true;
      } else {
        if (space && !result.isEmpty()) {
          result.append(' ');
        }
        result.append(c);
        space = false;
      }
    }
    return result.toString();
  }
}
