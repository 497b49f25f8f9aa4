// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.Printable;
import dev.fencepost.suite.LitmusResult.PartOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;

/**
 * The results of a run of litmus tests.
 *
 * @param results test by test and model by model, in a fixed order
 * @param refused by file, what is wrong with tests that could not be run
 * @param leftOut how many rows of the table of expectations stand for no model here, by their model
 * @param notDone a note on checks that have no result, or nothing
 */
public record LitmusReport(
    List<LitmusResult> results,
    SequencedMap<String, List<Diagnostic>> refused,
    SequencedMap<String, Integer> leftOut,
    String notDone,
    double seconds) {

  public LitmusReport {
    results = List.copyOf(results);
    refused = Collections.unmodifiableSequencedMap(new TreeMap<>(refused));
    leftOut = Collections.unmodifiableSequencedMap(new TreeMap<>(leftOut));
  }

  public List<LitmusResult> with(Agreement agreement) {
    return results.stream().filter(result -> result.agreement() == agreement).toList();
  }

  /** The outcomes that something is expected of, under each model. */
  public List<PartOutcome> outcomes() {
    return results.stream().flatMap(result -> result.outcomes().stream()).toList();
  }

  /** How many tests were run. */
  public long tests() {
    return tests(results);
  }

  private static long tests(List<LitmusResult> results) {
    return results.stream().map(result -> result.key().file()).distinct().count();
  }

  /** A cell for each test and model; shown are the folders, where there are several tests. */
  public Table table() {
    List<TableCell> cells = results.stream().map(LitmusResult::cell).toList();
    boolean several = tests() > 1;
    return new Table(
        "litmus",
        "",
        cells,
        several ? folders() : Grid.EMPTY,
        data(),
        List.of(),
        several ? "= as expected, ! different, ? inconclusive, - nothing was expected" : "",
        notes(),
        agreement(cells),
        seconds);
  }

  private Agreement agreement(List<TableCell> cells) {
    Agreement found = Table.agreement(cells);
    if (found == Agreement.OPEN && !leftOut.isEmpty()) {
      return Agreement.INCONCLUSIVE;
    }
    return !notDone.isEmpty() && found != Agreement.DIFFERENT ? Agreement.INCONCLUSIVE : found;
  }

  private Grid data() {
    List<String> header = new ArrayList<>(List.of("file", "model"));
    header.addAll(LitmusResult.COLUMNS);
    header.add("agreement");
    List<List<String>> rows = new ArrayList<>();
    for (LitmusResult result : results) {
      List<String> row = new ArrayList<>(List.of(result.key().file(), result.key().model()));
      row.addAll(result.words().sequencedValues());
      row.add(result.agreement().word());
      rows.add(row);
    }
    return Grid.of(header, rows);
  }

  /** A line for each folder, a column for each memory model, and in a cell how many agree. */
  private Grid folders() {
    SequencedSet<String> models = new LinkedHashSet<>();
    SequencedMap<String, List<LitmusResult>> folders = new TreeMap<>();
    for (LitmusResult result : results) {
      models.add(result.key().model());
      String file = result.key().file();
      String folder = file.substring(0, Math.max(0, file.lastIndexOf('/')));
      folders.computeIfAbsent(folder, key -> new ArrayList<>()).add(result);
    }
    List<String> header = new ArrayList<>(List.of("folder", "tests"));
    header.addAll(models);
    List<List<String>> rows = new ArrayList<>();
    folders.forEach((folder, found) -> rows.add(line(folder, found, models)));
    if (folders.size() > 1) {
      rows.add(line("all", results, models));
    }
    return Grid.of(header, rows);
  }

  private static List<String> line(
      String folder, List<LitmusResult> results, SequencedSet<String> models) {
    List<String> line = new ArrayList<>(List.of(folder, Long.toString(tests(results))));
    for (String model : models) {
      List<String> parts = new ArrayList<>();
      for (Agreement agreement : Agreement.values()) {
        long count =
            results.stream()
                .filter(result -> result.key().model().equals(model))
                .filter(result -> result.agreement() == agreement)
                .count();
        if (count > 0) {
          parts.add(count + " " + agreement.mark());
        }
      }
      line.add(String.join(", ", parts));
    }
    return line;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Agreement agreement : List.of(Agreement.DIFFERENT, Agreement.INCONCLUSIVE)) {
      for (LitmusResult result : with(agreement)) {
        String name = result.key().file() + ", " + result.key().model();
        notes.add(agreement.word() + ": " + name + ": " + result.problem());
      }
    }
    refused.forEach(
        (file, problems) ->
            notes.add(Printable.line("refused: " + file + ": " + problems.getFirst().message())));
    leftOut.forEach(
        (model, rows) ->
            notes.add(
                "left out: " + rows + " rows for " + model + ", no model here stands for it"));
    if (!notDone.isEmpty()) {
      notes.add(notDone);
    }
    if (!outcomes().isEmpty()) {
      notes.add(outcomeNote());
    }
    notes.add(verdict());
    return notes;
  }

  private String outcomeNote() {
    List<PartOutcome> all = outcomes();
    long possible = all.stream().filter(PartOutcome::possible).count();
    long different = all.stream().filter(each -> each.possible() != each.expected()).count();
    return Phrase.of(
        "%,d outcomes: %,d possible, %,d impossible, %s",
        all.size(),
        possible,
        all.size() - possible,
        different == 0 ? "as expected" : different + " of them not as expected");
  }

  private String verdict() {
    int different = with(Agreement.DIFFERENT).size();
    int expected = with(Agreement.AS_EXPECTED).size() + different;
    String head =
        Phrase.of(
            "%,d %s, %,d states, %.2f s: ",
            results.size(),
            results.size() == 1 ? "check" : "checks",
            results.stream().mapToLong(LitmusResult::searched).sum(),
            seconds);
    if (different > 0) {
      return head + different + (different == 1 ? " differs" : " differ");
    }
    boolean open = leftOut.isEmpty() && !results.isEmpty();
    String nothing = open ? "nothing was expected of them" : "no expectation was run";
    return head
        + (expected == 0 ? nothing : expected + " as expected")
        + (refused.isEmpty() ? "" : ", " + refused.size() + " refused");
  }
}
