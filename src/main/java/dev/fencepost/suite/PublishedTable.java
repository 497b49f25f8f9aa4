// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A table as it was published: a {@code .csv} file with comments that start with a number sign.
 *
 * @param title the first comment
 * @param remarks the other comments: what the words and figures mean
 */
record PublishedTable(
    String title, String remarks, List<String> header, List<List<String>> records) {
  private static final String VERDICT = "verdict";

  /** Reads a table whose lines are all as long as its header. */
  static PublishedTable parse(String file, String text) throws InvalidInputException {
    List<String> comments = new ArrayList<>();
    List<String> header = List.of();
    List<List<String>> records = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      if (line.startsWith("#")) {
        comments.add(line.substring(1).strip());
      } else if (header.isEmpty()) {
        header = CsvLine.parse(line);
      } else {
        records.add(CsvLine.parse(line));
        if (records.getLast().size() != header.size()) {
          throw new InvalidInputException(
              new Diagnostic(
                  SourceSpan.at(file, number, 1, line.length()),
                  "expected " + header.size() + " columns but found " + records.getLast().size()));
        }
      }
    }
    String title = comments.isEmpty() ? "" : comments.removeFirst();
    return new PublishedTable(title, String.join(" ", comments), header, records);
  }

  /** Whether each check has a line of its own, and not each row a cell for each model. */
  boolean isList() {
    return header.contains(VERDICT);
  }

  /** The published words by row, column and, in a list, value of what varies. */
  Map<CellKey, String> verdicts() {
    Map<CellKey, String> words = new HashMap<>();
    for (List<String> record : records) {
      if (isList()) {
        words.put(key(record), record.get(keys()));
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
    for (List<String> record : records) {
      figures.put(key(record), record.subList(keys() + 1, record.size()));
    }
    return figures;
  }

  /** In a list: the order of its lines. */
  List<CellKey> order() {
    return records.stream().map(this::key).toList();
  }

  /** In a list: how many fields of a line name its check. */
  int keys() {
    return header.indexOf(VERDICT);
  }

  private CellKey key(List<String> record) {
    return new CellKey(record.get(0), record.get(1), keys() > 2 ? record.get(2) : "");
  }
}
