// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

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

  /** The text at a place on one line, cut where it gets long. */
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
      raw.append(text, from, Math.max(from, to)).append(' ');
    }
    String folded =
        raw.toString().replaceAll("/\\*.*?\\*/|//.*", " ").strip().replaceAll("\\s+", " ");
    return folded.length() <= LONGEST ? folded : folded.substring(0, LONGEST - 3) + "...";
  }
}
