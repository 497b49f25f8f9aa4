// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuchiTranslationTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int FORMULAS = Boolean.getBoolean("fencepost.full") ? 20_000 : 500;

  private static final List<LassoWord> SHORT_WORDS =
      Stream.of(LassoWord.all(0, 1), LassoWord.all(1, 1), LassoWord.all(0, 2))
          .flatMap(List::stream)
          .toList();

  private static final List<LassoWord> WORDS =
      Stream.of(
              SHORT_WORDS,
              LassoWord.all(1, 2),
              LassoWord.all(2, 2),
              LassoWord.all(0, 3),
              LassoWord.all(1, 3))
          .flatMap(List::stream)
          .toList();

  static LtlFormula formula(String text) throws InvalidInputException {
    return FormulaParser.parse(
        text, SourceSpan.NONE, (atom, span) -> new LtlFormula.Atom("abcdef".indexOf(atom)));
  }

  static BuchiAutomaton automaton(LtlFormula formula) throws InvalidInputException {
    return BuchiTranslation.translate(formula, SourceSpan.NONE);
  }

  private static void agree(LtlFormula formula, List<LassoWord> words)
      throws InvalidInputException {
    BuchiAutomaton automaton = automaton(formula);
    for (LassoWord word : words) {
      assertThat(word.isAcceptedBy(automaton))
          .as("%s on %s by %s", formula, word, automaton)
          .isEqualTo(word.satisfies(formula));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void automataAcceptTheWordsOfRandomFormulas(int operators) throws InvalidInputException {
    RandomFormulas formulas = new RandomFormulas(operators, 2);
    for (int i = 0; i < 100; i++) {
      agree(formulas.next(operators), i < 25 ? WORDS : SHORT_WORDS);
    }
  }

  @Test
  void automataAcceptLongerWordsOfLargerFormulas() throws InvalidInputException {
    RandomFormulas formulas = new RandomFormulas(4711, 3);
    Random random = new Random(4711);
    for (int i = 0; i < 300; i++) {
      List<LassoWord> words = new ArrayList<>();
      for (int j = 0; j < 100; j++) {
        words.add(LassoWord.random(random, 3));
      }
      agree(formulas.next(5 + random.nextInt(8)), words);
    }
  }

  @Test
  void theLongestWordsAgreeToo() throws InvalidInputException {
    for (String text :
        List.of("[] (a -> <> b)", "<> [] a && (a U X b)", "(a W b) U X X (a <-> b)")) {
      agree(formula(text), LassoWord.all(4, 3));
    }
  }

  @Test
  void simplifiedFormulasMeanTheSame() {
    for (int seed = 0; seed < 300; seed++) {
      LtlFormula formula = new RandomFormulas(seed, 2).next(3 + seed % 9);
      LtlFormula simple = Simplification.simplify(NormalForm.of(formula));
      for (LassoWord word : WORDS) {
        assertThat(word.satisfies(simple))
            .as("%s, simplified to %s, on %s", formula, simple, word)
            .isEqualTo(word.satisfies(formula));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a,                                        2, 0",
    "[] a,                                     1, 0",
    "<> a,                                     2, 1",
    "a U b,                                    2, 1",
    "a V b,                                    2, 0",
    "a W b,                                    2, 0",
    "X a,                                      3, 0",
    "[] <> a,                                  1, 1",
    "<> [] a,                                  2, 1",
    "[] (a -> <> b),                           2, 1",
    "!([] (a -> <> b)),                        2, 1",
    "[] a || [] b,                             2, 0",
    "<> a && <> b,                             4, 1",
    "[] <> a && [] <> b,                       1, 2",
    "[] <> a && [] <> b && [] <> c,            1, 3",
    "[] <> a -> [] <> b,                       3, 1",
    "!([] <> a -> [] <> b),                    2, 1",
    "([] <> a && [] <> b) -> [] (c -> <> d),   6, 1",
    "!(([] <> a && [] <> b) -> [] (c -> <> d)),2, 2",
    "a U (b U (c U d)),                        4, 1",
    "!(a U (b U c)),                           3, 0",
    "[] (a -> X b),                            2, 0",
    "[] (a -> (b U c)),                        2, 1",
    "[] a -> <> b,                             2, 1",
    "true,                                     1, 0",
    "false,                                    0, 0",
    "<> [] a && [] <> !a,                      0, 0",
    "[] (a && !a),                             0, 0"
  })
  void sizesAreAsPinned(String text, int states, int conditions) throws InvalidInputException {
    BuchiAutomaton automaton = automaton(formula(text));
    assertThat(List.of(automaton.states(), automaton.conditions()))
        .as("%s", automaton)
        .isEqualTo(List.of(states, conditions));
  }

  @Test
  void refusesAFormulaWhoseAutomatonIsTooLarge() {
    assertThatThrownBy(
            () -> {
              LtlFormula formula = LtlFormula.constant(true);
              for (int i = 0; i < 40; i++) {
                formula = LtlFormula.and(formula, LtlFormula.eventually(new LtlFormula.Atom(i)));
              }
              BuchiTranslation.translate(formula, SourceSpan.at("m.c", 3, 4, 5));
            })
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("m.c:3:4: error: the formula's automaton is too large");
  }

  /** Releases that enforce one another, with untils beside and inside them. */
  @Test
  void automataAcceptTheWordsOfNestedReleases() throws InvalidInputException {
    Random random = new Random(SEED);
    for (int i = 0; i < FORMULAS; i++) {
      agree(formula(nested(random, 5)), SHORT_WORDS);
    }
  }

  private static String nested(Random random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return List.of("a", "b", "!a", "!b").get(random.nextInt(4));
    }
    String left = random.nextInt(3) == 0 ? nested(random, 1) : nested(random, 0);
    String right = nested(random, depth - 1);
    String operator = List.of(" V ", " V ", " V ", " U ", " && ", " || ").get(random.nextInt(6));
    return "(" + left + operator + right + ")";
  }

  @Test
  @Timeout(60)
  void manyNestedUntilsAreTranslated() throws InvalidInputException {
    String nested = "a";
    for (int i = 0; i < 30; i++) {
      nested = "(" + "bcdef".charAt(i % 5) + " U " + nested + ")";
    }
    assertThat(automaton(formula(nested)).states()).isLessThan(100);
    assertThat(automaton(LtlFormula.not(formula(nested))).states()).isLessThan(100);
  }

  @Test
  @Timeout(60)
  void timeEndsATranslation() throws InvalidInputException {
    LtlFormula large =
        formula("[]<>a && []<>b && []<>c && []<>d && []<>e && (a U (b || X (c U (d V X e))))");
    Budget none = Budget.current().withTime(Duration.ZERO);
    assertThatThrownBy(() -> none.run(() -> automaton(large))).isInstanceOf(OutOfBudget.class);
  }
}
