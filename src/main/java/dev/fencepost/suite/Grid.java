// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Cells in rows and columns below a header, as text, Markdown and comma-separated values. */
public record Grid(List<String> header, List<List<Cell>> rows) {

  /** Nothing to show. */
  static final Grid EMPTY = new Grid(List.of(), List.of());

  /**
   * A text that may be marked.
   *
   * @param expected what was expected in its place, or empty where nothing was
   */
  public record Cell(String found, String expected) {

    static Cell of(String text) {
      return new Cell(text, "");
    }

    /** Whether nothing else was expected; a verdict up to a window agrees with the verdict. */
    boolean agrees() {
      return expected.isEmpty() || expected.equals(found) || found.startsWith(expected + "<=");
    }

    private String text() {
      return expected.isEmpty() ? found : found + (agrees() ? " =" : " !");
    }

    private String markdown() {
      return agrees() ? found : "**" + found + "** (published: " + expected + ")";
    }
  }

  public Grid {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** A grid of plain texts. */
  public static Grid of(List<String> header, List<List<String>> rows) {
    return new Grid(header, rows.stream().map(row -> row.stream().map(Cell::of).toList()).toList());
  }

  /** The rows alone, without marks. */
  public List<List<String>> texts() {
    return rows.stream().map(row -> row.stream().map(Cell::found).toList()).toList();
  }

  /** Aligned columns. */
  public String text() {
    return aligned(lines(rows.stream().map(row -> row.stream().map(Cell::text).toList())));
  }

  /** A table in Markdown. */
  public String markdown() {
    List<String> rule = header.stream().map(column -> "---").toList();
    Stream<List<String>> body = rows.stream().map(row -> row.stream().map(Cell::markdown).toList());
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines(Stream.concat(Stream.of(rule), body))) {
      text.append("| ").append(String.join(" | ", line)).append(" |\n");
    }
    return text.toString();
  }

  /** Comma-separated values. */
  public String csv() {
    StringBuilder text = new StringBuilder();
    lines(texts().stream()).forEach(line -> text.append(CsvLine.format(line)).append('\n'));
    return text.toString();
  }

  private List<List<String>> lines(Stream<List<String>> body) {
    return Stream.concat(Stream.of(header), body).toList();
  }

  /** Lines of texts in columns; the first line has as many texts as any. */
  static String aligned(List<List<String>> lines) {
    int[] widths = new int[lines.getFirst().size()];
    for (List<String> line : lines) {
      for (int i = 0; i < line.size(); i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      List<String> padded = new ArrayList<>();
      for (int i = 0; i < line.size(); i++) {
        padded.add(Phrase.of("%-" + (widths[i] + 2) + "s", line.get(i)));
      }
      text.append(String.join("", padded).stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
