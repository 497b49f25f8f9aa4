// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.verdict.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A line for each check: its verdict and what it took, beside what was published. */
final class ListLayout implements TableLayout {
  private static final List<String> OURS = List.of("states", "seconds", "bytes");

  private final Table table;
  private final List<String> key;
  private final List<String> figureNames;
  private final Map<CellKey, List<String>> figures;

  ListLayout(Table table, PublishedTable published) {
    this.table = table;
    this.key = published.header().subList(0, published.keys() + 1);
    this.figureNames = published.header().subList(key.size(), published.header().size());
    this.figures = published.figures();
  }

  @Override
  public List<String> header() {
    List<String> header = new ArrayList<>(key);
    header.addAll(List.of("states", "time", "memory"));
    figureNames.forEach(name -> header.add(shortName(name)));
    return header;
  }

  /** {@code kstates_without_stages} is {@code kstates-}, with stages {@code kstates+}. */
  private static String shortName(String name) {
    return name.replace("_without_stages", "-").replace("_with_stages", "+");
  }

  @Override
  public List<List<String>> lines(Marks marks) {
    List<List<String>> lines = new ArrayList<>();
    for (TableCell cell : table.cells()) {
      List<String> line = key(cell);
      line.add(marks.mark(cell));
      cell.results()
          .forEach(
              result -> {
                Statistics statistics = result.statistics();
                line.add(String.format(Locale.ROOT, "%,d", statistics.states()));
                line.add(String.format(Locale.ROOT, "%.3f s", statistics.seconds()));
                line.add(String.format(Locale.ROOT, "%.1f MB", statistics.bytes() / 1e6));
              });
      line.addAll(published(cell));
      lines.add(line);
    }
    return lines;
  }

  @Override
  public List<String> csvHeader() {
    List<String> header = new ArrayList<>(key);
    header.addAll(OURS);
    header.add("published_verdict");
    figureNames.forEach(name -> header.add("published_" + name));
    return header;
  }

  @Override
  public List<List<String>> csvLines() {
    List<List<String>> lines = new ArrayList<>();
    for (TableCell cell : table.cells()) {
      List<String> line = key(cell);
      line.add(cell.word());
      cell.results()
          .forEach(
              result -> {
                Statistics statistics = result.statistics();
                line.add(Long.toString(statistics.states()));
                line.add(String.format(Locale.ROOT, "%.4f", statistics.seconds()));
                line.add(Long.toString(statistics.bytes()));
              });
      line.add(cell.published());
      line.addAll(published(cell));
      lines.add(line);
    }
    return lines;
  }

  private List<String> key(TableCell cell) {
    CellKey named = cell.key();
    List<String> all = List.of(named.row(), named.model(), named.value());
    return new ArrayList<>(all.subList(0, key.size() - 1));
  }

  private List<String> published(TableCell cell) {
    return figures.getOrDefault(cell.key(), List.of());
  }
}
