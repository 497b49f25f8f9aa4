// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.PackedLibrary;
import dev.fencepost.explore.LassoThreads;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ltl.BuchiAutomaton;
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
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Temporal properties of random programs: the machine, its automata and its search for fair runs
 * against a graph of all steps of the reference machine and a check without automata. Searches on
 * several threads have the same results.
 *
 * <p>{@code -Dfencepost.seed=N} for other programs, {@code -Dfencepost.full=true} for many. Left
 * out are programs with many states, and those that come to the window bound.
 */
class TemporalAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 5_000 : 200;
  private static final int FORMULAS = 4;
  private static final int STATES = 1_500;
  private static final int WINDOW = 4;
  private static final List<String> MODELS =
      List.of("sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no");

  private static final IncludeResolver HEADERS =
      (header, from, quoted) ->
          PackedLibrary.text("library/include/" + header)
              .map(text -> new IncludeResolver.Included(header, text));

  /**
   * Which runs count.
   *
   * @param fairTo the thread to which alone they are fair
   */
  private record Mode(Fairness fairness, Optional<String> fairTo) {
    BitSet conditions(ReferenceRuns runs) {
      if (fairTo.isPresent()) {
        return runs.fairTo(THREADS.indexOf(fairTo.get()));
      }
      return fairness == Fairness.WEAK ? runs.fair() : runs.required();
    }
  }

  /** By their numbers. */
  private static final List<String> THREADS = List.of("main", "second");

  private static final Mode ALL = new Mode(Fairness.NONE, Optional.empty());
  private static final Mode FAIR = new Mode(Fairness.WEAK, Optional.empty());

  private int compared;
  private int violated;
  private int onlyUnfairly;
  private int onlyWhereOthersStop;

  @Test
  void bothSayTheSameOfEachFormula() throws InvalidInputException {
    long seed = Long.getLong("fencepost.seed", 1) * PROGRAMS;
    for (long i = seed; i < seed + PROGRAMS; i++) {
      String text = new RandomThreads(i).text();
      CheckedProgram checked =
          CFrontEnd.translate(new SourceUnit("random.c", text, new LinkedHashMap<>(), HEADERS));
      MemoryModel model = ReferenceModels.named(MODELS.get((int) (i % MODELS.size())));
      ReferenceRuns runs = new ReferenceRuns(checked, model, STATES, false);
      ReferenceRuns stopping = new ReferenceRuns(checked, model, STATES, true);
      if (runs.explore() && stopping.explore()) {
        RandomFormulas formulas = new RandomFormulas(i, RandomThreads.CELLS.size());
        compare(checked, model, List.of(runs, stopping), formulas, text);
      }
    }
    assertThat(compared).isGreaterThan(PROGRAMS);
    assertThat(violated).isGreaterThan(compared / 5);
    assertThat(onlyUnfairly).isGreaterThan(compared / 1000);
    assertThat(onlyWhereOthersStop).isGreaterThan(compared / 1000);
  }

  /** Rounds in rounds that end by choice are no deadlocks, whichever of them a thread is in. */
  @Test
  void bothMachinesFindTheSameEndsAndDeadlocks() throws Exception {
    long seed = Long.getLong("fencepost.seed", 1) * PROGRAMS;
    int explored = 0;
    for (long i = seed; i < seed + PROGRAMS; i++) {
      String text = new RandomThreads(i).text();
      CheckedProgram checked = LibraryPrograms.of("random.c", text, new LinkedHashMap<>());
      MemoryModel model = ReferenceModels.named(MODELS.get((int) (i % MODELS.size())));
      ReferenceResult reference = new ReferenceMachine(checked, model, WINDOW).explore(10 * STATES);
      if (reference.complete()) {
        ReferenceResult real = new RealMachine(checked, model, WINDOW).explore(10 * STATES);
        assertThat(MachineComparison.agree(reference, real))
            .as("%s%n%s%n  reference %s%n  machine %s", model.name(), text, reference, real)
            .isTrue();
        explored++;
      }
    }
    assertThat(explored).isGreaterThan(PROGRAMS / 2);
  }

  private void compare(
      CheckedProgram checked,
      MemoryModel model,
      List<ReferenceRuns> graphs,
      RandomFormulas formulas,
      String text) {
    List<Expr> atoms = RandomThreads.CELLS.stream().map(cell -> contents(checked, cell)).toList();
    for (int i = 0; i < FORMULAS; i++) {
      LtlFormula formula = formulas.next(2 + i);
      while (formula.usesNext() || NaiveLtl.temporalSize(formula) > 3) {
        formula = formulas.next(2 + i);
      }
      Property.Temporal property = new Property.Temporal("p", formula, atoms, SourceSpan.NONE);
      Set<Mode> found = new HashSet<>();
      for (Mode mode : modes()) {
        Optional<Boolean> real = isViolated(checked, model, property, mode);
        if (real.isPresent()) {
          ReferenceRuns runs = graphs.get(mode.fairTo.isPresent() ? 1 : 0);
          boolean expected =
              new NaiveLtl(runs, (state, atom) -> runs.isTrue(atoms.get(atom), state))
                  .isViolated(formula, mode.conditions(runs));
          assertThat(real.get())
              .as("%s, %s, violates %s%n%s", model.name(), mode, formula, text)
              .isEqualTo(expected);
          compared++;
          violated += expected ? 1 : 0;
          if (expected) {
            found.add(mode);
          }
        }
      }
      onlyUnfairly += found.contains(ALL) && !found.contains(FAIR) ? 1 : 0;
      onlyWhereOthersStop += found.isEmpty() || found.contains(ALL) ? 0 : 1;
    }
  }

  private static List<Mode> modes() {
    List<Mode> modes = new ArrayList<>(List.of(ALL, FAIR));
    THREADS.forEach(thread -> modes.add(new Mode(Fairness.WEAK, Optional.of(thread))));
    return modes;
  }

  private static Expr contents(CheckedProgram checked, String name) {
    List<String> names = checked.program().memory().stream().map(MemoryLocation::name).toList();
    return new Expr.Contents(Expr.constant(Program.addressOf(names.indexOf(name))));
  }

  /** Empty where the window bound was hit, or a mutex locked twice. */
  private static Optional<Boolean> isViolated(
      CheckedProgram checked, MemoryModel model, Property.Temporal property, Mode mode) {
    RelaxedMachine machine =
        new RelaxedMachine(
            new CheckedProgram(checked.program(), List.of(property)),
            model,
            MachineOptions.DEFAULT);
    BuchiProduct product =
        new BuchiProduct(
            machine.temporal(property, mode.fairTo.map(Set::of).orElse(Set.of())),
            translate(LtlFormula.not(property.formula())),
            mode.fairness);
    SearchResult result = LassoThreads.search(product, Long.MAX_VALUE);
    if (result.boundHit() || result.outcome() instanceof SearchResult.Violation) {
      return Optional.empty();
    }
    assertThat(result.outcome()).isNotInstanceOf(SearchResult.Stopped.class);
    return Optional.of(result.outcome() instanceof SearchResult.Accepting);
  }

  private static BuchiAutomaton translate(LtlFormula formula) {
    try {
      return BuchiTranslation.translate(formula, SourceSpan.NONE);
    } catch (InvalidInputException e) {
      throw new AssertionError(e);
    }
  }
}
