// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What is run for a matrix of scenarios, configurations and properties: a {@code .matrix} file,
 * whose own head has the grammar.
 *
 * @param layers what must be found before checks with some values may stand for anything
 * @param published what was published of the cost of all, or empty
 */
record MatrixSpec(
    String title,
    List<String> models,
    String vary,
    List<String> values,
    List<Row> rows,
    List<Layer> layers,
    String published) {

  MatrixSpec {
    models = List.copyOf(models);
    values = List.copyOf(values);
    rows = List.copyOf(rows);
    layers = List.copyOf(layers);
  }

  /**
   * A lower layer. A litmus test shows whether every memory model has the final states of one
   * model; if so, checks with this value stand for checks without it.
   */
  record Layer(String value, String file, String model) {}

  /**
   * A row: a file, and all checks of it.
   *
   * @param fails the properties that must be violated
   */
  record Row(
      String name,
      String file,
      List<String> defines,
      List<String> scenarios,
      List<String> configurations,
      List<String> properties,
      List<String> fails,
      String published) {
    Row {
      defines = List.copyOf(defines);
      scenarios = List.copyOf(scenarios);
      configurations = List.copyOf(configurations);
      properties = List.copyOf(properties);
      fails = List.copyOf(fails);
    }

    Row withPublished(String text) {
      return new Row(name, file, defines, scenarios, configurations, properties, fails, text);
    }
  }

  /** One check. */
  record Run(
      Row row, String scenario, String configuration, String value, String model, String property) {

    boolean mustHold() {
      return !row.fails().contains(property);
    }

    /** The definitions for it. */
    SequencedMap<String, String> defines(String vary) {
      SequencedMap<String, String> defines = new LinkedHashMap<>();
      List<String> all = new ArrayList<>(row.defines());
      all.add("SCENARIO=" + scenario);
      if (!configuration.equals("none")) {
        all.add(configuration);
      }
      all.add(vary + "=" + value);
      for (String each : all) {
        int equals = each.indexOf('=');
        defines.put(each.substring(0, equals), each.substring(equals + 1));
      }
      return defines;
    }
  }

  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (Row row : rows) {
      for (String scenario : row.scenarios()) {
        for (String configuration : row.configurations()) {
          for (String value : values) {
            for (String property : row.properties()) {
              for (String model : models) {
                runs.add(new Run(row, scenario, configuration, value, model, property));
              }
            }
          }
        }
      }
    }
    return runs;
  }

  static MatrixSpec parse(String file, String text) throws InvalidInputException {
    String title =
        text.lines()
            .filter(line -> line.startsWith("# "))
            .findFirst()
            .map(line -> line.substring(2))
            .orElse("");
    Draft draft = new Draft();
    LineFile.read(new SourceText(file, text), "not a line of a matrix file", "", draft::line);
    return new MatrixSpec(
        title, draft.models, draft.vary, draft.values, draft.rows, draft.layers, draft.published);
  }

  /** What has been read of a file. */
  private static final class Draft {
    private final List<String> models = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Layer> layers = new ArrayList<>();
    private String vary = "";
    private String published = "";

    boolean line(TextScanner line) throws InvalidInputException {
      switch (line.word("a word").text()) {
        case "models" -> models.addAll(LineFile.words(line));
        case "vary" -> {
          vary = line.word("a name").text();
          line.expect("=");
          values.addAll(LineFile.words(line));
        }
        case "runs" -> rows.add(row(line));
        case "needs" -> layers.add(layer(line));
        case "published" -> {
          if (line.peek().isQuoted()) {
            String name = line.quoted("a row").text();
            String published = line.rest();
            rows.replaceAll(row -> row.name().equals(name) ? row.withPublished(published) : row);
          } else {
            published = line.rest();
          }
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    private static Row row(TextScanner line) throws InvalidInputException {
      String name = line.quoted("a name").text();
      line.expect("=");
      String file = "library/" + line.word("a file").text();
      List<String> defines = LineFile.words(line, "in");
      line.expect("in");
      List<String> scenarios = LineFile.words(line, "with");
      line.expect("with");
      List<String> configurations = LineFile.words(line, "check");
      line.expect("check");
      List<String> properties = LineFile.words(line, "fails");
      List<String> fails = line.accept("fails") ? LineFile.words(line) : List.of();
      return new Row(name, file, defines, scenarios, configurations, properties, fails, "");
    }

    private static Layer layer(TextScanner line) throws InvalidInputException {
      String value = line.word("a value").text();
      line.expect("=");
      String file = "library/" + line.word("a litmus test").text();
      line.expect("as");
      return new Layer(value, file, line.word("a memory model").text());
    }
  }
}
