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
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Properties without next have the same verdict where steps are left out, fairly and not. */
class PromelaLtlReductionTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 10_000 : 300;

  private static final String[] FORMULAS = {
    "[] (g0 != 2)",
    "<> (g1 == 1)",
    "[] <> (g0 == 0)",
    "<> [] (g2 == g1)",
    "(g0 == 0) U (g1 != 0)",
    "[] ((g0 == 1) -> <> (g0 != 1))",
    "[] <> (len(q) == 0)",
    "<> [] (P1@mark)",
    "[] <> (P1:v == 0)"
  };

  private static SearchResult search(
      PromelaMachine machine, LtlProperty property, Fairness fairness) throws Exception {
    LtlFormula formula =
        FormulaParser.parse(
            property.formula(),
            property.span(),
            (atom, span) -> new LtlFormula.Atom(Integer.parseInt(atom.substring(1))));
    BuchiProduct product =
        new BuchiProduct(
            machine.temporal(property),
            BuchiTranslation.translate(LtlFormula.not(formula), property.span()),
            fairness);
    SearchOptions options = SearchOptions.usual().withStates(100_000);
    return LassoSearch.run(Representation.of(product), options, SearchListener.NONE);
  }

  private static String model(long seed) {
    String program = new RandomPromela(seed).program();
    // failed assertions end a search: they are not what is compared here
    return program.replace("assert(", "(1 || ")
        + "ltl p { "
        + FORMULAS[(int) (seed % FORMULAS.length)]
        + " }\n";
  }

  private static String labelled(String text) {
    int start = text.indexOf("byte v, w;", text.indexOf("proctype P1")) + "byte v, w;".length();
    return text.substring(0, start) + " mark: skip; " + text.substring(start);
  }

  @Test
  void randomProgramsKeepTheirVerdicts() throws Exception {
    long whole = 0;
    long reduced = 0;
    for (long seed : LongStream.range(0, PROGRAMS).map(i -> SEED * 1_000_000 + i).toArray()) {
      String text = labelled(model(seed));
      PromelaModel model = PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
      LtlProperty property = model.properties().getFirst();
      for (Fairness fairness : Fairness.values()) {
        SearchResult all = search(new PromelaMachine(model), property, fairness);
        SearchResult some = search(PromelaMachine.withoutUnseen(model), property, fairness);
        assertThat(some.outcome().getClass())
            .as("%s, fairness %s, seed %s", text, fairness, seed)
            .isEqualTo(all.outcome().getClass());
        whole += all.states();
        reduced += some.states();
      }
    }
    assertThat(reduced).isLessThan(whole);
  }
}
