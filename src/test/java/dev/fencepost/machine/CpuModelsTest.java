// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.HerdStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The machine under the models of processors has herd's whole set of final states. Needs a folder
 * beside the project that is not a part of it.
 */
class CpuModelsTest {
  private static final Path CORPUS = Path.of("..", "shared", "litmus-cpu");
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  /** Without {@code -Pfull}, one test of so many. */
  private static final int SAMPLE = 10;

  @ParameterizedTest
  @CsvSource({"TSO, x86, 262", "ARMv8, armv8, 1075", "RVWMO, riscv, 1075", "POWER, power, 309"})
  void findsTheFinalStatesOfHerd(String herd, String name, int tests)
      throws IOException, InvalidInputException {
    assumeTrue(Files.isDirectory(CORPUS), "there is no folder " + CORPUS);
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    SequencedMap<String, List<String>> states = HerdStates.read(CORPUS);
    List<String> keys =
        states.sequencedKeySet().stream().filter(key -> key.endsWith(" " + herd)).toList();
    List<String> differences = new ArrayList<>();
    int step = FULL ? 1 : SAMPLE;
    for (int i = (int) (Long.getLong("fencepost.seed", 1) % step); i < keys.size(); i += step) {
      String file = keys.get(i).substring(0, keys.get(i).lastIndexOf(' '));
      LitmusTest test = LitmusFrontEnd.parse(file, Files.readString(CORPUS.resolve(file)));
      FinalStates found = LitmusRun.upToBound(test, model).finalStates();
      List<String> expected = states.get(keys.get(i));
      if (!found.texts().equals(expected)) {
        List<String> more = new ArrayList<>(found.texts());
        more.removeAll(expected);
        List<String> missing = new ArrayList<>(expected);
        missing.removeAll(found.texts());
        differences.add(file + " more: " + more + " missing: " + missing);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(keys.size()).isEqualTo(tests);
  }
}
