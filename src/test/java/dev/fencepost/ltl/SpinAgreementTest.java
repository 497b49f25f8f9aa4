// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our automata beside those of {@code spin -f}: the same words, and in all not more states. */
class SpinAgreementTest {

  private static String spin(LtlFormula formula) throws IOException, InterruptedException {
    String text = formula.text().replace("p0", "a").replace("p1", "b");
    Process process = new ProcessBuilder("spin", "-f", text).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  private static boolean isInstalled() throws InterruptedException {
    try {
      return spin(new LtlFormula.Atom(0)).contains("never");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void acceptsTheSameWordsWithNoMoreStates()
      throws IOException, InterruptedException, InvalidInputException {
    assumeTrue(isInstalled(), "spin is not installed: its automata are not compared");
    Random random = new Random(1);
    int ours = 0;
    int theirs = 0;
    for (int seed = 0; seed < 60; seed++) {
      LtlFormula formula = new RandomFormulas(seed, 2).next(1 + seed % 4);
      if (formula.usesNext()) {
        continue;
      }
      BuchiAutomaton automaton = BuchiTranslation.translate(formula, SourceSpan.NONE);
      BuchiAutomaton claim = NeverClaim.parse(spin(formula));
      List<LassoWord> words = new ArrayList<>(LassoWord.all(1, 2));
      for (int i = 0; i < 100; i++) {
        words.add(LassoWord.random(random, 2));
      }
      for (LassoWord word : words) {
        assertThat(word.isAcceptedBy(automaton))
            .as("%s on %s", formula, word)
            .isEqualTo(word.isAcceptedBy(claim));
      }
      ours += automaton.states();
      theirs += claim.states();
    }
    assertThat(ours).isLessThan(theirs);
  }
}
