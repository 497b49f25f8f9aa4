// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cell of a table that was run.
 *
 * @param word the result, in the words of the table
 * @param published what was published, or empty where nothing was
 * @param problem why the cell differs or is inconclusive, for people, or empty
 * @param results the checks behind it; none where the model was left out
 */
public record TableCell(
    CellKey key,
    String word,
    String published,
    Agreement agreement,
    String problem,
    List<CheckResult> results) {

  static final String NOT_RUN = "-";
  static final String UNKNOWN = "?";

  public TableCell {
    results = List.copyOf(results);
  }

  /** A cell made of checks. */
  static TableCell of(CellKey key, String word, String published, List<CheckResult> results) {
    boolean agrees = new Grid.Cell(word, published).agrees();
    boolean limited = results.stream().anyMatch(TableCell::isLimited);
    if (!agrees && !word.equals(UNKNOWN)) {
      String problem = word + ", published " + published;
      return new TableCell(key, word, published, Agreement.DIFFERENT, problem, results);
    }
    if (limited) {
      String problem = "inconclusive: " + word;
      return new TableCell(key, word, published, Agreement.INCONCLUSIVE, problem, results);
    }
    Agreement agreement = published.isEmpty() ? Agreement.OPEN : Agreement.AS_EXPECTED;
    return new TableCell(key, word, published, agreement, "", results);
  }

  private static boolean isLimited(CheckResult result) {
    return result.verdict() instanceof Verdict.Inconclusive
        || result.verdict().window().isPresent();
  }

  /** Whether something was published, and some check says something of it. */
  boolean isCompared() {
    return !published.isEmpty() && !word.equals(UNKNOWN);
  }

  Grid.Cell cell() {
    return new Grid.Cell(word, published);
  }

  /** Whether nothing else was published. */
  public boolean asPublished() {
    return cell().agrees();
  }

  /** Row, model and value of what varies. */
  String name() {
    return key.row() + ", " + column();
  }

  /** Model and value of what varies. */
  public String column() {
    return key.model() + (key.value().isEmpty() ? "" : ", " + key.value());
  }

  /** The limits that ended checks early. */
  List<String> limits() {
    return results.stream()
        .flatMap(
            result ->
                result.verdict() instanceof Verdict.Inconclusive(String limit)
                    ? Stream.of(limit)
                    : Stream.empty())
        .toList();
  }

  /** The word for a cell that is made of one check for each value. */
  static String wordForAll(List<CheckResult> results, List<String> values) {
    if (results.isEmpty()) {
      return NOT_RUN;
    }
    List<String> failing =
        IntStream.range(0, results.size())
            .filter(i -> results.get(i).violated())
            .mapToObj(i -> values.get(i).toLowerCase(Locale.ROOT))
            .toList();
    if (failing.isEmpty()) {
      return results.stream().allMatch(CheckResult::holds) ? "ok" + window(results) : UNKNOWN;
    }
    return failing.size() == 1 && values.size() > 1 ? failing.getFirst() : "both";
  }

  /** The word for a cell that is one check. */
  static String wordForOne(CheckResult result) {
    return switch (result.verdict()) {
      case Verdict.Holds holds -> "ok" + window(List.of(result));
      case Verdict.Violated violated -> "fail";
      case Verdict.Inconclusive inconclusive -> UNKNOWN;
    };
  }

  /** The window bound that the first of these results that has one was cut by; else empty. */
  static String window(List<CheckResult> results) {
    return results.stream()
        .flatMapToInt(result -> result.verdict().window().stream())
        .mapToObj(window -> "<=" + window)
        .findFirst()
        .orElse("");
  }
}
