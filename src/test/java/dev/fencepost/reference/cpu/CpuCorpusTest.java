// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.frontend.litmus.HerdStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/**
 * The axioms against herd and the vendors' cat files: the whole set of final states of each test.
 * Needs a folder beside the project that is not a part of it.
 */
class CpuCorpusTest {
  private static final Path CORPUS = Path.of("..", "shared", "litmus-cpu");

  /** Without {@code -Pfull}, one test of so many. */
  private static final int SAMPLE = 20;

  private static final Map<String, String> MODELS =
      Map.of("TSO", "x86", "ARMv8", "armv8", "RVWMO", "riscv", "POWER", "power");

  @Test
  void everyTestIsRead() throws IOException, InvalidInputException {
    SequencedMap<String, List<String>> states = states();
    for (String key : states.sequencedKeySet()) {
      assertThat(test(key).checked().program().initial()).as(key).isNotEmpty();
    }
    assertThat(states).hasSize(2793);
  }

  @Test
  void axiomsAllowTheFinalStatesOfHerd() throws IOException, InvalidInputException {
    SequencedMap<String, List<String>> states = states();
    int step = Boolean.getBoolean("fencepost.full") ? 1 : SAMPLE;
    int first = (int) (Long.getLong("fencepost.seed", 1) % step);
    List<String> keys =
        states.sequencedKeySet().stream().filter(key -> MODELS.containsKey(model(key))).toList();
    List<String> differences = new ArrayList<>();
    for (int i = first; i < keys.size(); i += step) {
      CpuModel model = CpuModel.all().get(MODELS.get(model(keys.get(i))));
      List<String> found = CandidateExecutions.of(test(keys.get(i)), model).texts();
      if (!found.equals(states.get(keys.get(i)))) {
        differences.add(keys.get(i) + " has " + found);
      }
    }

    assertThat(differences).isEmpty();
    assertThat(keys).hasSize(2721);
  }

  private static SequencedMap<String, List<String>> states() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "there is no folder " + CORPUS);
    return HerdStates.read(CORPUS);
  }

  private static String model(String key) {
    return key.substring(key.lastIndexOf(' ') + 1);
  }

  private static LitmusTest test(String key) throws IOException, InvalidInputException {
    String file = key.substring(0, key.lastIndexOf(' '));
    return LitmusFrontEnd.parse(file, Files.readString(CORPUS.resolve(file)));
  }
}
