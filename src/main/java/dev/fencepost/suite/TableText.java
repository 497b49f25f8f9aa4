// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables as plain text, Markdown and comma-separated values. */
final class TableText {

  private TableText() {}

  static String plain(TableLayout layout, Table table) {
    List<List<String>> lines = new ArrayList<>(List.of(layout.header()));
    lines.addAll(layout.lines(cell -> cell.word() + mark(cell)));
    StringBuilder text = new StringBuilder(table.title()).append("\n\n");
    text.append(TextColumns.of(lines));
    text.append(table.published() ? "\n= as published, ! different\n" : "\n");
    return text.append(summary(table)).toString();
  }

  private static String mark(TableCell cell) {
    return cell.published().isEmpty() ? "" : cell.asPublished() ? " =" : " !";
  }

  static String markdown(TableLayout layout, Table table) {
    StringBuilder text = new StringBuilder(table.title()).append("\n\n");
    markdownLine(text, layout.header());
    markdownLine(text, layout.header().stream().map(column -> "---").toList());
    layout.lines(TableText::markdownCell).forEach(line -> markdownLine(text, line));
    return text.append('\n').append(summary(table)).toString();
  }

  /** Lines, of which the first is the header, as a table in Markdown. */
  static String markdown(List<List<String>> lines) {
    StringBuilder text = new StringBuilder();
    markdownLine(text, lines.getFirst());
    markdownLine(text, lines.getFirst().stream().map(column -> "---").toList());
    lines.stream().skip(1).forEach(line -> markdownLine(text, line));
    return text.toString();
  }

  private static String markdownCell(TableCell cell) {
    return cell.asPublished()
        ? cell.word()
        : "**" + cell.word() + "** (published: " + cell.published() + ")";
  }

  private static void markdownLine(StringBuilder text, List<String> fields) {
    text.append("| ").append(String.join(" | ", fields)).append(" |\n");
  }

  static String csv(TableLayout layout) {
    StringBuilder text = new StringBuilder(CsvLine.format(layout.csvHeader())).append('\n');
    layout.csvLines().forEach(line -> text.append(CsvLine.format(line)).append('\n'));
    return text.toString();
  }

  private static String summary(Table table) {
    StringBuilder text = new StringBuilder();
    for (TableCell cell : table.different()) {
      CellKey key = cell.key();
      text.append(
          String.format(
              Locale.ROOT,
              "different: %s, %s%s: %s, published %s%n",
              key.row(),
              key.model(),
              value(key),
              cell.word(),
              cell.published()));
    }
    for (TableCell cell : table.cells()) {
      for (CheckResult result : cell.results()) {
        if (result.verdict() instanceof Verdict.Inconclusive(String limit)) {
          text.append("inconclusive: ").append(cell.key().row());
          text.append(", ").append(cell.key().model()).append(value(cell.key()));
          text.append(": ").append(limit).append('\n');
        }
      }
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%d checks, %,d states, %.2f s: %s%n",
            table.checks(),
            table.states(),
            table.seconds(),
            verdict(table)));
    return text.toString();
  }

  private static String value(CellKey key) {
    return key.value().isEmpty() ? "" : ", " + key.value();
  }

  private static String verdict(Table table) {
    if (!table.published()) {
      return table.inconclusive()
          ? "nothing to compare with, within limits"
          : "nothing to compare with";
    }
    int different = table.different().size();
    if (different > 0) {
      return different + (different == 1 ? " cell differs" : " cells differ");
    }
    return table.inconclusive() ? "as published, within limits" : "every cell as published";
  }
}
