// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Optimisation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A table that was run with everything switched on, and then with each optimisation switched off:
 * what it gives in states, memory and time. Verdicts must not change.
 *
 * @param names what is switched off in each of the tables
 */
public record Ablation(List<String> names, List<Table> tables) {

  public Ablation {
    names = List.copyOf(names);
    tables = List.copyOf(tables);
  }

  /** Runs the table with this name, on this many threads. */
  public static Ablation run(String name, int threads, CheckListener listener)
      throws InvalidInputException {
    List<String> names = new ArrayList<>(List.of("with all"));
    List<Table> tables = new ArrayList<>();
    // Once to warm up, so that times can be compared.
    TableRunner.run(name, threads, listener);
    tables.add(TableRunner.run(name, threads, listener));
    for (Optimisation optimisation : Optimisation.values()) {
      names.add("without " + optimisation.word());
      tables.add(TableRunner.run(name, threads, List.of(optimisation), listener));
    }
    return new Ablation(names, tables);
  }

  /** The cells whose words are not the same in all tables. */
  public List<CellKey> different() {
    List<CellKey> different = new ArrayList<>();
    for (int i = 0; i < first().size(); i++) {
      int cell = i;
      String word = first().get(cell).word();
      if (tables.stream().anyMatch(table -> !table.cells().get(cell).word().equals(word))) {
        different.add(first().get(cell).key());
      }
    }
    return different;
  }

  private List<TableCell> first() {
    return tables.getFirst().cells();
  }

  /** For people, in whole lines. */
  public String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(header("states", "memory", "time"));
    for (int i = 0; i < first().size(); i++) {
      List<String> line = key(first().get(i));
      for (Table table : tables) {
        List<CheckResult> results = table.cells().get(i).results();
        line.add(String.format(Locale.ROOT, "%,d", states(results)));
        line.add(String.format(Locale.ROOT, "%.1f MB", bytes(results) / 1e6));
        line.add(String.format(Locale.ROOT, "%.3f s", seconds(results)));
      }
      lines.add(line);
    }
    StringBuilder text = new StringBuilder(tables.getFirst().title()).append("\n\n");
    for (int i = 0; i < names.size(); i++) {
      text.append(i).append(": ").append(names.get(i)).append('\n');
    }
    text.append('\n').append(TextColumns.of(lines)).append('\n');
    different().forEach(key -> text.append("different: " + key.row() + ", " + key.model() + "\n"));
    return text.append(summary()).append('\n').toString();
  }

  /** One line for each table, with what it takes and how often that of the first. */
  private String summary() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("", "states", "memory", "time", "states", "memory", "time"));
    for (int i = 0; i < tables.size(); i++) {
      double states = sum(tables.get(i), Statistics::states);
      double bytes = sum(tables.get(i), Statistics::bytes);
      double seconds = sum(tables.get(i), Statistics::seconds);
      lines.add(
          List.of(
              names.get(i),
              String.format(Locale.ROOT, "%,.0f", states),
              String.format(Locale.ROOT, "%.1f MB", bytes / 1e6),
              String.format(Locale.ROOT, "%.2f s", seconds),
              times(states / sum(tables.getFirst(), Statistics::states)),
              times(bytes / sum(tables.getFirst(), Statistics::bytes)),
              times(seconds / sum(tables.getFirst(), Statistics::seconds))));
    }
    return TextColumns.of(lines)
        + (different().isEmpty() ? "all verdicts are the same" : "verdicts differ");
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "x %.1f", ratio);
  }

  private static double sum(Table table, ToDoubleFunction<Statistics> figure) {
    return table.cells().stream()
        .flatMap(cell -> cell.results().stream())
        .map(CheckResult::statistics)
        .mapToDouble(figure)
        .sum();
  }

  /** As comma-separated values. */
  public String csv() {
    StringBuilder text = new StringBuilder();
    text.append(CsvLine.format(header("states", "bytes", "seconds"))).append('\n');
    for (int i = 0; i < first().size(); i++) {
      List<String> line = key(first().get(i));
      for (Table table : tables) {
        List<CheckResult> results = table.cells().get(i).results();
        line.add(Long.toString(states(results)));
        line.add(Long.toString(bytes(results)));
        line.add(String.format(Locale.ROOT, "%.4f", seconds(results)));
      }
      text.append(CsvLine.format(line)).append('\n');
    }
    return text.toString();
  }

  private List<String> header(String... figures) {
    List<String> header = new ArrayList<>(List.of("algorithm", "model", "loop", "verdict"));
    for (int i = 0; i < names.size(); i++) {
      int number = i;
      header.addAll(Arrays.stream(figures).map(figure -> figure + "-" + number).toList());
    }
    return header;
  }

  private static List<String> key(TableCell cell) {
    CellKey key = cell.key();
    return new ArrayList<>(List.of(key.row(), key.model(), key.value(), cell.word()));
  }

  private static long states(List<CheckResult> results) {
    return results.stream().map(CheckResult::statistics).mapToLong(Statistics::states).sum();
  }

  private static long bytes(List<CheckResult> results) {
    return results.stream().map(CheckResult::statistics).mapToLong(Statistics::bytes).sum();
  }

  private static double seconds(List<CheckResult> results) {
    return results.stream().map(CheckResult::statistics).mapToDouble(Statistics::seconds).sum();
  }
}
