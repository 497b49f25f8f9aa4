// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaving steps out changes no verdict and adds no state. */
class PromelaReductionTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 20_000 : 1_000;
  private static final long MOST_STATES = 300_000;

  static List<Path> models() throws IOException {
    return PromelaCorpus.models();
  }

  private static long reducedStates(String text) throws Exception {
    PromelaModel model = PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
    StateCounter.Count all = StateCounter.count(new PromelaMachine(model), MOST_STATES);
    StateCounter.Count some = StateCounter.count(new PromelaMachine(model, true), MOST_STATES);
    assertThat(some.violations() > 0).as(text).isEqualTo(all.violations() > 0);
    assertThat(some.states()).as(text).isLessThanOrEqualTo(all.states());
    return some.states();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void keepsTheVerdictOfTheCorpus(Path model) throws Exception {
    assertThat(reducedStates(Files.readString(model))).isPositive();
  }

  @Test
  void keepsTheVerdictOfRandomPrograms() throws Exception {
    for (long seed : LongStream.range(0, PROGRAMS).map(i -> SEED * 1_000_000 + i).toArray()) {
      assertThat(reducedStates(new RandomPromela(seed).program())).isPositive();
    }
  }

  @Test
  void generatedCodeDoesWhatClosuresDo() throws Exception {
    for (long seed : LongStream.range(0, PROGRAMS / 4).map(i -> SEED * 1_000 + i * 3).toArray()) {
      String text = RandomPromela.merged(List.of(seed, seed + 1, seed + 2));
      PromelaModel model;
      try {
        model = PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
      } catch (InvalidInputException twoElses) {
        continue;
      }
      assertThat(CodeAgreement.check(model, MOST_STATES).states()).as(text).isPositive();
    }
  }

  @Test
  void processesThatOnlyCountForThemselvesAreNotInterleaved() throws Exception {
    String text =
        "byte n; active [4] proctype P() { byte i; i = 1; i = i * 2; i = i + 3; assert(i == 5); n++"
            + " }";
    assertThat(reducedStates(text)).isLessThan(60);
    assertThat(PromelaCorpus.count(text).states()).isGreaterThan(1_000);
  }
}
