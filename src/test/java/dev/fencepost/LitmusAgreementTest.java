// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.HerdStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/**
 * Agreement with published suites: for every test with a row for SC, TSO, PSO or RMO, the answer
 * and the whole set of final states. Needs a folder beside the project that is not a part of it.
 */
class LitmusAgreementTest {
  private static final Path SUITES = Path.of("..", "shared", "litmus");

  /** RMO there is SPARC V9's, where a branch does not hold back reads. */
  private static final Map<String, String> MODELS =
      Map.of("SC", "sc", "TSO", "tso", "PSO", "pso-no", "RMO", "rmo-v9");

  /** A row of the table of expectations. */
  private record Row(String file, String model, String line) {}

  @Test
  void agreesOnAllFinalStates() throws IOException {
    assumeTrue(Files.isDirectory(SUITES), "there is no folder " + SUITES);
    Map<String, List<String>> states = HerdStates.read(SUITES);
    SequencedMap<String, List<Row>> rows = rows();

    List<String> differences =
        rows.sequencedValues().parallelStream()
            .flatMap(of -> differences(of, states).stream())
            .toList();

    assertThat(differences).isEmpty();
    assertThat(rows.sequencedValues().stream().mapToInt(List::size).sum()).isEqualTo(3730);
  }

  /** The rows of each file. */
  private static SequencedMap<String, List<Row>> rows() throws IOException {
    SequencedMap<String, List<Row>> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(SUITES.resolve("expected.csv"))) {
      String[] fields = line.split(",", 3);
      if (MODELS.containsKey(fields[1])) {
        rows.computeIfAbsent(fields[0], file -> new ArrayList<>())
            .add(new Row(fields[0], fields[1], fields[2]));
      }
    }
    return rows;
  }

  private static List<String> differences(List<Row> rows, Map<String, List<String>> states) {
    List<String> differences = new ArrayList<>();
    try {
      String file = rows.getFirst().file();
      LitmusTest test = LitmusFrontEnd.parse(file, Files.readString(SUITES.resolve(file)));
      for (Row row : rows) {
        FinalStates found =
            LitmusRun.of(test, BuiltInModels.named(MODELS.get(row.model())).orElseThrow())
                .finalStates();
        List<String> expected = states.get(row.file() + " " + row.model());
        if (!found.texts().equals(expected) || !row.line().startsWith(line(test, found))) {
          differences.add(row + " has " + line(test, found) + " " + found.texts());
        }
      }
    } catch (InvalidInputException e) {
      differences.add(e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return differences;
  }

  /** Verdict, quantifier, observation, whether it validates, and the number of final states. */
  private static String line(LitmusTest test, FinalStates found) {
    return String.join(
        ",",
        isAllowed(test, found) ? "allowed" : "forbidden",
        test.question().quantifier().toString(),
        found.outcome().observation(),
        found.outcome().validates(test.question().quantifier()) ? "ok" : "no",
        found.size() + ",");
  }

  /** Some final state satisfies the condition; of {@code forall}, some violates it. */
  private static boolean isAllowed(LitmusTest test, FinalStates found) {
    return switch (test.question().quantifier()) {
      case EXISTS, NOT_EXISTS -> found.outcome() != Outcome.FORBIDDEN;
      case FORALL -> found.outcome() != Outcome.REQUIRED;
    };
  }
}
