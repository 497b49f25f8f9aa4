// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Checker;
import dev.fencepost.source.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table that was run.
 *
 * @param cells the checks, with what was expected and found; none where only figures were measured
 * @param shown the table for people
 * @param data the table for programs
 * @param layers the results of lower layers, on which the cells rest
 * @param legend explains the marks of {@code shown}, or is empty
 * @param notes whole lines below the table
 */
public record Table(
    String name,
    String title,
    List<TableCell> cells,
    Grid shown,
    Grid data,
    List<String> layers,
    String legend,
    List<String> notes,
    Agreement agreement,
    double seconds) {

  public Table {
    cells = List.copyOf(cells);
    layers = List.copyOf(layers);
    notes = List.copyOf(notes);
  }

  /** A table of figures alone. */
  public static Table ofFigures(String name, String title, Grid shown, Grid data) {
    return new Table(
        name, title, List.of(), shown, data, List.of(), "", List.of(), Agreement.OPEN, 0);
  }

  /** The results of all checks, cell by cell. */
  public List<CheckResult> results() {
    return cells.stream().flatMap(cell -> cell.results().stream()).toList();
  }

  /** The table for people, in whole lines. */
  public String text() {
    String body = shown.rows().isEmpty() ? "" : shown.text() + "\n";
    return head() + body + (legend.isEmpty() ? "" : legend + "\n") + lines("");
  }

  public String markdown() {
    return head() + shown.markdown() + "\n" + lines("- ");
  }

  public String csv() {
    return data.csv();
  }

  private String head() {
    return title.isEmpty() ? "" : title + "\n\n";
  }

  private String lines(String prefix) {
    return notes.stream().map(note -> prefix + note + "\n").collect(Collectors.joining());
  }

  /** The worst agreement among cells. */
  static Agreement agreement(List<TableCell> cells) {
    return Stream.of(Agreement.DIFFERENT, Agreement.INCONCLUSIVE, Agreement.AS_EXPECTED)
        .filter(each -> cells.stream().anyMatch(cell -> cell.agreement() == each))
        .findFirst()
        .orElse(Agreement.OPEN);
  }

  /** The notes on cells beside what was published: those that differ or hit a limit, and a sum. */
  static List<String> notes(List<TableCell> cells, double seconds) {
    List<String> notes = new ArrayList<>();
    for (TableCell cell : cells) {
      if (cell.agreement() == Agreement.DIFFERENT) {
        notes.add(
            "different: " + cell.name() + ": " + cell.word() + ", published " + cell.published());
      }
    }
    long stopped = 0;
    for (TableCell cell : cells) {
      for (String limit : cell.limits()) {
        if (limit.equals(Checker.STOPPED)) {
          stopped++;
        } else {
          notes.add("inconclusive: " + cell.name() + ": " + limit);
        }
      }
    }
    Cost cost = Cost.of(cells.stream().flatMap(cell -> cell.results().stream()).toList());
    int checks = cells.stream().mapToInt(cell -> cell.results().size()).sum();
    if (stopped > 0) {
      notes.add(notDone(true, stopped, checks));
    }
    notes.add(
        Phrase.of(
            "%d checks, %,d states, %.2f s: %s",
            checks - stopped, cost.states(), seconds, verdict(cells)));
    return notes;
  }

  /** A note on checks that have no result: somebody asked to stop, or they failed. */
  static String notDone(boolean stopped, long left, long checks) {
    String why = stopped ? Checker.STOPPED + ": " : "";
    return Phrase.of("inconclusive: %s%,d of %,d checks are not done", why, left, checks);
  }

  private static String verdict(List<TableCell> cells) {
    boolean compared = cells.stream().anyMatch(TableCell::isCompared);
    long different = cells.stream().filter(cell -> cell.agreement() == Agreement.DIFFERENT).count();
    return switch (agreement(cells)) {
      case DIFFERENT -> different + (different == 1 ? " cell differs" : " cells differ");
      case INCONCLUSIVE ->
          compared ? "as published, within limits" : "nothing to compare with, within limits";
      case AS_EXPECTED -> "every cell as published";
      case OPEN -> "nothing to compare with";
    };
  }
}
