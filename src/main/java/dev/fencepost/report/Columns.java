// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.Phrase;
import dev.fencepost.source.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lines in columns, one per thread, within a width; threads that have no line get no column. Where
 * columns are too narrow for their words there are none: each step has its thread in front, then
 * what it did, then its statement.
 */
final class Columns {
  /** Where nothing says how wide the terminal is. */
  static final int USUAL_WIDTH = 80;

  private static final int NUMBER_WIDTH = 6;
  private static final int NARROWEST = 20;
  private static final int GAP = 2;
  private static final String INDENTATION = "    ";

  /** In place of a thread: the line is about all of them. */
  private static final int ALL = -1;

  private record Entry(int step, int thread, String head, List<String> details) {}

  private final List<String> threads;
  private final int width;
  private final List<Entry> entries = new ArrayList<>();

  Columns(List<String> threads, int width) {
    this.threads = threads;
    this.width = width;
  }

  /**
   * Adds lines below all others: a head, and details that stand a little to the right. A head is
   * not repeated within a step.
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
    int column = (width - NUMBER_WIDTH - gaps) / Math.max(1, used.size());
    boolean fits = column >= NARROWEST && entries.stream().allMatch(e -> hasRoom(e, column));
    return fits || used.size() < 2 ? columns(used, column) : list();
  }

  /** Whether no word of an entry is longer than a line. */
  private static boolean hasRoom(Entry entry, int column) {
    int longest = column - INDENTATION.length();
    return entry.thread() == ALL
        || Stream.concat(Stream.of(entry.head()), entry.details().stream())
            .allMatch(text -> fits(text, longest));
  }

  /** Whether no word is longer than this. */
  private static boolean fits(String text, int longest) {
    return Stream.of(text.split(" ")).allMatch(word -> word.length() <= longest);
  }

  private String columns(List<Integer> used, int column) {
    StringBuilder text = new StringBuilder(" step ");
    for (int thread : used) {
      text.append(pad(threads.get(thread), column));
    }
    endLine(text);
    int last = -1;
    for (Entry entry : entries) {
      String number = number(entry, last);
      last = entry.step();
      int place = Math.max(0, used.indexOf(entry.thread())) * (column + GAP);
      for (String line : lines(entry, entry.thread() == ALL ? width - NUMBER_WIDTH : column)) {
        text.append(number).append(" ".repeat(place)).append(line);
        endLine(text);
        number = " ".repeat(NUMBER_WIDTH);
      }
    }
    return text.toString();
  }

  private static String number(Entry entry, int last) {
    return entry.step() == last || entry.step() < 0
        ? " ".repeat(NUMBER_WIDTH)
        : Phrase.of("%5d ", entry.step());
  }

  /** A line for each step: its thread, what it did, its statement, below it where that is long. */
  private String list() {
    int name = threads.stream().mapToInt(String::length).max().orElse(0);
    int room = (width - NUMBER_WIDTH - name - 2 * GAP) / 2;
    int did =
        entries.stream()
            .flatMap(entry -> entry.details().stream())
            .mapToInt(String::length)
            .filter(length -> length <= room)
            .max()
            .orElse(0);
    int taken = NUMBER_WIDTH + name + GAP;
    boolean beside = entries.stream().allMatch(e -> fits(e.head(), width - taken - did - GAP));
    StringBuilder text = new StringBuilder();
    int last = -1;
    for (Entry entry : entries) {
      boolean all = entry.thread() == ALL;
      String start = number(entry, last) + (all ? "" : pad(threads.get(entry.thread()), name));
      String indented = " ".repeat(start.length());
      String below = indented + (beside ? " ".repeat(all ? 0 : did + GAP) : INDENTATION);
      last = entry.step();
      List<String> lines = new ArrayList<>(entry.details());
      String first = lines.isEmpty() ? "" : lines.removeFirst();
      String line = all ? entry.head() : listed(first, did, entry.head());
      boolean above = !beside || first.length() > did && start.length() + line.length() > width;
      if (!all && !first.isEmpty() && above) {
        append(text, start + first, indented + INDENTATION);
        append(text, below + entry.head(), below);
      } else {
        append(text, start + (first.isEmpty() && !beside ? entry.head() : line), below);
      }
      lines.forEach(detail -> append(text, indented + detail, below));
    }
    return text.toString();
  }

  private void append(StringBuilder text, String line, String below) {
    for (String part : wrap(line, width, below)) {
      text.append(part);
      endLine(text);
    }
  }

  private static String listed(String detail, int room, String head) {
    return detail.length() <= room ? pad(detail, room) + head : detail + "  " + head;
  }

  private static List<String> lines(Entry entry, int width) {
    List<String> lines = new ArrayList<>(wrap(entry.head(), width, INDENTATION));
    for (String detail : entry.details()) {
      lines.addAll(wrap("  " + detail, width, INDENTATION));
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
