// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadPrefixesTest {
  private static final int ATOMS = 2;

  /** More than any formula here looks ahead, and than there are states to go through. */
  private static final int ROUNDS = 40;

  private static final List<LassoWord> WORDS =
      Stream.of(
              LassoWord.all(0, 1),
              LassoWord.all(1, 1),
              LassoWord.all(0, 2),
              LassoWord.all(2, 1),
              LassoWord.all(1, 2),
              LassoWord.all(2, 2))
          .flatMap(List::stream)
          .toList();

  private static Optional<BadPrefixes> prefixes(LtlFormula formula) throws InvalidInputException {
    LtlFormula not = LtlFormula.not(formula);
    return BadPrefixes.of(BuchiTranslation.translate(not, SourceSpan.NONE), ATOMS);
  }

  /** What is left of a formula after a word that has gone round for long. */
  private static int after(BadPrefixes prefixes, LassoWord word) {
    int rest = prefixes.start();
    for (int letter : word.letters().subList(0, word.loop())) {
      rest = prefixes.after(rest, letter);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int letter : word.letters().subList(word.loop(), word.letters().size())) {
        rest = prefixes.after(rest, letter);
      }
    }
    return rest;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void judgeTheWordsOfRandomFormulas(int operators) throws InvalidInputException {
    RandomFormulas formulas = new RandomFormulas(operators, ATOMS);
    int found = 0;
    for (int i = 0; i < 200; i++) {
      LtlFormula formula = formulas.next(operators);
      Optional<BadPrefixes> prefixes = prefixes(formula);
      if (prefixes.isPresent()) {
        found++;
        for (LassoWord word : WORDS) {
          assertThat(after(prefixes.get(), word) == BadPrefixes.VIOLATED)
              .as("%s on %s", formula, word)
              .isEqualTo(!word.satisfies(formula));
        }
      }
    }
    assertThat(found).isGreaterThan(20);
  }

  @Test
  void whatIsSettledStaysSo() throws InvalidInputException {
    for (int seed = 0; seed < 300; seed++) {
      Optional<BadPrefixes> prefixes = prefixes(new RandomFormulas(seed, ATOMS).next(1 + seed % 7));
      for (int settled : new int[] {BadPrefixes.VIOLATED, BadPrefixes.SATISFIED}) {
        prefixes.ifPresent(
            bad ->
                assertThat(IntStream.range(0, 1 << ATOMS).map(letter -> bad.after(settled, letter)))
                    .containsOnly(settled));
      }
    }
  }

  /** Reductions rest on this: steps that no atom sees leave the rest as it is. */
  @Test
  void aRepeatedLetterChangesNothingWithoutNext() throws InvalidInputException {
    int found = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      LtlFormula formula = new RandomFormulas(seed, ATOMS).next(1 + seed % 9);
      Optional<BadPrefixes> prefixes = prefixes(formula);
      if (formula.usesNext() || prefixes.isEmpty()) {
        continue;
      }
      found++;
      for (LassoWord word : WORDS) {
        int rest = prefixes.get().start();
        for (int letter : word.letters()) {
          rest = prefixes.get().after(rest, letter);
          assertThat(prefixes.get().after(rest, letter))
              .as("%s on %s", formula, word)
              .isEqualTo(rest);
        }
      }
    }
    assertThat(found).isGreaterThan(300);
  }

  @ParameterizedTest
  @CsvSource({
    "[] a, true",
    "a W b, true",
    "[] (a -> [] a) && [] (b -> [] b), true",
    "[] (a -> X b), true",
    "[] (a -> b V a), true",
    "a || X b, true",
    "a U b, false",
    "<> a, false",
    "[] (a -> <> b), false",
    "[] <> a, false",
  })
  void areThereForFormulasThatFiniteWordsViolate(String text, boolean there)
      throws InvalidInputException {
    assertThat(prefixes(BuchiTranslationTest.formula(text)).isPresent()).isEqualTo(there);
  }
}
