// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of processors in the docs has the verdicts that the library expects. */
class ProcessorTableTest {
  private static final Path PAGE = Path.of("docs", "benchmarks.md");
  private static final List<String> SCENARIOS = List.of("WR", "RW");

  @Test
  void thePageHasWhatIsExpected() throws Exception {
    String runs = "library/tables/cpus.runs";
    TableSpec spec = TableSpec.parse("cpus", runs, PackedLibrary.text(runs).orElseThrow());
    List<String> page = Files.readAllLines(PAGE);
    int head = page.indexOf("| algorithm | " + String.join(" | ", spec.models()) + " |");
    List<String> found = page.subList(head + 2, head + 2 + spec.rows().size());
    for (int i = 0; i < found.size(); i++) {
      TableSpec.Row row = spec.rows().get(i);
      String cells =
          spec.models().stream()
              .map(model -> cell(row, model))
              .collect(Collectors.joining(" | ", "| " + row.name() + " | ", " |"));
      assertThat(found.get(i)).isEqualTo(cells);
    }
  }

  private static String cell(TableSpec.Row row, String model) {
    Map<String, String> outcomes = outcomes(row, model);
    List<String> violated =
        SCENARIOS.stream().filter(each -> "violated".equals(outcomes.get(each))).toList();
    assertThat(outcomes.keySet()).as("%s %s", row.file(), model).containsAll(SCENARIOS);
    return switch (violated.size()) {
      case 0 -> "ok";
      case 1 -> violated.getFirst().equals("WR") ? "wr" : "rw";
      default -> "both";
    };
  }

  private static Map<String, String> outcomes(TableSpec.Row row, String model) {
    try {
      return ExpectationFiles.read(Path.of(row.file())).orElseThrow().lines().stream()
          .filter(line -> line.model().equals(model))
          .collect(Collectors.toMap(Expectations.Line::scenario, Expectations.Line::outcome));
    } catch (InvalidInputException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
