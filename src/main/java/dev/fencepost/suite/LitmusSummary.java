// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.suite.LitmusResult.Agreement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;

/** A line for each folder, a column for each memory model, and in a cell how many agree. */
public final class LitmusSummary {
  private static final String ALL = "all";

  private LitmusSummary() {}

  /** The table as text, in whole lines. */
  public static String table(LitmusReport report) {
    SequencedSet<String> models = new LinkedHashSet<>();
    SequencedMap<String, List<LitmusResult>> folders = new TreeMap<>();
    for (LitmusResult result : report.results()) {
      models.add(result.key().model());
      folders.computeIfAbsent(folder(result), key -> new ArrayList<>()).add(result);
    }
    List<List<String>> lines = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("folder", "tests"));
    header.addAll(models);
    lines.add(header);
    folders.forEach((folder, results) -> lines.add(line(folder, results, models)));
    if (folders.size() > 1) {
      lines.add(line(ALL, report.results(), models));
    }
    return TextColumns.of(lines)
        + "\n= as expected, ! different, ? inconclusive, - nothing was expected\n";
  }

  private static String folder(LitmusResult result) {
    String file = result.key().file();
    return file.substring(0, Math.max(0, file.lastIndexOf('/')));
  }

  private static List<String> line(
      String folder, List<LitmusResult> results, SequencedSet<String> models) {
    long tests = results.stream().map(result -> result.key().file()).distinct().count();
    List<String> line = new ArrayList<>(List.of(folder, Long.toString(tests)));
    for (String model : models) {
      line.add(cell(results.stream().filter(r -> r.key().model().equals(model)).toList()));
    }
    return line;
  }

  private static String cell(List<LitmusResult> results) {
    List<String> parts = new ArrayList<>();
    for (Agreement agreement : Agreement.values()) {
      long count = results.stream().filter(result -> result.agreement() == agreement).count();
      if (count > 0) {
        parts.add(count + " " + agreement.mark());
      }
    }
    return String.join(", ", parts);
  }
}
