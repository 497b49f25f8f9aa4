// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.LassoThreads;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.ltl.RandomFormulas;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TemporalSystem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Formulas without next over some cells of random programs, with partial-order reduction and
 * without: the same verdict, and a run that the reduction finds is one of the machine.
 */
class TemporalReductionTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 5_000 : 200);
  private static final int FORMULAS = 4;
  private static final long MOST_STATES = 4_000;
  private static final List<String> MODELS =
      List.of("sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no", "tso-nmca");

  private int compared;
  private int violated;
  private long whole;
  private long reduced;

  @Test
  void reductionKeepsVerdictsOfFormulasWithoutNext() throws Exception {
    long seed = Long.getLong("fencepost.seed", 1) * PROGRAMS;
    for (long i = seed; i < seed + PROGRAMS; i++) {
      String text = new RandomThreads(i).text();
      CheckedProgram checked = LibraryPrograms.of("random.c", text, new LinkedHashMap<>());
      MemoryModel model = ReferenceModels.named(MODELS.get((int) (i % MODELS.size())));
      int atoms = 1 + (int) (i % 2);
      RandomFormulas formulas = new RandomFormulas(i, atoms);
      for (int j = 0; j < FORMULAS; j++) {
        LtlFormula formula = formulas.next(2 + j);
        while (formula.usesNext()) {
          formula = formulas.next(2 + j);
        }
        compare(checked, model, formula, atoms, text);
      }
    }
    if (FULL) {
      System.out.printf(
          "partial order, %d programs: %d formulas, %d violated, %d states, %d reduced%n",
          PROGRAMS, compared, violated, whole, reduced);
    }
    assertThat(compared).isPositive();
    assertThat(violated).isPositive();
    assertThat(reduced).isLessThanOrEqualTo(whole);
  }

  private void compare(
      CheckedProgram checked, MemoryModel model, LtlFormula formula, int atoms, String text)
      throws Exception {
    List<Expr> cells =
        RandomThreads.CELLS.subList(0, atoms).stream().map(c -> contents(checked, c)).toList();
    Property.Temporal property = new Property.Temporal("p", formula, cells, SourceSpan.NONE);
    RelaxedMachine machine =
        new RelaxedMachine(
            new CheckedProgram(checked.program(), List.of(property)),
            model,
            MachineOptions.DEFAULT);
    if (machine.temporalActions().isEmpty()) {
      return;
    }
    TemporalSystem system = machine.temporal(property, Set.of());
    TemporalReduction reduction =
        new TemporalReduction(system, machine.temporalActions().orElseThrow());
    SearchResult all = search(product(system, formula));
    BuchiProduct smaller = product(reduction, formula);
    SearchResult some = search(smaller);
    if (all.boundHit() || some.boundHit() || all.outcome() instanceof SearchResult.Stopped) {
      return;
    }
    compared++;
    whole += all.outcome() instanceof SearchResult.Complete ? all.states() : 0;
    reduced += all.outcome() instanceof SearchResult.Complete ? some.states() : 0;
    assertThat(some.outcome().getClass() == SearchResult.Complete.class)
        .as("%s, %s%n%s%n%s%n%s", model.name(), formula, text, all, some)
        .isEqualTo(all.outcome().getClass() == SearchResult.Complete.class);
    if (some.outcome() instanceof SearchResult.Accepting accepting) {
      violated++;
      Lasso run = reduction.systemRun(smaller.systemRun(accepting.run()));
      assertThat(machine.explain(run, property).length()).isPositive();
    }
  }

  private static SearchResult search(BuchiProduct product) {
    return LassoThreads.search(product, MOST_STATES);
  }

  private static BuchiProduct product(TemporalSystem system, LtlFormula formula) throws Exception {
    return new BuchiProduct(
        system,
        BuchiTranslation.translate(LtlFormula.not(formula), SourceSpan.NONE),
        Fairness.NONE);
  }

  private static Expr contents(CheckedProgram checked, String name) {
    List<String> names = checked.program().memory().stream().map(MemoryLocation::name).toList();
    return new Expr.Contents(Expr.constant(Program.addressOf(names.indexOf(name))));
  }
}
