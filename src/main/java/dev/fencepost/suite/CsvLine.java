// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.ArrayList;
import java.util.List;

/** One line of comma-separated values. */
public final class CsvLine {

  private CsvLine() {}

  /** The fields of a line. */
  public static List<String> parse(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          field.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  static String format(List<String> fields) {
    return String.join(",", fields.stream().map(CsvLine::quote).toList());
  }

  private static String quote(String field) {
    return field.contains(",") || field.contains("\"")
        ? '"' + field.replace("\"", "\"\"") + '"'
        : field;
  }
}
