// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A table of expectations for many litmus tests: a file of comma-separated values with the columns
 * {@code file}, {@code model} and any of {@link LitmusResult#COLUMNS}, and beside it {@code
 * states.jsonl} with the final states, if it is there. Its names of memory models stand for ours as
 * {@code library/tables/litmus-models.csv} says.
 */
final class LitmusTable {
  private static final String MODELS = "library/tables/litmus-models.csv";
  private static final String STATES = "states.jsonl";

  private final Path folder;

  /** By file and then by our model. */
  private final Map<String, SequencedMap<String, LitmusExpectation>> rows = new HashMap<>();

  /** By file, the models of rows that stand for none of ours. */
  private final Map<String, List<String>> leftOut = new HashMap<>();

  private LitmusTable(Path folder) {
    this.folder = folder;
  }

  static LitmusTable read(Path file) throws InvalidInputException {
    LitmusTable table =
        new LitmusTable(Objects.requireNonNull(file.toAbsolutePath().normalize().getParent()));
    Map<String, String> models = models();
    Path states = states(file);
    Map<String, List<String>> finals =
        Files.exists(states) ? finals(states, models) : new HashMap<>();
    table.add(file, TextFile.read(file).lines().toList(), models, finals);
    return table;
  }

  /** The file of final states beside a table, which need not be there. */
  static Path states(Path file) {
    return file.resolveSibling(STATES);
  }

  private static Map<String, String> models() {
    Map<String, String> models = new HashMap<>();
    for (String line : PackedLibrary.text(MODELS).orElseThrow().lines().toList()) {
      List<String> fields = CsvLine.parse(line);
      if (!line.startsWith("#") && fields.size() == 2) {
        models.put(fields.get(0), fields.get(1));
      }
    }
    return models;
  }

  private void add(
      Path file, List<String> lines, Map<String, String> models, Map<String, List<String>> finals)
      throws InvalidInputException {
    List<String> header = lines.isEmpty() ? List.of() : CsvLine.parse(lines.getFirst());
    int fileColumn = header.indexOf("file");
    int modelColumn = header.indexOf("model");
    if (fileColumn < 0 || modelColumn < 0) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.at(file.toString(), 1, 1, 1),
              "the first line must name the columns, and file and model among them",
              "file,model," + String.join(",", LitmusResult.COLUMNS)));
    }
    for (int i = 1; i < lines.size(); i++) {
      List<String> fields = CsvLine.parse(lines.get(i));
      if (fields.size() < header.size()) {
        throw new InvalidInputException(
            new Diagnostic(SourceSpan.at(file.toString(), i + 1, 1, 1), "too few columns"));
      }
      String test = fields.get(fileColumn);
      requireTest(test, SourceSpan.at(file.toString(), i + 1, 1, 1));
      String model = fields.get(modelColumn);
      if (models.containsKey(model)) {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        for (String column : LitmusResult.COLUMNS) {
          int index = header.indexOf(column);
          if (index >= 0) {
            words.put(column, fields.get(index));
          }
        }
        rows.computeIfAbsent(test, key -> new LinkedHashMap<>())
            .put(
                models.get(model),
                new LitmusExpectation(
                    words,
                    new LinkedHashMap<>(),
                    Optional.ofNullable(finals.get(key(test, models.get(model))))));
      } else {
        leftOut.computeIfAbsent(test, key -> new ArrayList<>()).add(model);
      }
    }
  }

  private void requireTest(String test, SourceSpan line) throws InvalidInputException {
    if (!Files.exists(TextFile.path(folder + "/" + test))) {
      throw new InvalidInputException(
          new Diagnostic(
              line,
              "there is no test " + test + " in " + folder,
              "name tests as they stand below the folder of the table"));
    }
  }

  private static String key(String test, String model) {
    return model + " " + test;
  }

  /** The final states by test and our model. */
  private static Map<String, List<String>> finals(Path file, Map<String, String> models)
      throws InvalidInputException {
    Map<String, List<String>> finals = new HashMap<>();
    Gson gson = new Gson();
    int number = 0;
    for (String line : TextFile.read(file).lines().toList()) {
      number++;
      try {
        Finals read = gson.fromJson(line, Finals.class);
        if (models.containsKey(read.model())) {
          List<String> sorted = read.states().stream().sorted().toList();
          finals.put(key(read.file(), models.get(read.model())), sorted);
        }
      } catch (JsonParseException | NullPointerException e) {
        SourceSpan place = SourceSpan.at(file.toString(), number, 1, line.length());
        throw new InvalidInputException(
            new Diagnostic(
                place,
                "not a line of final states",
                "{\"file\": \"SB.litmus\", \"model\": \"TSO\", \"states\": [\"[x]=1;\"]}"));
      }
    }
    return finals;
  }

  /** A line of final states. */
  private record Finals(String file, String model, List<String> states) {}

  /** What is expected of a test under each of our models that has a row. */
  SequencedMap<String, LitmusExpectation> of(Path test) {
    return rows.getOrDefault(name(test), new LinkedHashMap<>());
  }

  /** Whether a test has a row, for a model of ours or for another. */
  boolean lists(Path test) {
    return rows.containsKey(name(test)) || leftOut.containsKey(name(test));
  }

  /** Counts the rows of a test that stand for none of our models. */
  void countLeftOut(Path test, Map<String, Integer> counts) {
    leftOut
        .getOrDefault(name(test), List.of())
        .forEach(model -> counts.merge(model, 1, Integer::sum));
  }

  private String name(Path test) {
    Path path = test.toAbsolutePath().normalize();
    return path.startsWith(folder) ? folder.relativize(path).toString().replace('\\', '/') : "";
  }
}
