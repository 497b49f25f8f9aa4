// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.PackedLibrary;
import dev.fencepost.explore.LassoResult;
import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchLimits;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.Formula;
import dev.fencepost.ltl.RandomFormulas;
import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Temporal properties of random programs: the machine, its automata and its search for fair runs
 * against a graph of all steps of the reference machine and a check without automata.
 *
 * <p>{@code -Dfencepost.seed=N} for other programs, {@code -Dfencepost.full=true} for many. Left
 * out are programs with many states, and those that come to the window bound.
 */
class TemporalAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 20_000 : 200;
  private static final int FORMULAS = 4;
  private static final int STATES = 1_500;
  private static final List<String> MODELS =
      List.of("sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no");

  private static final IncludeResolver HEADERS =
      (header, from, quoted) ->
          PackedLibrary.text("library/include/" + header)
              .map(text -> new IncludeResolver.Included(header, text));

  private int compared;
  private int violated;
  private int onlyUnfairly;

  @Test
  void bothSayTheSameOfEachFormula() throws InvalidInputException {
    long seed = Long.getLong("fencepost.seed", 1) * PROGRAMS;
    for (long i = seed; i < seed + PROGRAMS; i++) {
      String text = new RandomThreads(i).text();
      CheckedProgram checked =
          CFrontEnd.translate(new SourceUnit("random.c", text, new LinkedHashMap<>(), HEADERS));
      MemoryModel model = ReferenceModels.named(MODELS.get((int) (i % MODELS.size())));
      ReferenceRuns runs = new ReferenceRuns(checked, model, STATES);
      if (runs.explore()) {
        compare(checked, model, runs, new RandomFormulas(i, RandomThreads.CELLS.size()), text);
      }
    }
    assertThat(compared).isGreaterThan(PROGRAMS);
    assertThat(violated).isGreaterThan(compared / 5);
    assertThat(onlyUnfairly).isGreaterThan(compared / 100);
  }

  private void compare(
      CheckedProgram checked,
      MemoryModel model,
      ReferenceRuns runs,
      RandomFormulas formulas,
      String text) {
    List<Expr> atoms = RandomThreads.CELLS.stream().map(cell -> contents(checked, cell)).toList();
    for (int i = 0; i < FORMULAS; i++) {
      Formula formula = formulas.next(2 + i);
      while (formula.usesNext() || NaiveLtl.temporalSize(formula) > 3) {
        formula = formulas.next(2 + i);
      }
      Property.Temporal property = new Property.Temporal("p", formula, atoms, SourceSpan.NONE);
      boolean[] found = new boolean[2];
      for (Fairness fairness : Fairness.values()) {
        Optional<Boolean> real = isViolated(checked, model, property, fairness);
        if (real.isPresent()) {
          boolean expected =
              new NaiveLtl(runs, (state, atom) -> runs.isTrue(atoms.get(atom), state))
                  .isViolated(formula, fairness == Fairness.WEAK ? runs.fair() : runs.required());
          assertThat(real.get())
              .as("%s, %s, violates %s%n%s", model.name(), fairness, formula, text)
              .isEqualTo(expected);
          compared++;
          violated += expected ? 1 : 0;
          found[fairness.ordinal()] = expected;
        }
      }
      onlyUnfairly += found[Fairness.NONE.ordinal()] && !found[Fairness.WEAK.ordinal()] ? 1 : 0;
    }
  }

  private static Expr contents(CheckedProgram checked, String name) {
    List<String> names = checked.program().memory().stream().map(MemoryLocation::name).toList();
    return new Expr.Contents(Expr.constant(Program.addressOf(names.indexOf(name))));
  }

  /** Empty where the window bound was hit, or a mutex locked twice. */
  private static Optional<Boolean> isViolated(
      CheckedProgram checked, MemoryModel model, Property.Temporal property, Fairness fairness) {
    RelaxedMachine machine =
        new RelaxedMachine(
            new CheckedProgram(checked.program(), List.of(property)),
            model,
            MachineOptions.DEFAULT);
    BuchiProduct product =
        new BuchiProduct(
            machine.temporal(property), translate(Formula.not(property.formula())), fairness);
    LassoResult result = LassoSearch.run(product, SearchLimits.usual(), SearchListener.NONE);
    if (result.boundHit() || result.outcome() instanceof LassoResult.Violation) {
      return Optional.empty();
    }
    assertThat(result.outcome()).isNotInstanceOf(LassoResult.GaveUp.class);
    return Optional.of(result.outcome() instanceof LassoResult.Accepting);
  }

  private static BuchiAutomaton translate(Formula formula) {
    try {
      return BuchiTranslation.translate(formula, SourceSpan.NONE);
    } catch (InvalidInputException e) {
      throw new AssertionError(e);
    }
  }
}
