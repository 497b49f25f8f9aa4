// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines in columns, one per thread, within 80 characters; threads that have no line get no column.
 * Where columns would be too narrow there is one, and lines begin with the name of their thread.
 */
final class Columns {
  private static final int WIDTH = 80;
  private static final int NUMBER_WIDTH = 6;
  private static final int NARROWEST = 16;
  private static final int GAP = 2;

  /** In place of a thread: the line is about all of them. */
  private static final int ALL = -1;

  private record Entry(int step, int thread, String head, List<String> details) {}

  private final List<String> threads;
  private final List<Entry> entries = new ArrayList<>();

  Columns(List<String> threads) {
    this.threads = threads;
  }

  /**
   * Adds lines below all others: a head, and details that stand a little to the right. A head is
   * not said twice in one step.
   */
  void add(int step, int thread, String head, List<String> details) {
    Entry last = entries.isEmpty() ? null : entries.getLast();
    if (last != null
        && last.step() == step
        && last.thread() == thread
        && last.head().equals(head)) {
      List<String> all = new ArrayList<>(last.details());
      all.addAll(details);
      entries.set(entries.size() - 1, new Entry(step, thread, head, all));
    } else {
      entries.add(new Entry(step, thread, head, details));
    }
  }

  /** Adds a line below all others that goes over all columns; a step below 0 is not shown. */
  void note(int step, String text) {
    entries.add(new Entry(step, ALL, text, List.of()));
  }

  String render() {
    List<Integer> used =
        entries.stream().map(Entry::thread).filter(t -> t != ALL).distinct().sorted().toList();
    if (entries.isEmpty()) {
      return "";
    }
    int gaps = GAP * (used.size() - 1);
    int width = (WIDTH - NUMBER_WIDTH - gaps) / Math.max(1, used.size());
    if (width < NARROWEST) {
      return list().render();
    }
    StringBuilder text = new StringBuilder();
    text.append(" step ");
    for (int thread : used) {
      text.append(pad(threads.get(thread), width));
    }
    endLine(text);
    int last = -1;
    for (Entry entry : entries) {
      boolean silent = entry.step() == last || entry.step() < 0;
      String number = silent ? "" : String.format(Locale.ROOT, "%5d", entry.step());
      last = entry.step();
      int column = Math.max(0, used.indexOf(entry.thread()));
      for (String line : lines(entry, entry.thread() == ALL ? WIDTH - NUMBER_WIDTH : width)) {
        text.append(String.format(Locale.ROOT, "%-6s", number));
        text.append(" ".repeat(column * (width + GAP))).append(line);
        endLine(text);
        number = "";
      }
    }
    return text.toString();
  }

  /** These entries in one column, each with the name of its thread: for many threads. */
  private Columns list() {
    Columns list = new Columns(List.of("thread"));
    for (Entry entry : entries) {
      if (entry.thread() == ALL) {
        list.note(entry.step(), entry.head());
      } else {
        list.add(
            entry.step(), 0, threads.get(entry.thread()) + ": " + entry.head(), entry.details());
      }
    }
    return list;
  }

  private static List<String> lines(Entry entry, int width) {
    List<String> lines = new ArrayList<>(wrap(entry.head(), width, "    "));
    for (String detail : entry.details()) {
      lines.addAll(wrap("  " + detail, width, "    "));
    }
    return lines;
  }

  /** Breaks at spaces where it can; all lines but the first start with the indentation. */
  static List<String> wrap(String text, int width, String indentation) {
    List<String> lines = new ArrayList<>();
    String rest = Printable.line(text);
    while (rest.length() > width) {
      int cut = rest.lastIndexOf(' ', width);
      int least = rest.length() - rest.stripLeading().length() + 1;
      if (cut <= least) {
        cut = width;
      }
      lines.add(rest.substring(0, cut).stripTrailing());
      rest = indentation + rest.substring(cut).strip();
    }
    lines.add(rest);
    return lines;
  }

  private static String pad(String text, int width) {
    String shown = Printable.line(text);
    String cut = shown.length() <= width ? shown : shown.substring(0, width);
    return cut + " ".repeat(width + GAP - cut.length());
  }

  private static void endLine(StringBuilder text) {
    while (text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    text.append('\n');
  }
}
