// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Verdict;
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

  private static final int CLAIMS = Boolean.getBoolean("fencepost.full") ? 100 : 5;

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

  static List<Long> claims() {
    return LongStream.range(0, CLAIMS).map(i -> SEED * 1_000_000 + i).boxed().toList();
  }

  /** Errors and acceptance cycles of a system beside a never claim. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("claims")
  void agreesOnRandomClaims(long seed) throws Exception {
    String text = RandomPromela.claimed(seed);
    assumeTrue(isAccepted(text), "the model is refused: two options with 'else' in one choice");
    boolean errors = compare(text, false);
    SpinSearch spin = SpinSearch.of(text, List.of("-DNOREDUCE", "-DNOFAIR"), List.of("-a"));
    Verdict cycles = PromelaCyclesTest.verdict(text, new Ltl(Ltl.ACCEPTANCE, false));
    assertThat(cycles instanceof Verdict.Violated || errors)
        .as("acceptance cycles or errors in%n%s", text)
        .isEqualTo(spin.errors());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void agreesOnTheCorpus(Path model) throws Exception {
    compare(Files.readString(model), true);
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
    compare(RandomPromela.merged(accepted), true);
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

  /**
   * Compares with SPIN; whether there are errors.
   *
   * @param counts whether states are compared; SPIN counts those beside a claim that ends or blocks
   *     in its own way
   */
  private static boolean compare(String text, boolean counts) throws Exception {
    SpinSearch spin = SpinSearch.of(text);
    StateCounter.Count ours = PromelaCorpus.count(text);
    assertThat(ours.violations() > 0).as("errors in%n%s", text).isEqualTo(spin.errors());
    if (counts && spin.complete()) {
      assertThat(ours.states()).as("states of%n%s", text).isEqualTo(spin.states());
    }
    return spin.errors();
  }
}
