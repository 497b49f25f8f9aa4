// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A cell of a table that was run.
 *
 * @param word what came out, in the words of the table
 * @param published what was published, or empty where nothing was
 * @param results the checks behind it; none where the model was left out
 */
public record TableCell(CellKey key, String word, String published, List<CheckResult> results) {

  static final String NOT_RUN = "-";
  static final String UNKNOWN = "?";

  public TableCell {
    results = List.copyOf(results);
  }

  /** Whether nothing else was published. */
  public boolean asPublished() {
    return published.isEmpty() || published.equals(word) || word.startsWith(published + "<=");
  }

  /** Whether some check of it gave no full answer. */
  public boolean inconclusive() {
    return results.stream()
        .anyMatch(
            result ->
                result.verdict() instanceof Verdict.Inconclusive
                    || result.verdict() instanceof Verdict.Holds h && h.window().isPresent());
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

  private static String window(List<CheckResult> results) {
    for (CheckResult result : results) {
      if (result.verdict() instanceof Verdict.Holds holds && holds.window().isPresent()) {
        return "<=" + holds.window().getAsInt();
      }
    }
    return "";
  }
}
