// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.Printable;
import dev.fencepost.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is wrong with inputs, with the line of the text and a mark below the place. */
final class ErrorText {
  /** Longer lines are not shown, nor those with characters that a terminal would obey. */
  private static final int LONGEST = 160;

  private final Map<String, List<String>> texts = new HashMap<>();

  String of(Diagnostic diagnostic) {
    String text = diagnostic.toString();
    Optional<String> line =
        line(diagnostic.span())
            .map(each -> each.replace('\t', ' '))
            .filter(each -> !each.isBlank() && each.length() <= LONGEST)
            .filter(each -> Printable.line(each).equals(each));
    if (line.isEmpty()) {
      return text;
    }
    String marked = marked(line.get(), diagnostic.span());
    int end = text.indexOf('\n');
    return end < 0 ? text + marked : text.substring(0, end) + marked + text.substring(end);
  }

  private Optional<String> line(SourceSpan place) {
    List<String> lines = texts.computeIfAbsent(place.file(), PackedLibrary::lines);
    boolean known = place.line() >= 1 && place.line() <= lines.size();
    return known ? Optional.of(lines.get(place.line() - 1)) : Optional.empty();
  }

  private static String marked(String line, SourceSpan span) {
    int column = Math.clamp(span.column() - 1, 0, line.length());
    int end = span.endLine() == span.line() ? span.endColumn() - 1 : line.length();
    int length = Math.clamp((long) end - column, 1, Math.max(1, line.length() - column));
    return "\n    " + line + "\n    " + " ".repeat(column) + "^" + "~".repeat(length - 1);
  }
}
