// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The definitions of functions in a text of C: which lines they take. */
final class Definitions {
  /** What braces do not count in, and what counts. */
  private static final Pattern PARTS =
      Pattern.compile(
          "/\\*(?s:.*?)\\*/|//[^\\n]*|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'"
              + "|(?m:^)[ \\t]*#(?:\\\\\\n|[^\\n])*|[{};]");

  private static final Pattern HEAD =
      Pattern.compile("(?s)\\s*[\\w\\s*]*?\\b(\\w+)\\s*\\([^{};]*\\)\\s*");

  /** Storage of its own, and labels, of which a copy would have others. */
  private static final Pattern OWN =
      Pattern.compile("\\bstatic\\b|(?m:^)\\s*(?!default\\b)\\w+\\s*:(?!:)");

  private final String text;
  private final List<Definition> all = new ArrayList<>();

  /**
   * A definition.
   *
   * @param line its first line; {@code endLine} is that of its closing brace
   * @param nameLine where its name stands
   * @param copyable whether it has its lines for itself, and a copy of them does what they do
   */
  record Definition(
      String file,
      String name,
      int line,
      int endLine,
      int nameLine,
      int nameColumn,
      boolean copyable) {}

  Definitions(String file, String text) {
    this.text = text;
    Matcher parts = PARTS.matcher(text);
    int depth = 0;
    int head = 0;
    int brace = 0;
    while (parts.find()) {
      switch (parts.group()) {
        case "{" -> {
          brace = depth == 0 ? parts.start() : brace;
          depth++;
        }
        case "}" -> {
          depth--;
          if (depth == 0) {
            add(file, head, brace, parts.start());
          }
        }
        default -> {}
      }
      head = depth == 0 ? parts.end() : head;
    }
  }

  private void add(String file, int head, int brace, int end) {
    Matcher words = HEAD.matcher(text).region(head, brace);
    if (words.matches()) {
      int start = head;
      while (Character.isWhitespace(text.charAt(start))) {
        start++;
      }
      boolean alone =
          text.substring(text.lastIndexOf('\n', start) + 1, start).isBlank()
              && text.startsWith("\n", end + 1);
      int name = words.start(1);
      all.add(
          new Definition(
              file,
              words.group(1),
              line(start),
              line(end),
              line(name),
              name - text.lastIndexOf('\n', name),
              alone && !OWN.matcher(text.substring(brace, end)).find()));
    }
  }

  private int line(int offset) {
    return 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  /** The definition that a line is in. */
  Optional<Definition> around(int line) {
    return all.stream().filter(each -> each.line <= line && line <= each.endLine).findFirst();
  }
}
