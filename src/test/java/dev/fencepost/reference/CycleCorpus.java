// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A file of cycles with the final states of their programs. The first line has the names of memory
 * models, each further one a test: its name, its cycle, and a column for each model. A final state
 * is a run of digits, the values of the cells and then of the registers. The first column has the
 * states of the first model, any other what is more ({@code +}) or less ({@code -}) than in the
 * column before it.
 *
 * @param models the names of the memory models
 */
record CycleCorpus(List<String> models, List<Row> rows) {

  /** A test with the final states under each model. */
  record Row(String name, Cycle cycle, List<Set<String>> finals) {}

  private static final String COLUMN = " | ";

  CycleCorpus {
    models = List.copyOf(models);
    rows = List.copyOf(rows);
  }

  /** Final states as text. */
  static Set<String> texts(Collection<List<Long>> finals) {
    Set<String> texts = new TreeSet<>();
    for (List<Long> state : finals) {
      texts.add(state.stream().map(CycleCorpus::digit).collect(joining()));
    }
    return texts;
  }

  private static String digit(long value) {
    if (value < 0 || value > 9) {
      throw new IllegalArgumentException("more than a digit: " + value);
    }
    return Long.toString(value);
  }

  static CycleCorpus read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<Row> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> columns = List.of(line.split(" \\| ?", -1));
      List<Set<String>> finals = new ArrayList<>();
      for (String column : columns.subList(2, columns.size())) {
        finals.add(changed(finals.isEmpty() ? Set.of() : finals.getLast(), column));
      }
      rows.add(new Row(columns.get(0), Cycle.parse(columns.get(1)), finals));
    }
    return new CycleCorpus(List.of(lines.getFirst().split(" ", -1)), rows);
  }

  private static Set<String> changed(Set<String> before, String changes) {
    Set<String> finals = new TreeSet<>(before);
    Stream.of(changes.split(" ", -1))
        .filter(change -> !change.isEmpty())
        .forEach(
            change -> {
              String state = change.substring(1);
              if (change.charAt(0) == '+') {
                finals.add(state);
              } else {
                finals.remove(state);
              }
            });
    return finals;
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of(String.join(" ", models)));
    for (Row row : rows) {
      List<String> columns = new ArrayList<>(List.of(row.name(), row.cycle().toString()));
      Set<String> before = Set.of();
      for (Set<String> finals : row.finals()) {
        columns.add(changes(before, finals));
        before = finals;
      }
      lines.add(String.join(COLUMN, columns).stripTrailing());
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  private static String changes(Set<String> before, Set<String> after) {
    Stream<String> more = after.stream().filter(s -> !before.contains(s)).map(s -> "+" + s);
    Stream<String> less = before.stream().filter(s -> !after.contains(s)).map(s -> "-" + s);
    return Stream.concat(more, less).collect(joining(" "));
  }
}
