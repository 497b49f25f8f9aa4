// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Optimisation;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.check.Scenarios;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is run for a table: a {@code .runs} file; oopsla17.runs and mplr22.runs have the grammar.
 *
 * @param title the file's first comment
 * @param vary the macro in which the checks of one cell differ, or empty
 * @param values its values; one empty one where there is no such macro
 * @param layers what must be found before checks with some values may stand for anything
 * @param published the paper that the table is from, and what was published of the cost, in lines
 * @param exhaustive whether searches go on behind a violation
 * @param bounds of each check
 */
public record TableSpec(
    String name,
    String title,
    List<Column> columns,
    String vary,
    List<String> values,
    List<Row> rows,
    List<Layer> layers,
    List<String> published,
    boolean exhaustive,
    Bounds bounds) {
  private static final String FOLDER = "library/tables";
  private static final String ENDING = ".runs";

  /** The key words of a row. */
  private static final String[] CLAUSES = {"in", "with", "check", "fails", "not"};

  /** In place of a definition: there is none. */
  static final String NONE = "none";

  public TableSpec {
    columns = List.copyOf(columns);
    values = values.isEmpty() ? List.of("") : List.copyOf(values);
    rows = List.copyOf(rows);
    layers = List.copyOf(layers);
    published = List.copyOf(published);
  }

  /** The table of the library with this name. */
  public static TableSpec named(String name) throws InvalidInputException {
    String file = FOLDER + "/" + name + ENDING;
    List<String> files = PackedLibrary.list(FOLDER, ENDING);
    if (!files.contains(file)) {
      throw new InvalidInputException(
          "there is no table '" + name + "'",
          files.stream()
              .map(each -> each.substring(FOLDER.length() + 1, each.length() - ENDING.length()))
              .collect(Collectors.joining(", ", "the tables are ", "")));
    }
    TableSpec spec = parse(name, file, PackedLibrary.text(file).orElseThrow());
    PublishedTable.of(name).requireRuns(spec);
    return spec;
  }

  /** The names of the columns: most are those of memory models. */
  public List<String> models() {
    return columns.stream().map(Column::name).toList();
  }

  /** Whether the cells are single properties, with whether they must hold. */
  boolean isOfProperties() {
    return rows.stream().anyMatch(row -> !row.properties().equals(List.of("")));
  }

  /** The rows alone whose names contain a text. */
  public TableSpec withRows(String text) throws InvalidInputException {
    List<Row> some = rows.stream().filter(row -> row.name().contains(text)).toList();
    if (some.isEmpty()) {
      throw new InvalidInputException(
          "no row of " + name + " has '" + text + "'",
          "the rows: " + String.join(", ", rows.stream().map(Row::name).toList()));
    }
    return new TableSpec(
        name, title, columns, vary, values, some, layers, published, exhaustive, bounds);
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
   * A lower layer. A litmus test shows whether every memory model has the final states of one
   * model; if so, checks with this value stand for checks without it.
   */
  public record Layer(String value, String file, String model) {}

  /**
   * A row: a model file of the library, and the checks of it.
   *
   * @param ltl the temporal property that is checked, if it is one
   * @param scenarios one empty one where the definitions choose it
   * @param configurations more definitions, each for checks of its own, or {@link #NONE}
   * @param properties those that are checked one by one; one empty one for all together
   * @param fails the properties that must be violated
   * @param leftOut the columns that are not run
   */
  public record Row(
      String name,
      String file,
      SequencedMap<String, String> defines,
      Optional<Ltl> ltl,
      List<String> scenarios,
      List<String> configurations,
      List<String> properties,
      List<String> fails,
      List<String> leftOut) {
    public Row {
      scenarios = List.copyOf(scenarios);
      configurations = List.copyOf(configurations);
      properties = List.copyOf(properties);
      fails = List.copyOf(fails);
      leftOut = List.copyOf(leftOut);
    }

    /** A language without memory models has a column of its own. */
    boolean has(Column column) {
      boolean ofNone = column.model().equals(Models.None.PLACEHOLDER);
      return ofNone != FrontEnds.of(file).hasMemoryModels() && !leftOut.contains(column.name());
    }
  }

  /** A program that is checked: a row with definitions. */
  record Variant(Row row, String scenario, String configuration, String value) {

    SequencedMap<String, String> defines(String vary) {
      SequencedMap<String, String> defines = new LinkedHashMap<>(row.defines());
      if (!scenario.isEmpty()) {
        defines.put(Scenarios.DEFINE, scenario);
      }
      if (!configuration.equals(NONE)) {
        define(configuration, defines);
      }
      if (!vary.isEmpty()) {
        defines.put(vary, value);
      }
      return defines;
    }
  }

  /** One check. */
  record Run(Variant variant, String property, Column column) {

    Row row() {
      return variant.row();
    }

    boolean mustHold() {
      return !row().fails().contains(property);
    }

    /** The name of the row; of a single property, also that and what it is checked in. */
    String label() {
      String configuration =
          variant.configuration().equals(NONE) ? "" : ", " + variant.configuration();
      return property.isEmpty()
          ? row().name()
          : row().name() + ", " + variant.scenario() + configuration + ": " + property;
    }
  }

  /** All checks. */
  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (Row row : rows) {
      for (String scenario : row.scenarios()) {
        for (String configuration : row.configurations()) {
          for (String value : values) {
            Variant variant = new Variant(row, scenario, configuration, value);
            for (String property : row.properties()) {
              columns.stream()
                  .filter(row::has)
                  .forEach(column -> runs.add(new Run(variant, property, column)));
            }
          }
        }
      }
    }
    return runs;
  }

  /** Reads a {@code .runs} file. */
  public static TableSpec parse(String name, String file, String text)
      throws InvalidInputException {
    String title =
        text.lines()
            .filter(line -> line.startsWith("# "))
            .findFirst()
            .map(line -> line.substring(2))
            .orElse("");
    Draft draft = new Draft();
    LineFile.read(new SourceText(file, text), "not a line of a runs file", "", draft::line);
    draft.requireColumns();
    return new TableSpec(
        name,
        title,
        draft.columns,
        draft.vary,
        draft.values,
        draft.rows,
        draft.layers,
        draft.published,
        draft.exhaustive,
        draft.bounds);
  }

  /** What has been read of a file. */
  private static final class Draft {
    private final List<Column> columns = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Layer> layers = new ArrayList<>();
    private final List<Lexeme> leftOut = new ArrayList<>();
    private final List<String> published = new ArrayList<>();
    private String vary = "";
    private boolean exhaustive;
    private Bounds bounds = Bounds.none();

    /** What rows leave out must be there, in this line or in one behind it. */
    void requireColumns() throws InvalidInputException {
      require(leftOut, columns.stream().map(Column::name).toList(), "column");
    }

    boolean line(TextScanner line) throws InvalidInputException {
      switch (line.word("a word").text()) {
        case "models" ->
            LineFile.words(line).forEach(each -> columns.add(new Column(each, each, List.of())));
        case "vary" -> {
          vary = line.word("a macro").text();
          line.expect("=");
          values.addAll(LineFile.words(line));
        }
        case "column" -> columns.add(column(line));
        case "row" -> rows.add(row(line, leftOut));
        case "needs" -> layers.add(layer(line));
        case "published" -> {
          String row = line.peek().isQuoted() ? ", " + line.quoted("a row").text() : "";
          published.add("published" + row + ": " + line.rest());
        }
        case "reproduces" -> published.add("reproduces " + line.rest());
        case "limit" -> {
          bounds = bounds.withStates(count(line, Long.MAX_VALUE));
          line.expect("states");
        }
        case "window" -> bounds = bounds.withWindow((int) count(line, Integer.MAX_VALUE));
        case "exhaustive" -> exhaustive = true;
        default -> {
          return false;
        }
      }
      return true;
    }
  }

  /** Refuses words that are none of these. */
  private static void require(List<Lexeme> words, List<String> known, String what)
      throws InvalidInputException {
    for (Lexeme word : words) {
      if (!known.contains(word.text())) {
        throw TextScanner.error(
            word,
            "there is no " + what + " '" + word.text() + "'",
            "there is " + (known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
  }

  private static long count(TextScanner line, long most) throws InvalidInputException {
    Lexeme at = line.peek();
    long count = line.number("a number");
    if (count < 1 || count > most) {
      throw TextScanner.error(at, "expected a number from 1 to " + most, "");
    }
    return count;
  }

  private static Column column(TextScanner line) throws InvalidInputException {
    String name = line.word("a column").text();
    line.expect("=");
    String model = line.word("a memory model").text();
    List<Optimisation> off = new ArrayList<>();
    for (String word : texts(list(line, "without"))) {
      off.add(optimisation(word, line));
    }
    return new Column(name, model, off);
  }

  private static Optimisation optimisation(String word, TextScanner line)
      throws InvalidInputException {
    for (Optimisation optimisation : Optimisation.values()) {
      if (optimisation.word().equals(word)) {
        return optimisation;
      }
    }
    throw TextScanner.error(
        line.peek(),
        "there is no optimisation '" + word + "'",
        "there are " + List.of(Optimisation.values()));
  }

  private static Layer layer(TextScanner line) throws InvalidInputException {
    String value = line.word("a value").text();
    line.expect("=");
    String file = "library/" + line.word("a litmus test").text();
    line.expect("as");
    return new Layer(value, file, line.word("a memory model").text());
  }

  private static Row row(TextScanner line, List<Lexeme> leftOut) throws InvalidInputException {
    String name = line.quoted("a name").text();
    line.expect("=");
    String file = "library/" + line.word("a file").text();
    List<Lexeme> lexemes = line.takeUntil(CLAUSES);
    for (Lexeme word : lexemes) {
      LineFile.requireScenario(word);
    }
    List<String> words = texts(lexemes);
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    words.stream().filter(word -> word.indexOf(':') < 0).forEach(word -> define(word, defines));
    List<String> scenarios = list(line, "in", "");
    List<String> configurations = list(line, "with", NONE);
    List<String> properties = list(line, "check", "");
    List<Lexeme> fails = list(line, "fails");
    require(fails, properties.equals(List.of("")) ? List.of() : properties, "property");
    List<Lexeme> not = list(line, "not");
    leftOut.addAll(not);
    return new Row(
        name,
        file,
        defines,
        new Scenario(String.join(",", words)).ltl(),
        scenarios,
        configurations,
        properties,
        texts(fails),
        texts(not));
  }

  /** The words behind a key word, if it is there. */
  private static List<Lexeme> list(TextScanner line, String key) {
    return line.accept(key) ? line.takeUntil(CLAUSES) : List.of();
  }

  private static List<String> texts(List<Lexeme> words) {
    return words.stream().map(Lexeme::text).toList();
  }

  /** The words behind a key word, or another where it is not there. */
  private static List<String> list(TextScanner line, String key, String otherwise) {
    return line.at(key) ? texts(list(line, key)) : List.of(otherwise);
  }

  private static void define(String word, SequencedMap<String, String> defines) {
    int equals = word.indexOf('=');
    defines.put(
        equals < 0 ? word : word.substring(0, equals),
        equals < 0 ? "1" : word.substring(equals + 1));
  }
}
