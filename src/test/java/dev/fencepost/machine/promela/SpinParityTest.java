// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Verdicts are those of SPIN, and so are the states when nothing is reduced. */
class SpinParityTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);

  /** Each batch is a model of so many random ones and takes one compilation. */
  private static final int BATCH = 24;

  private static final int BATCHES = Boolean.getBoolean("fencepost.full") ? 40 : 3;

  @BeforeAll
  static void needsSpin() {
    assumeTrue(SpinSearch.isPossible(), "spin or gcc is not installed: nothing is compared");
  }

  static List<Path> models() throws IOException {
    return PromelaCorpus.models();
  }

  static List<Long> seeds() {
    return LongStream.range(0, BATCHES).map(i -> SEED * 1_000_000 + i * BATCH).boxed().toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void agreesOnTheCorpus(Path model) throws Exception {
    compare(Files.readString(model));
  }

  @ParameterizedTest(name = "from seed {0}")
  @MethodSource("seeds")
  void agreesOnRandomPrograms(long first) throws Exception {
    List<Long> accepted = new ArrayList<>();
    for (long seed = first; seed < first + BATCH; seed++) {
      if (isAccepted(RandomPromela.merged(List.of(seed)))) {
        accepted.add(seed);
      }
    }
    compare(RandomPromela.merged(accepted));
  }

  /** Some random programs have two options with 'else' in one choice. */
  private static boolean isAccepted(String text) {
    try {
      PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
      return true;
    } catch (InvalidInputException refused) {
      return false;
    }
  }

  private static void compare(String text) throws Exception {
    SpinSearch spin = SpinSearch.of(text);
    StateCounter.Count ours = PromelaCorpus.count(text);
    assertThat(ours.violations() > 0).as("errors in%n%s", text).isEqualTo(spin.errors());
    if (spin.complete()) {
      assertThat(ours.states()).as("states of%n%s", text).isEqualTo(spin.states());
    }
  }
}
