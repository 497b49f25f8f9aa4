// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.ArrayList;
import java.util.List;

/** A line for each row, a column for each memory model. */
final class GridLayout implements TableLayout {
  private static final String CORNER = "algorithm";

  private final Table table;
  private final TableSpec spec;

  GridLayout(Table table, TableSpec spec) {
    this.table = table;
    this.spec = spec;
  }

  @Override
  public List<String> header() {
    List<String> header = new ArrayList<>(List.of(CORNER));
    header.addAll(spec.models());
    return header;
  }

  @Override
  public List<List<String>> lines(Marks marks) {
    List<List<String>> lines = new ArrayList<>();
    for (TableSpec.Row row : spec.rows()) {
      List<String> line = new ArrayList<>(List.of(row.name()));
      for (TableCell cell : table.cells()) {
        if (cell.key().row().equals(row.name())) {
          line.add(marks.mark(cell));
        }
      }
      lines.add(line);
    }
    return lines;
  }

  @Override
  public List<String> csvHeader() {
    return header();
  }

  @Override
  public List<List<String>> csvLines() {
    return lines(TableCell::word);
  }
}
