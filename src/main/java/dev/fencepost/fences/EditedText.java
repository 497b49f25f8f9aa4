// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A text with changes, and its unified diff. Lines and columns are those of the original. */
final class EditedText {
  private static final int CONTEXT = 3;
  private static final String UNENDED = "\\ No newline at end of file\n";

  private final String name;
  private final List<String> lines;

  /** What the lines of the text end with, beside the line feed. */
  private final String ending;

  private final Map<Integer, List<String>> newLines = new TreeMap<>();
  private final Map<Integer, TreeMap<Integer, String>> insertions = new TreeMap<>();
  private final Map<Integer, TreeMap<Integer, Replaced>> replaced = new TreeMap<>();

  /** What stands in place of a part of a line. */
  private record Replaced(int endColumn, String text) {}

  EditedText(String name, String text) {
    this.name = name;
    lines = List.of(text.split("\n", -1));
    ending = lines.getFirst().endsWith("\r") ? "\r" : "";
  }

  String name() {
    return name;
  }

  /** What stands before a column of a line. */
  String before(int line, int column) {
    return lines.get(line - 1).substring(0, column - 1);
  }

  /** What stands from a column of a line on. */
  String after(int line, int column) {
    return lines.get(line - 1).substring(column - 1);
  }

  /** Adds a line before one. */
  void insertLine(int line, String text) {
    newLines
        .computeIfAbsent(line, any -> new ArrayList<>())
        .add(text.endsWith(ending) ? text : text + ending);
  }

  /** Inserts into a line; what is inserted later at a place stands behind what came before. */
  void insert(int line, int column, String text) {
    insertions.computeIfAbsent(line, any -> new TreeMap<>()).merge(column, text, String::concat);
  }

  /** Puts a text in place of a part of a line; a line of which nothing is left goes. */
  void replace(int line, int column, int endColumn, String text) {
    replaced
        .computeIfAbsent(line, any -> new TreeMap<>())
        .put(column, new Replaced(endColumn, text));
  }

  /** Includes a header before all others. */
  void include(String header) {
    int first = 1;
    while (first < lines.size() && !lines.get(first - 1).stripLeading().startsWith("#include")) {
      first++;
    }
    insertLine(first < lines.size() ? first : 1, "#include <" + header + ">");
  }

  boolean isChanged() {
    return !newLines.isEmpty() || !insertions.isEmpty() || !replaced.isEmpty();
  }

  /** The line as it is now; none if nothing is left of it. */
  private Optional<String> edited(int line) {
    TreeMap<Integer, String> inserted = insertions.getOrDefault(line, new TreeMap<>());
    TreeMap<Integer, Replaced> others = replaced.getOrDefault(line, new TreeMap<>());
    StringBuilder text = new StringBuilder(lines.get(line - 1));
    for (int column = text.length() + 1; column > 0; column--) {
      Replaced other = others.get(column);
      if (other != null) {
        text.replace(column - 1, other.endColumn - 1, other.text);
      }
      text.insert(column - 1, inserted.getOrDefault(column, ""));
    }
    return Optional.of(text.toString()).filter(left -> others.isEmpty() || !left.isBlank());
  }

  String text() {
    return String.join("\n", text(1, lines.size()));
  }

  /** Some lines, with what was added before each. */
  List<String> text(int first, int last) {
    List<String> all = new ArrayList<>();
    for (int line = first; line <= last; line++) {
      all.addAll(newLines.getOrDefault(line, List.of()));
      edited(line).ifPresent(all::add);
    }
    return all;
  }

  private boolean isChanged(int line) {
    return newLines.containsKey(line) || isOther(line);
  }

  private boolean isOther(int line) {
    return insertions.containsKey(line) || replaced.containsKey(line);
  }

  /** What was changed, with some lines around. */
  String diff() {
    StringBuilder diff = new StringBuilder();
    String path = name.replaceFirst("^/+", "");
    String below = path.contains(" ") ? path + "\t" : path; // where patch looks for the end
    diff.append("--- a/").append(below).append("\n+++ b/").append(below).append('\n');
    int added = 0;
    int line = 1;
    while (line <= lines.size()) {
      if (!isChanged(line)) {
        line++;
        continue;
      }
      int start = Math.max(1, line - CONTEXT);
      int end = line;
      for (int next = line; next <= Math.min(lines.size(), end + 2 * CONTEXT); next++) {
        end = isOther(next) ? next : newLines.containsKey(next) ? next - 1 : end;
      }
      end = Math.min(lines.size() - (lines.getLast().isEmpty() ? 1 : 0), end + CONTEXT);
      added += hunk(start, end, added, diff);
      line = end + 1;
    }
    return diff.toString();
  }

  /** Writes the lines from one to another; how many lines it adds. */
  private int hunk(int start, int end, int addedBefore, StringBuilder diff) {
    StringBuilder body = new StringBuilder();
    int added = 0;
    for (int line = start; line <= end; line++) {
      String last = line == lines.size() ? UNENDED : "";
      for (String text : newLines.getOrDefault(line, List.of())) {
        body.append('+').append(text).append('\n');
        added++;
      }
      if (isOther(line)) {
        body.append('-').append(lines.get(line - 1)).append('\n').append(last);
        edited(line).ifPresent(text -> body.append('+').append(text).append('\n').append(last));
        added -= edited(line).isPresent() ? 0 : 1;
      } else {
        body.append(' ').append(lines.get(line - 1)).append('\n').append(last);
      }
    }
    int count = end - start + 1;
    diff.append("@@ -%d,%d +%d,%d @@%n".formatted(start, count, start + addedBefore, count + added))
        .append(body);
    return added;
  }
}
