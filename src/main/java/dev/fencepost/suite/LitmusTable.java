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
 * states.jsonl} with the final states, if it is there. Its names of memory models are ours, or
 * stand for ours as {@code library/tables/litmus-models.csv} says.
 */
final class LitmusTable {
  private static final String MODELS = "library/tables/litmus-models.csv";
  private static final String STATES = "states.jsonl";

  private final Path folder;

  /** By file and then by our model. */
  private final Map<String, SequencedMap<String, LitmusExpectation>> rows = new HashMap<>();

  /** By file, the models of rows that stand for none of ours. */
  private final Map<String, List<String>> leftOut = new HashMap<>();

  /** Rows of tests that are not there. */
  private final List<Diagnostic> missing = new ArrayList<>();

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

  /** Our model for each name that is not ours; an empty string where there is none. */
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

  /** The path of a test, from the folder of the table on, whatever way a row names it. */
  private String normal(String test) throws InvalidInputException {
    Path named = TextFile.path(test);
    boolean plain = named.equals(named.normalize()) && !named.startsWith("..");
    if (plain && !named.isAbsolute()) {
      return test;
    }
    Path base = folder.toAbsolutePath().normalize();
    Path path = base.resolve(named).normalize();
    return path.startsWith(base) ? base.relativize(path).toString() : test;
  }

  private void add(
      Path file, List<String> lines, Map<String, String> models, Map<String, List<String>> finals)
      throws InvalidInputException {
    List<String> header = header(file, lines, !finals.isEmpty());
    for (int i = 1; i < lines.size(); i++) {
      SourceSpan place = SourceSpan.at(file.toString(), i + 1, 1, 1);
      List<String> fields = CsvLine.parse(lines.get(i));
      if (fields.size() < header.size()) {
        throw new InvalidInputException(new Diagnostic(place, "too few columns"));
      }
      String test = normal(fields.get(header.indexOf("file")));
      if (!isListed(test)
          && !Files.exists(folder.resolve(TextFile.path(test)))
          && PackedLibrary.text(test).isEmpty()) {
        missing.add(
            new Diagnostic(
                place,
                "there is no test " + test,
                "a path is relative to the folder of the table"));
      }
      String named = fields.get(header.indexOf("model"));
      String model = models.getOrDefault(named, named);
      if (model.isEmpty()) {
        leftOut.computeIfAbsent(test, key -> new ArrayList<>()).add(named);
        continue;
      }
      Optional<List<String>> states = Optional.ofNullable(finals.get(key(test, model)));
      LitmusExpectation row =
          new LitmusExpectation(words(header, fields), new LinkedHashMap<>(), states);
      if (rows.computeIfAbsent(test, key -> new LinkedHashMap<>()).put(model, row) != null) {
        throw new InvalidInputException(
            new Diagnostic(place, "a second row for " + test + " under " + model));
      }
    }
  }

  /** The names of the columns; some of them, or final states, must say something. */
  private static List<String> header(Path file, List<String> lines, boolean states)
      throws InvalidInputException {
    SourceSpan place = SourceSpan.at(file.toString(), 1, 1, 1);
    List<String> header = lines.isEmpty() ? List.of() : CsvLine.parse(lines.getFirst());
    boolean says = states || LitmusResult.COLUMNS.stream().anyMatch(header::contains);
    if (!header.contains("file") || !header.contains("model") || !says) {
      throw new InvalidInputException(
          new Diagnostic(
              place,
              "the first line must name the columns, file and model among them, and what is"
                  + " expected",
              "file,model," + String.join(",", LitmusResult.COLUMNS)));
    }
    if (lines.size() == 1) {
      throw new InvalidInputException(new Diagnostic(place, "the table has no rows"));
    }
    return header;
  }

  private static SequencedMap<String, String> words(List<String> header, List<String> fields) {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    for (String column : LitmusResult.COLUMNS) {
      int index = header.indexOf(column);
      if (index >= 0) {
        words.put(column, fields.get(index));
      }
    }
    return words;
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
        String key = key(read.file(), models.getOrDefault(read.model(), read.model()));
        List<String> sorted = read.states().stream().sorted().toList();
        if (finals.put(key, sorted) != null && !key.startsWith(" ")) {
          throw new InvalidInputException(
              new Diagnostic(
                  SourceSpan.at(file.toString(), number, 1, line.length()),
                  "a second line for " + read.file() + " under " + read.model()));
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
    return isListed(name(test));
  }

  private boolean isListed(String test) {
    return rows.containsKey(test) || leftOut.containsKey(test);
  }

  /** What is wrong with rows of tests that are not there. */
  List<Diagnostic> missing() {
    return List.copyOf(missing);
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
