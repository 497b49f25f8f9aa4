// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a program in columns: rows end with {@code ;}, threads stand between {@code |}. */
final class ThreadColumns {
  private static final Pattern LABEL = Pattern.compile("\\s*([A-Za-z_.][\\w.]*)\\s*:");

  private final SourceText source;
  private final TextRange range;
  private final List<ThreadText> threads = new ArrayList<>();

  ThreadColumns(SourceText source, TextRange range) {
    this.source = source;
    this.range = range;
  }

  List<ThreadText> read() throws InvalidInputException {
    int start = range.start();
    boolean header = true;
    while (start < range.end()) {
      int end = source.text().indexOf(';', start);
      if (end < 0 || end >= range.end()) {
        if (!source.text().substring(start, range.end()).isBlank()) {
          throw unended(start);
        }
        break;
      }
      row(start, end, header);
      header = false;
      start = end + 1;
    }
    if (threads.isEmpty()) {
      throw source.error(range.start(), range.start() + 1, "the test has no threads");
    }
    return threads;
  }

  private InvalidInputException unended(int start) {
    int first = start;
    while (Character.isWhitespace(source.text().charAt(first))) {
      first++;
    }
    return source.error(first, range.end(), "this row does not end with ';'");
  }

  private void row(int start, int end, boolean header) throws InvalidInputException {
    int column = 0;
    for (int from = start; from <= end; column++) {
      Budget.ask();
      int bar = source.text().indexOf('|', from, end);
      int to = bar < 0 ? end : bar;
      if (header) {
        heading(column, from, to);
      } else {
        cell(column, from, to);
      }
      from = to + 1;
    }
  }

  private void heading(int column, int start, int end) throws InvalidInputException {
    String name = source.text().substring(start, end).strip();
    if (!name.equals("P" + column)) {
      throw source.error(firstWord(start, end), end, "expected the heading 'P" + column + "'");
    }
    threads.add(new ThreadText(column, new ArrayList<>()));
  }

  private void cell(int column, int start, int end) throws InvalidInputException {
    if (source.text().substring(start, end).isBlank()) {
      return;
    }
    if (column >= threads.size()) {
      throw source.error(firstWord(start, end), end, "there is no heading for this column");
    }
    List<String> labels = new ArrayList<>();
    Matcher label = LABEL.matcher(source.text()).region(start, end);
    int from = start;
    while (label.lookingAt()) {
      labels.add(label.group(1));
      from = label.end();
      label.region(from, end);
    }
    String text = source.text().substring(from, end);
    int first = firstWord(from, end);
    SourceSpan span = source.span(first, first + text.strip().length());
    threads.get(column).lines().add(new ThreadText.Line(labels, AssemblyLine.of(text, span)));
  }

  private int firstWord(int start, int end) {
    int first = start;
    while (first < end - 1 && Character.isWhitespace(source.text().charAt(first))) {
      first++;
    }
    return first;
  }
}
