// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.check.Optimisation;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.suite.TableSpec.Column;
import dev.fencepost.suite.TableSpec.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the checks of a table side by side, one thread each. */
public final class TableRunner {
  /**
   * What the names of memory models end with in which a compare-and-swap is no fence, or is one.
   */
  private static final String NO_FENCE = "-no";

  private static final String FULL_FENCE = "-full";

  private final TableSpec spec;
  private final PublishedTable published;
  private final Strategy strategy;
  private final CheckListener listener;
  private final Map<CellKey, CheckResult> results = new ConcurrentHashMap<>();

  private TableRunner(
      TableSpec spec,
      PublishedTable published,
      List<Optimisation> without,
      CheckListener listener) {
    this.spec = spec;
    this.published = published;
    this.strategy = Strategy.usual().without(without).withExhaustive(spec.exhaustive());
    this.listener = listener;
  }

  /** Runs the table with this name, on this many threads. */
  public static Table run(String name, int threads, CheckListener listener)
      throws InvalidInputException {
    return run(name, threads, List.of(), listener);
  }

  /** Whether the table with this name is a matrix, which has rows of its own kind. */
  public static boolean isMatrix(String name) throws InvalidInputException {
    return MatrixRunner.spec(name).isPresent();
  }

  /** Runs the rows whose names contain a text; a matrix runs as a whole. */
  public static Table runRows(String name, String rows, int threads, CheckListener listener)
      throws InvalidInputException {
    Optional<MatrixSpec> matrix = MatrixRunner.spec(name);
    if (matrix.isPresent()) {
      return MatrixRunner.run(name, matrix.get(), threads, listener);
    }
    return run(spec(name).withRows(rows), threads, List.of(), listener);
  }

  /** Runs the table without some optimisations. */
  static Table run(String name, int threads, List<Optimisation> without, CheckListener listener)
      throws InvalidInputException {
    return run(spec(name), threads, without, listener);
  }

  private static TableSpec spec(String name) throws InvalidInputException {
    String base = "library/tables/" + name;
    Optional<String> runs = PackedLibrary.text(base + ".runs");
    if (runs.isEmpty() || !name.matches("\\w+")) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE,
              "there is no table '" + name + "'",
              "the tables are oopsla17, setta16, sapphire18, ldrf, mplr22, mutators, models,"
                  + " racing and progress"));
    }
    return TableSpec.parse(name, base + ".runs", runs.get());
  }

  /** Runs what is specified, beside what was published under the same name. */
  static Table run(TableSpec spec, int threads, List<Optimisation> without, CheckListener listener)
      throws InvalidInputException {
    Optional<String> lines = PackedLibrary.text("library/tables/" + spec.name() + ".csv");
    PublishedTable published = PublishedTable.parse(lines.orElse(""));
    long start = System.nanoTime();
    TableRunner runner = new TableRunner(spec, published, without, listener);
    SideBySide.run(runner.jobs(), threads);
    return runner.table((System.nanoTime() - start) * 1e-9);
  }

  private List<SideBySide.Job> jobs() {
    List<SideBySide.Job> jobs = new ArrayList<>();
    for (Row row : spec.rows()) {
      for (String value : spec.values()) {
        jobs.add(() -> check(row, value));
      }
    }
    return jobs;
  }

  private void check(Row row, String value) throws InvalidInputException {
    SequencedMap<String, String> defines = new LinkedHashMap<>(row.defines());
    if (!spec.vary().isEmpty()) {
      defines.put(spec.vary(), value);
    }
    Bounds bounds = Bounds.none();
    bounds = spec.limit() == 0 ? bounds : bounds.withStates(spec.limit());
    CheckTask task =
        CheckTask.of(row.file(), "sc")
            .withDefines(defines)
            .withBounds(bounds)
            .withStrategy(strategy)
            .withLtl(row.ltl());
    Inputs inputs = new Inputs();
    for (Column column : spec.columns()) {
      CheckTask cell =
          task.withModel(column.model())
              .withStrategy(strategy.without(column.without(strategy.without())));
      if (row.has(column) && !(hasTwin(column) && isAlike(inputs.source(cell)))) {
        CheckResult result = Checker.check(cell, inputs, listener);
        results.put(new CellKey(row.name(), column.name(), value), result);
      }
    }
  }

  /** Whether it makes no difference to a source what a compare-and-swap is. */
  private static boolean isAlike(LoadedSource source) {
    return source.model() instanceof CheckedProgram checked
        && !checked.program().comparesAndSwaps();
  }

  /** Whether another column differs from this one only in what a compare-and-swap is. */
  private boolean hasTwin(Column column) {
    String model = column.model();
    String base = model.substring(0, Math.max(0, model.length() - NO_FENCE.length()));
    return model.endsWith(NO_FENCE)
        && spec.columns().stream().anyMatch(other -> other.model().equals(base + FULL_FENCE));
  }

  private Table table(double seconds) {
    List<CellKey> keys = new ArrayList<>();
    for (Row row : spec.rows()) {
      for (Column column : spec.columns()) {
        boolean hasLine = !published.isList() || row.has(column);
        for (String value : published.isList() ? spec.values() : List.of("")) {
          if (!hasLine) {
            continue;
          }
          keys.add(new CellKey(row.name(), column.name(), value));
        }
      }
    }
    if (published.isList()) {
      List<CellKey> order = published.order();
      keys.sort(Comparator.comparingInt(key -> order.indexOf(key) & Integer.MAX_VALUE));
    }
    Map<CellKey, String> words = published.verdicts();
    List<TableCell> cells =
        keys.stream().map(key -> cell(key, words.getOrDefault(key, ""))).toList();
    PublishedLayout layout = new PublishedLayout(published, spec, cells);
    boolean compared = cells.stream().anyMatch(cell -> !cell.published().isEmpty());
    return new Table(
        spec.name(),
        published.title(),
        cells,
        layout.shown(),
        layout.data(),
        List.of(),
        compared ? "= as published, ! different" : "",
        Table.notes(cells, seconds),
        Table.agreement(cells),
        seconds);
  }

  /** A cell is made of the checks for all values, or is the check for one. */
  private TableCell cell(CellKey key, String publishedWord) {
    List<String> values = key.value().isEmpty() ? spec.values() : List.of(key.value());
    List<CheckResult> behind =
        values.stream()
            .map(value -> results.get(new CellKey(key.row(), key.model(), value)))
            .filter(Objects::nonNull)
            .toList();
    String word =
        !published.isList() || behind.isEmpty()
            ? TableCell.wordForAll(behind, values)
            : TableCell.wordForOne(behind.getFirst());
    return TableCell.of(key, word, publishedWord, behind);
  }
}
