// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.budget.Budget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Optimisation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a table with all optimisations and then with each one switched off: states, memory and time
 * of each run side by side. Verdicts must not change.
 */
public final class Ablation {
  private final List<String> names;
  private final List<Table> tables;

  private Ablation(List<String> names, List<Table> tables) {
    this.names = names;
    this.tables = tables;
  }

  /** Runs the table with this name, on this many threads. */
  public static Table run(String name, int threads, CheckListener listener)
      throws InvalidInputException {
    List<String> names = new ArrayList<>(List.of("with all"));
    List<Table> tables = new ArrayList<>();
    TableSpec spec = TableSpec.named(name);
    // Once to warm up, so that times can be compared.
    Strategy all = Strategy.usual().withAnyRun(true);
    TableRunner.run(spec, threads, all, listener, KnownResults.none());
    tables.add(TableRunner.run(spec, threads, all, listener, KnownResults.none()));
    for (Optimisation optimisation : Optimisation.values()) {
      names.add("without " + optimisation.word());
      Strategy without = all.without(List.of(optimisation));
      tables.add(TableRunner.run(spec, threads, without, listener, KnownResults.none()));
    }
    // tables of checks that are not done cannot be compared
    Budget.askToGoOn();
    return new Ablation(names, tables).table();
  }

  private Table table() {
    Table first = tables.getFirst();
    StringBuilder title = new StringBuilder(first.title()).append('\n');
    for (int i = 0; i < names.size(); i++) {
      title.append('\n').append(i).append(": ").append(names.get(i));
    }
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < first.cells().size(); i++) {
      int cell = i;
      String word = first.cells().get(cell).word();
      if (tables.stream().anyMatch(table -> !table.cells().get(cell).word().equals(word))) {
        CellKey key = first.cells().get(cell).key();
        notes.add("different: " + key.row() + ", " + key.model());
      }
    }
    boolean same = notes.isEmpty();
    notes.addAll(summary().text().lines().toList());
    notes.add(same ? "all verdicts are the same" : "verdicts differ");
    return new Table(
        first.name(),
        title.toString(),
        List.of(),
        grid(true),
        grid(false),
        List.of(),
        "",
        notes,
        same ? first.agreement() : Agreement.DIFFERENT,
        tables.stream().mapToDouble(Table::seconds).sum());
  }

  /** A line for each cell, with the costs in each table. */
  private Grid grid(boolean forPeople) {
    List<String> header = new ArrayList<>(List.of("algorithm", "model", "loop", "verdict"));
    for (int i = 0; i < tables.size(); i++) {
      header.add("states-" + i);
      header.add((forPeople ? "memory-" : "bytes-") + i);
      header.add((forPeople ? "time-" : "seconds-") + i);
    }
    List<List<String>> lines = new ArrayList<>();
    for (TableCell cell : tables.getFirst().cells()) {
      CellKey key = cell.key();
      List<String> line = new ArrayList<>(List.of(key.row(), key.model(), key.value()));
      line.add(cell.word());
      for (Table table : tables) {
        Cost cost = Cost.of(table.cells().get(lines.size()).results());
        line.add(forPeople ? cost.statesText() : Long.toString(cost.states()));
        line.add(forPeople ? cost.memoryText() : Long.toString(cost.bytes()));
        line.add(forPeople ? cost.timeText() : cost.secondsData());
      }
      lines.add(line);
    }
    return Grid.of(header, lines);
  }

  /** A line for each table, with its costs and their ratios to those of the first. */
  private Grid summary() {
    Cost first = Cost.of(tables.getFirst().results());
    List<List<String>> lines = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      Cost cost = Cost.of(tables.get(i).results());
      lines.add(
          List.of(
              names.get(i),
              cost.statesText(),
              cost.memoryText(),
              cost.timeText(),
              times((double) cost.states() / first.states()),
              times((double) cost.bytes() / first.bytes()),
              times(cost.seconds() / first.seconds())));
    }
    return Grid.of(List.of("", "states", "memory", "time", "states", "memory", "time"), lines);
  }

  private static String times(double ratio) {
    return Phrase.of("x %.1f", ratio);
  }
}
