// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table as it was published: a {@code .csv} file with comments that start with a number sign.
 *
 * @param title the first comment
 * @param remarks the other comments: what the words and figures mean
 * @param place of the header
 */
record PublishedTable(
    String title, String remarks, SourceSpan place, List<String> header, List<Line> lines) {
  private static final String ROW = "algorithm";
  private static final String VERDICT = "verdict";

  /** A line, with as many fields as the header. */
  record Line(SourceSpan place, List<String> fields) {}

  /** What was published of the table of the library with this name; empty where nothing was. */
  static PublishedTable of(String name) throws InvalidInputException {
    String file = "library/tables/" + name + ".csv";
    return parse(file, PackedLibrary.text(file).orElse(""));
  }

  /** Reads a table whose lines are all as long as its header. */
  static PublishedTable parse(String file, String text) throws InvalidInputException {
    List<String> comments = new ArrayList<>();
    SourceSpan first = SourceSpan.at(file, 1, 1, 1);
    List<String> header = List.of();
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      SourceSpan place = SourceSpan.at(file, ++number, 1, line.length());
      List<String> fields = CsvLine.parse(line);
      if (line.isBlank()) {
        continue;
      }
      if (line.startsWith("#")) {
        comments.add(line.substring(1).strip());
      } else if (header.isEmpty()) {
        header = fields;
        first = place;
      } else if (fields.size() != header.size()) {
        throw error(place, "expected " + header.size() + " columns but found " + fields.size());
      } else {
        lines.add(new Line(place, fields));
      }
    }
    String title = comments.isEmpty() ? "" : comments.removeFirst();
    return new PublishedTable(title, String.join(" ", comments), first, header, lines);
  }

  private static InvalidInputException error(SourceSpan place, String message) {
    return new InvalidInputException(new Diagnostic(place, message));
  }

  /**
   * Refuses what no check stands for: it would not be compared. What a row leaves out by name is
   * not compared either.
   */
  void requireRuns(TableSpec spec) throws InvalidInputException {
    if (header.isEmpty()) {
      return;
    }
    boolean keyed = !isList() || keys() == 2 || keys() == 3;
    if (!header.getFirst().equals(ROW) || !keyed || spec.isOfProperties()) {
      throw error(place, "not a header of published results for " + spec.name());
    }
    List<String> known = isList() ? List.of() : spec.models();
    for (String column : isList() ? List.<String>of() : header.subList(1, header.size())) {
      if (!known.contains(column) || header.indexOf(column) < header.lastIndexOf(column)) {
        throw error(place, "no run, or another one, stands for the column '" + column + "'");
      }
    }
    Set<CellKey> runs = runs(spec);
    for (Line line : lines) {
      CellKey key = isList() ? key(line) : new CellKey(line.fields.getFirst(), "", "");
      if (!runs.remove(key)) {
        throw error(line.place, "no run stands for this line, or another one says the same");
      }
    }
  }

  /** In a list the checks that are run or left out by name, else the rows. */
  private Set<CellKey> runs(TableSpec spec) {
    Set<CellKey> runs = new HashSet<>();
    for (TableSpec.Row row : spec.rows()) {
      if (!isList()) {
        runs.add(new CellKey(row.name(), "", ""));
        continue;
      }
      for (TableSpec.Column column : spec.columns()) {
        if (row.has(column) || row.leftOut().contains(column.name())) {
          spec.values().forEach(v -> runs.add(new CellKey(row.name(), column.name(), v)));
        }
      }
    }
    return runs;
  }

  /** Whether each check has a line of its own, and not each row a cell for each model. */
  boolean isList() {
    return header.contains(VERDICT);
  }

  /** The published words by row, column and, in a list, value of what varies. */
  Map<CellKey, String> verdicts() {
    Map<CellKey, String> words = new HashMap<>();
    for (Line line : lines) {
      List<String> record = line.fields;
      if (isList()) {
        words.put(key(line), record.get(keys()));
      } else {
        for (int i = 1; i < header.size(); i++) {
          words.put(new CellKey(record.getFirst(), header.get(i), ""), record.get(i));
        }
      }
    }
    return words;
  }

  /** In a list: the figures that follow the verdict. */
  Map<CellKey, List<String>> figures() {
    Map<CellKey, List<String>> figures = new HashMap<>();
    for (Line line : lines) {
      figures.put(key(line), line.fields.subList(keys() + 1, line.fields.size()));
    }
    return figures;
  }

  /** In a list: the order of its lines. */
  List<CellKey> order() {
    return lines.stream().map(this::key).toList();
  }

  /** In a list: how many fields of a line name its check. */
  int keys() {
    return header.indexOf(VERDICT);
  }

  private CellKey key(Line line) {
    List<String> record = line.fields;
    return new CellKey(record.get(0), record.get(1), keys() > 2 ? record.get(2) : "");
  }
}
