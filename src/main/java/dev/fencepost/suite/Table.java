// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.List;
import java.util.Optional;

/** A table that was run, cell by cell, and how to write it down. */
public final class Table {
  private final TableSpec spec;
  private final PublishedTable published;
  private final List<TableCell> cells;
  private final double seconds;

  Table(TableSpec spec, PublishedTable published, List<TableCell> cells, double seconds) {
    this.spec = spec;
    this.published = published;
    this.cells = List.copyOf(cells);
    this.seconds = seconds;
  }

  public String name() {
    return spec.name();
  }

  public String title() {
    return published.title();
  }

  /** Row by row, and in a row model by model. */
  public List<TableCell> cells() {
    return cells;
  }

  public double seconds() {
    return seconds;
  }

  /** How many checks were run. */
  public int checks() {
    return cells.stream().mapToInt(cell -> cell.results().size()).sum();
  }

  /** How many states they had in all. */
  public long states() {
    return cells.stream()
        .flatMap(cell -> cell.results().stream())
        .mapToLong(result -> result.statistics().states())
        .sum();
  }

  public List<TableCell> different() {
    return cells.stream().filter(cell -> !cell.asPublished()).toList();
  }

  /** Whether there is something published to compare with. */
  public boolean published() {
    return cells.stream().anyMatch(cell -> !cell.published().isEmpty());
  }

  public boolean inconclusive() {
    return cells.stream().anyMatch(TableCell::inconclusive);
  }

  /** The table in the format with this name: text, markdown or csv. */
  public Optional<String> format(String format) {
    TableLayout layout =
        published.isList() ? new ListLayout(this, published) : new GridLayout(this, spec);
    return switch (format) {
      case "text" -> Optional.of(TableText.plain(layout, this));
      case "markdown" -> Optional.of(TableText.markdown(layout, this));
      case "csv" -> Optional.of(TableText.csv(layout));
      default -> Optional.empty();
    };
  }
}
