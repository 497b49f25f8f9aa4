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

  private String summary() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tables.size(); i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s: %,d states, %.2f s; ",
              names.get(i),
              tables.get(i).states(),
              tables.get(i).seconds()));
    }
    return text.append(different().isEmpty() ? "all verdicts are the same" : "verdicts differ")
        .toString();
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
