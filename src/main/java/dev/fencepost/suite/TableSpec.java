// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Optimisation;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * What is run for a table: a {@code .runs} file, whose own head has the grammar.
 *
 * @param vary the macro in which the checks of one cell differ, or empty
 * @param values its values; one empty one where there is no such macro
 * @param exhaustive whether searches go on behind a violation
 * @param limit the most states of a check, or 0 where there is no limit
 */
public record TableSpec(
    String name,
    List<Column> columns,
    String vary,
    List<String> values,
    List<Row> rows,
    boolean exhaustive,
    long limit) {

  public TableSpec {
    columns = List.copyOf(columns);
    values = values.isEmpty() ? List.of("") : List.copyOf(values);
    rows = List.copyOf(rows);
  }

  /** The names of the columns: most are those of memory models. */
  public List<String> models() {
    return columns.stream().map(Column::name).toList();
  }

  /** The rows alone whose names contain a text. */
  TableSpec withRows(String text) throws InvalidInputException {
    List<Row> some = rows.stream().filter(row -> row.name().contains(text)).toList();
    if (some.isEmpty()) {
      String names = String.join(", ", rows.stream().map(Row::name).toList());
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE, "no row of " + name + " has '" + text + "'", "the rows: " + names));
    }
    return new TableSpec(name, columns, vary, values, some, exhaustive, limit);
  }

  /**
   * A column: a memory model.
   *
   * @param off what is switched off
   */
  public record Column(String name, String model, List<Optimisation> off) {
    public Column {
      off = List.copyOf(off);
    }

    /** What is switched off where these are too. */
    List<Optimisation> without(List<Optimisation> others) {
      return Stream.concat(off.stream(), others.stream()).distinct().toList();
    }
  }

  /**
   * A row: a model file of the library.
   *
   * @param leftOut the memory models that are not run
   * @param ltl the temporal property that is checked, if it is one
   */
  public record Row(
      String name,
      String file,
      SequencedMap<String, String> defines,
      List<String> leftOut,
      Optional<Ltl> ltl) {
    public Row {
      leftOut = List.copyOf(leftOut);
    }

    /** A language without memory models has a column of its own. */
    boolean has(Column column) {
      boolean ofNone = column.model().equals(Models.None.PLACEHOLDER);
      return ofNone != FrontEnds.of(file).hasMemoryModels() && !leftOut.contains(column.name());
    }
  }

  /** Reads a {@code .runs} file. */
  public static TableSpec parse(String name, String file, String text)
      throws InvalidInputException {
    Draft draft = new Draft();
    LineFile.read(new SourceText(file, text), "not a line of a runs file", "", draft::line);
    return new TableSpec(
        name, draft.columns, draft.vary, draft.values, draft.rows, draft.exhaustive, draft.limit);
  }

  /** What has been read of a file. */
  private static final class Draft {
    private final List<Column> columns = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private String vary = "";
    private boolean exhaustive;
    private long limit;

    boolean line(TextScanner line) throws InvalidInputException {
      switch (line.word("a word").text()) {
        case "models" ->
            LineFile.words(line).forEach(each -> columns.add(new Column(each, each, List.of())));
        case "vary" -> {
          vary = line.word("a macro").text();
          line.expect("=");
          values.addAll(LineFile.words(line));
        }
        case "column" -> {
          String column = line.word("a column").text();
          line.expect("=");
          columns.add(new Column(column, line.word("a memory model").text(), off(line)));
        }
        case "row" -> {
          String row = line.quoted("a name").text();
          line.expect("=");
          rows.add(row(row, line.word("a file").text(), LineFile.words(line)));
        }
        case "limit" -> {
          limit = line.number("a number");
          line.expect("states");
        }
        case "exhaustive" -> exhaustive = true;
        default -> {
          return false;
        }
      }
      return true;
    }

    private static List<Optimisation> off(TextScanner line) {
      List<Optimisation> off = new ArrayList<>();
      if (line.accept("without")) {
        for (String word : LineFile.words(line)) {
          off.add(Optimisation.valueOf(word.toUpperCase(Locale.ROOT)));
        }
      }
      return off;
    }
  }

  private static Row row(String name, String file, List<String> words) {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    List<String> leftOut = new ArrayList<>();
    boolean not = false;
    for (String word : words) {
      if (word.equals("not")) {
        not = true;
      } else if (not) {
        leftOut.add(word);
      } else if (word.indexOf(':') < 0) {
        int equals = word.indexOf('=');
        defines.put(
            equals < 0 ? word : word.substring(0, equals),
            equals < 0 ? "1" : word.substring(equals + 1));
      }
    }
    Optional<Ltl> ltl = new Scenario(String.join(",", words)).ltl();
    return new Row(name, "library/" + file, defines, leftOut, ltl);
  }
}
