// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.NearName;
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
import java.util.stream.Collectors;

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
  private final Map<String, SequencedMap<String, PlacedExpectation>> rows = new HashMap<>();

  /** By file, the models of rows that stand for none of ours. */
  private final Map<String, List<String>> leftOut = new HashMap<>();

  /** Lines that nothing is compared with: of tests that are not there, or that expect nothing. */
  private final List<Diagnostic> idle = new ArrayList<>();

  private LitmusTable(Path folder) {
    this.folder = folder;
  }

  static LitmusTable read(Path file) throws InvalidInputException {
    LitmusTable table =
        new LitmusTable(Objects.requireNonNull(file.toAbsolutePath().normalize().getParent()));
    Map<String, String> models = models();
    Path states = states(file);
    SequencedMap<String, Finals> finals =
        TextFile.isThere(states) ? table.finals(states, models) : new LinkedHashMap<>();
    table.add(file, TextFile.read(file).lines().toList(), models, finals);
    for (Finals left : finals.sequencedValues()) {
      String what = "there is no row for " + left.file + " under " + left.model;
      table.idle.add(new Diagnostic(left.place, what, "in " + file.getFileName()));
    }
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
      Path file, List<String> lines, Map<String, String> models, Map<String, Finals> finals)
      throws InvalidInputException {
    List<String> header = header(file, lines, !finals.isEmpty());
    for (int i = 1; i < lines.size(); i++) {
      SourceSpan place = SourceSpan.at(file.toString(), i + 1, 1, 1);
      List<String> fields = CsvLine.parse(lines.get(i));
      if (fields.size() != header.size()) {
        String size = fields.size() < header.size() ? "few" : "many";
        throw new InvalidInputException(
            new Diagnostic(place, "too " + size + " columns", "the first line names them"));
      }
      String test = normal(fields.get(header.indexOf("file")));
      if (!isListed(test) && !isThere(test)) {
        String hint = "a path is relative to the folder of the table";
        idle.add(new Diagnostic(place, "there is no test " + test, hint));
      }
      String named = fields.get(header.indexOf("model"));
      String model = models.getOrDefault(named, named);
      Optional<List<String>> states =
          Optional.ofNullable(finals.remove(key(test, named, models))).map(Finals::states);
      if (model.isEmpty()) {
        leftOut.computeIfAbsent(test, key -> new ArrayList<>()).add(named);
        continue;
      }
      LitmusExpectation row =
          new LitmusExpectation(words(header, fields), new LinkedHashMap<>(), states);
      SequencedMap<String, PlacedExpectation> own =
          rows.computeIfAbsent(test, key -> new LinkedHashMap<>());
      if (row.words().isEmpty() && states.isEmpty()) {
        idle.add(new Diagnostic(place, "the row expects nothing", "name a column, or its states"));
        continue;
      }
      if (own.put(model, new PlacedExpectation(place, row)) != null) {
        throw new InvalidInputException(
            new Diagnostic(place, "a second row for " + test + " under " + model));
      }
    }
  }

  private boolean isThere(String test) throws InvalidInputException {
    return Files.exists(folder.resolve(TextFile.path(test)))
        || PackedLibrary.text(test).isPresent();
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
    requireColumns(place, header);
    if (lines.size() == 1) {
      throw new InvalidInputException(new Diagnostic(place, "the table has no rows"));
    }
    return header;
  }

  /** Columns with other names are remarks, but for names that are nearly ours. */
  private static void requireColumns(SourceSpan place, List<String> header)
      throws InvalidInputException {
    List<String> known = new ArrayList<>(List.of("file", "model"));
    known.addAll(LitmusResult.COLUMNS);
    for (int i = 0; i < header.size(); i++) {
      String name = header.get(i);
      if (header.indexOf(name) < i) {
        throw new InvalidInputException(new Diagnostic(place, "a second column '" + name + "'"));
      }
      Optional<String> meant =
          known.contains(name) ? Optional.empty() : NearName.of(name.replace(' ', '_'), known);
      if (meant.isPresent()) {
        throw new InvalidInputException(
            new Diagnostic(
                place, "there is no column '" + name + "'", "did you mean '" + meant.get() + "'?"));
      }
    }
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

  /** A test with our model, or with one that stands for none of ours. */
  private static String key(String test, String model, Map<String, String> models) {
    String ours = models.getOrDefault(model, model);
    return (ours.isEmpty() ? model : ours) + " " + test;
  }

  /** The final states by test and model. */
  private SequencedMap<String, Finals> finals(Path file, Map<String, String> models)
      throws InvalidInputException {
    SequencedMap<String, Finals> finals = new LinkedHashMap<>();
    Gson gson = new Gson();
    int number = 0;
    for (String line : TextFile.read(file).lines().toList()) {
      number++;
      SourceSpan place = SourceSpan.at(file.toString(), number, 1, line.length());
      try {
        Line read = gson.fromJson(line, Line.class);
        String test = normal(read.file());
        List<String> sorted = read.states().stream().sorted().toList();
        Finals states = new Finals(place, test, read.model(), sorted);
        if (finals.put(key(test, read.model(), models), states) != null) {
          throw new InvalidInputException(
              new Diagnostic(place, "a second line for " + read.file() + " under " + read.model()));
        }
      } catch (JsonParseException | NullPointerException e) {
        throw new InvalidInputException(
            new Diagnostic(
                place,
                "not a line of final states",
                "{\"file\": \"SB.litmus\", \"model\": \"TSO\", \"states\": [\"[x]=1;\"]}"));
      }
    }
    return finals;
  }

  /** A line of final states, as it stands. */
  private record Line(String file, String model, List<String> states) {}

  /** The final states of a test, and where they stand. */
  private record Finals(SourceSpan place, String file, String model, List<String> states) {}

  /** What is expected of a test under each of our models that has a row. */
  SequencedMap<String, PlacedExpectation> of(Path test) {
    return rows.getOrDefault(name(test), new LinkedHashMap<>());
  }

  /** Whether a test has a row, for a model of ours or for another. */
  boolean lists(Path test) {
    return isListed(name(test));
  }

  private boolean isListed(String test) {
    return rows.containsKey(test) || leftOut.containsKey(test);
  }

  /** What is wrong with lines that nothing is compared with, by file. */
  SequencedMap<String, List<Diagnostic>> idle() {
    return idle.stream()
        .collect(
            Collectors.groupingBy(
                each -> each.span().file(), LinkedHashMap::new, Collectors.toList()));
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
