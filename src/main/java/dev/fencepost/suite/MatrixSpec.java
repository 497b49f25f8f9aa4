// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is run for a matrix of scenarios, configurations and properties: a {@code .matrix} file,
 * whose own head tells its grammar.
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

  private static final Pattern RUNS =
      Pattern.compile(
          "runs\\s+\"([^\"]*)\"\\s*=\\s*(\\S+)(.*?)\\sin\\s(.*?)\\swith\\s(.*?)\\scheck\\s(.*?)"
              + "(?:\\sfails\\s(.*))?");
  private static final Pattern LAYER =
      Pattern.compile("needs\\s+(\\S+)\\s*=\\s*(\\S+)\\s+as\\s+(\\S+)");
  private static final Pattern PUBLISHED = Pattern.compile("published\\s+\"([^\"]*)\"\\s+(.*)");

  MatrixSpec {
    models = List.copyOf(models);
    values = List.copyOf(values);
    rows = List.copyOf(rows);
    layers = List.copyOf(layers);
  }

  /**
   * A lower layer: checks with a value of what varies stand for those without it where a litmus
   * test has under every memory model the final states that it has under one.
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
    String title = "";
    List<String> models = new ArrayList<>();
    String vary = "";
    List<String> values = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<Layer> layers = new ArrayList<>();
    String published = "";
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher runs = RUNS.matcher(line);
      Matcher told = PUBLISHED.matcher(line);
      Matcher layer = LAYER.matcher(line);
      if (line.startsWith("#") || line.isEmpty()) {
        title = title.isEmpty() && line.length() > 2 ? line.substring(2) : title;
      } else if (line.startsWith("models ")) {
        models.addAll(words(line.substring("models ".length())));
      } else if (line.startsWith("vary ") && line.contains("=")) {
        vary = line.substring("vary ".length(), line.indexOf('=')).strip();
        values.addAll(words(line.substring(line.indexOf('=') + 1)));
      } else if (runs.matches()) {
        rows.add(row(runs));
      } else if (layer.matches()) {
        layers.add(new Layer(layer.group(1), "library/" + layer.group(2), layer.group(3)));
      } else if (told.matches()) {
        rows.replaceAll(
            row -> row.name().equals(told.group(1)) ? row.withPublished(told.group(2)) : row);
      } else if (line.startsWith("published ")) {
        published = line.substring("published ".length()).strip();
      } else {
        throw new InvalidInputException(
            new Diagnostic(
                SourceSpan.at(file, i + 1, 1, line.length()), "not a line of a matrix file"));
      }
    }
    return new MatrixSpec(title, models, vary, values, rows, layers, published);
  }

  private static Row row(Matcher runs) {
    return new Row(
        runs.group(1),
        "library/" + runs.group(2),
        words(runs.group(3)),
        words(runs.group(4)),
        words(runs.group(5)),
        words(runs.group(6)),
        runs.group(7) == null ? List.of() : words(runs.group(7)),
        "");
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
  }
}
