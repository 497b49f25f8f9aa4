// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lays out the cells of a table as it was published: a line for each row with a column for each
 * memory model, or a line for each check with its costs beside the published figures.
 */
final class PublishedLayout {
  private final PublishedTable published;
  private final TableSpec spec;
  private final List<TableCell> cells;

  PublishedLayout(PublishedTable published, TableSpec spec, List<TableCell> cells) {
    this.published = published;
    this.spec = spec;
    this.cells = cells;
  }

  Grid shown() {
    return published.isList() ? list(true) : matrix();
  }

  Grid data() {
    return published.isList() ? list(false) : matrix();
  }

  private Grid matrix() {
    List<String> header = new ArrayList<>(List.of("algorithm"));
    header.addAll(spec.models());
    List<List<Grid.Cell>> rows = new ArrayList<>();
    for (TableSpec.Row row : spec.rows()) {
      List<Grid.Cell> line = new ArrayList<>(List.of(Grid.Cell.of(row.name())));
      cells.stream()
          .filter(cell -> cell.key().row().equals(row.name()))
          .forEach(cell -> line.add(cell.cell()));
      rows.add(line);
    }
    return new Grid(header, rows);
  }

  /** {@code kstates_without_stages} is {@code kstates-}, with stages {@code kstates+}. */
  private static String shortName(String name) {
    return name.replace("_without_stages", "-").replace("_with_stages", "+");
  }

  private Grid list(boolean forPeople) {
    int keys = published.keys();
    List<String> header = new ArrayList<>(published.header().subList(0, keys + 1));
    header.addAll(
        forPeople
            ? List.of("states", "time", "memory")
            : List.of("states", "seconds", "bytes", "published_verdict"));
    published.header().stream()
        .skip(keys + 1)
        .forEach(name -> header.add(forPeople ? shortName(name) : "published_" + name));
    Map<CellKey, List<String>> figures = published.figures();
    List<List<Grid.Cell>> rows = new ArrayList<>();
    for (TableCell cell : cells) {
      List<Grid.Cell> line = new ArrayList<>();
      List.of(cell.key().row(), cell.key().model(), cell.key().value())
          .subList(0, keys)
          .forEach(field -> line.add(Grid.Cell.of(field)));
      line.add(cell.cell());
      List<String> rest = new ArrayList<>();
      if (!cell.results().isEmpty()) {
        Cost cost = Cost.of(cell.results());
        rest.add(forPeople ? cost.statesText() : Long.toString(cost.states()));
        rest.add(forPeople ? cost.timeText() : cost.secondsData());
        rest.add(forPeople ? cost.memoryText() : Long.toString(cost.bytes()));
      }
      rest.addAll(forPeople ? List.of() : List.of(cell.published()));
      rest.addAll(figures.getOrDefault(cell.key(), List.of()));
      rest.forEach(text -> line.add(Grid.Cell.of(text)));
      rows.add(line);
    }
    return new Grid(header, rows);
  }
}
