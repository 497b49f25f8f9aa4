// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.Representation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ltl blocks of a model, with and without weak fairness. SPIN gives the same verdicts. */
class PromelaLtlTest {

  private static final String MUTEX =
      """
      bool want[2]; byte turn;
      active [2] proctype P() {
        byte me = _pid;
        do
        :: want[me] = true; turn = 1 - me;
      wait: (!want[1 - me] || turn == me);
      cs:   skip; want[me] = false
        od
      }
      """;

  private static final String COUNTER =
      """
      byte x; bool stop;
      active proctype Count() { do :: !stop -> x = (x + 1) % 4 :: stop -> break od }
      active proctype Stop() { stop = true }
      """;

  private static final String HANDSHAKE =
      """
      mtype = { ping, pong }; chan a = [0] of { mtype }; chan b = [1] of { mtype }; byte got;
      active proctype A() { do :: a!ping; b?pong; got = 1 - got od }
      active proctype B() { do :: a?ping -> b!pong od }
      active proctype Idle() { do :: skip; skip od }
      """;

  private static boolean holds(String text, Fairness fairness) throws Exception {
    PromelaModel model = PromelaFrontEnd.translate(SourceUnit.of("m.pml", text));
    LtlProperty property = model.properties().getFirst();
    LtlFormula formula =
        FormulaParser.parse(
            property.formula(),
            property.span(),
            (atom, span) -> new LtlFormula.Atom(Integer.parseInt(atom.substring(1))));
    BuchiProduct product =
        new BuchiProduct(
            new PromelaMachine(model).temporal(property),
            BuchiTranslation.translate(LtlFormula.not(formula), property.span()),
            fairness);
    SearchResult result =
        LassoSearch.run(Representation.of(product), SearchOptions.usual(), SearchListener.NONE);
    return result.outcome() instanceof SearchResult.Complete;
  }

  private static String model(String name) {
    return switch (name) {
      case "mutex" -> MUTEX;
      case "counter" -> COUNTER;
      case "handshake" -> HANDSHAKE;
      default -> throw new IllegalArgumentException(name);
    };
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          mutex; [] !(P[0]@cs && P[1]@cs); true; true
          mutex; [] (P[0]@wait -> <> P[0]@cs); true; true
          mutex; [] <> P[0]@cs; false; true
          mutex; <> (want[0] && want[1]); false; false
          mutex; (turn == 0) U (want[0] || want[1]); true; true
          counter; <> stop; false; true
          counter; <> [] stop; false; true
          counter; [] <> (x == 3); false; false
          counter; [] (stop -> [] stop); true; true
          counter; [] (x == 3 -> (x == 3) W (x == 0)); true; true
          handshake; [] <> (got == 1); false; true
          handshake; [] (len(b) == 1 -> <> (len(b) == 0)); false; true
          handshake; always eventually (got == 0); false; true
          """)
  void hasTheVerdictOfSpin(String model, String formula, boolean holds, boolean holdsFairly)
      throws Exception {
    String text = model(model) + "ltl p { " + formula + " }\n";
    assertThat(holds(text, Fairness.NONE)).as("without fairness").isEqualTo(holds);
    assertThat(holds(text, Fairness.WEAK)).as("with weak fairness").isEqualTo(holdsFairly);
  }

  /** Here SPIN differs: with weak fairness it overlooks runs that end. */
  @Test
  void aRunThatEndsRepeatsItsLastStateAndIsFair() throws Exception {
    String text = COUNTER + "ltl p { <> [] (x == 2) }\n";
    assertThat(holds(text, Fairness.WEAK)).isFalse();
  }
}
