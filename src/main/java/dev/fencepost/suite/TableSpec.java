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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is run for a table: a {@code .runs} file, whose own head tells its grammar.
 *
 * @param vary the macro that tells the checks of one cell apart, or empty
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

  private static final Pattern LIMIT = Pattern.compile("limit\\s+(\\d{1,18})\\s+states");
  private static final Pattern ROW = Pattern.compile("row\\s+\"([^\"]*)\"\\s*=\\s*(\\S+)\\s*(.*)");
  private static final Pattern VARY = Pattern.compile("vary\\s+(\\w+)\\s*=\\s*(.+)");

  private static final Pattern COLUMN = Pattern.compile("column\\s+(\\S+)\\s*=\\s*(\\S+)\\s*(.*)");

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
    List<Column> columns = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    String vary = "";
    boolean exhaustive = false;
    long limit = 0;
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher row = ROW.matcher(line);
      Matcher varied = VARY.matcher(line);
      Matcher column = COLUMN.matcher(line);
      Matcher limited = LIMIT.matcher(line);
      if (row.matches()) {
        rows.add(row(row.group(1), row.group(2), words(row.group(3))));
      } else if (varied.matches()) {
        vary = varied.group(1);
        values.addAll(words(varied.group(2)));
      } else if (line.startsWith("models ")) {
        for (String model : words(line.substring("models ".length()))) {
          columns.add(new Column(model, model, List.of()));
        }
      } else if (column.matches()) {
        columns.add(new Column(column.group(1), column.group(2), off(words(column.group(3)))));
      } else if (limited.matches()) {
        limit = Long.parseLong(limited.group(1));
      } else if (line.equals("exhaustive")) {
        exhaustive = true;
      } else {
        SourceSpan place = SourceSpan.at(file, i + 1, 1, line.length());
        throw new InvalidInputException(new Diagnostic(place, "not a line of a runs file"));
      }
    }
    return new TableSpec(name, columns, vary, values, rows, exhaustive, limit);
  }

  /** The names behind "without". */
  private static List<Optimisation> off(List<String> words) {
    return words.stream()
        .skip(1)
        .map(word -> Optimisation.valueOf(word.toUpperCase(Locale.ROOT)))
        .toList();
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

  private static List<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
  }
}
