// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.LassoSearch;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Accepting;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.product.BuchiProduct;
import dev.fencepost.product.Fairness;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Temporal properties of C programs whose atoms are the names of variables: true if not 0. */
class TemporalMachineTest {
  private static final String START =
      """
      #include <pthread.h>
      int choose(int n);
      void assume(_Bool condition);
      int x, y, done;
      """;

  /** Starts one more thread beside the first one. */
  private static final String TWO =
      """
      int main(void) {
        pthread_t other;
        pthread_create(&other, 0, second, 0);
        first();
        return 0;
      }
      """;

  private static BuchiProduct product(String code, String formula, String model, Fairness fairness)
      throws InvalidInputException {
    CheckedProgram program = CFrontEnd.translate(SourceUnit.of("test.c", START + code));
    List<String> names = program.program().memory().stream().map(MemoryLocation::name).toList();
    List<Expr> atoms = new ArrayList<>();
    for (String name : List.of("x", "y", "done")) {
      long address = Program.addressOf(names.indexOf(name));
      atoms.add(new Expr.Contents(new Expr.Constant(address)));
    }
    LtlFormula parsed =
        FormulaParser.parse(
            formula,
            SourceSpan.NONE,
            (text, span) -> new LtlFormula.Atom(List.of("x", "y", "done").indexOf(text)));
    Property.Temporal property = new Property.Temporal("p", parsed, atoms, SourceSpan.NONE);
    RelaxedMachine machine =
        new RelaxedMachine(
            new CheckedProgram(program.program(), List.of(property)),
            BuiltInModels.named(model).orElseThrow(),
            MachineOptions.DEFAULT);
    return new BuchiProduct(
        machine.temporal(property, Set.of()),
        BuchiTranslation.translate(LtlFormula.not(parsed), SourceSpan.NONE),
        fairness);
  }

  private static boolean holds(String code, String formula, String model, Fairness fairness)
      throws InvalidInputException, LimitException {
    BuchiProduct product = product(code, formula, model, fairness);
    SearchResult.Outcome outcome =
        LassoSearch.run(Representation.of(product), SearchOptions.usual(), SearchListener.NONE)
            .outcome();
    if (outcome instanceof Accepting(Lasso run)) {
      assertThat(product.systemRun(run).loop()).isNotEmpty();
      return false;
    }
    assertThat(outcome).isEqualTo(new Complete());
    return true;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-full", "rmo-no"})
  void aPendingStoreIsReflectedSomeDay(String model) throws InvalidInputException, LimitException {
    String code =
        """
        int main(void) {
          x = 1;
          for (;;) {
          }
        }
        """;
    assertThat(holds(code, "<> x", model, Fairness.WEAK)).isTrue();
    assertThat(holds(code, "<> y", model, Fairness.WEAK)).isFalse();
  }

  @Test
  void withoutFairnessAStoreMayWaitForEver() throws InvalidInputException, LimitException {
    String code =
        """
        int main(void) {
          x = 1;
          while (y == 0) {
          }
        }
        """;
    assertThat(holds(code, "<> x", "tso", Fairness.NONE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tso", "pso-full", "rmo-no"})
  void laterStoresDoNotOvertakeForEver(String model) throws InvalidInputException, LimitException {
    String code =
        """
        int main(void) {
          x = 1;
          for (;;) {
            y = 1;
            y = 0;
          }
        }
        """;
    assertThat(holds(code, "<> x && [] <> y && [] <> !y", model, Fairness.WEAK)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "rmo-no"})
  void aReaderThatSpinsSeesTheStoreSomeDay(String model)
      throws InvalidInputException, LimitException {
    String code =
        """
        void first(void) {
          while (x == 0) {
          }
          done = 1;
        }
        void *second(void *argument) {
          x = 1;
          return 0;
        }
        """
            + TWO;
    assertThat(holds(code, "<> done", model, Fairness.WEAK)).isTrue();
    assertThat(holds(code, "<> done", model, Fairness.NONE)).isFalse();
    assertThat(holds(code, "[] (done -> x) && (!done W x)", model, Fairness.NONE)).isTrue();
  }

  @Test
  void aThreadMayChooseToGoRoundForEver() throws InvalidInputException, LimitException {
    String code =
        """
        int main(void) {
          while (choose(2)) {
          }
          x = 1;
          return 0;
        }
        """;
    assertThat(holds(code, "<> x", "tso", Fairness.WEAK)).isFalse();
    assertThat(holds(code, "[] !x || <> [] x", "tso", Fairness.WEAK)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-full", "rmo-no"})
  void whoGoesRoundForEverBehindAChoiceHasMadeIt(String model)
      throws InvalidInputException, LimitException {
    String code =
        """
        int main(void) {
          y = 1;
          int chosen = choose(2);
          x = 1;
          for (;;) {
          }
        }
        """;
    assertThat(holds(code, "<> x", model, Fairness.WEAK)).isTrue();
    assertThat(holds(code, "<> x", model, Fairness.NONE)).isEqualTo(model.equals("sc"));
  }

  @Test
  void whoChoosesDoesNotWaitForWhoGoesRoundForEver() throws InvalidInputException, LimitException {
    String code =
        """
        void *second(void *argument) {
          while (choose(2)) {
          }
          return 0;
        }
        int main(void) {
          pthread_t other;
          pthread_create(&other, 0, second, 0);
          int chosen = choose(2);
          x = 1;
          return chosen;
        }
        """;
    assertThat(holds(code, "<> x", "sc", Fairness.WEAK)).isTrue();
  }

  @Test
  void whoGoesRoundForEverHoldsNobodyUp() throws InvalidInputException, LimitException {
    String code =
        """
        void first(void) {
          while (choose(2)) {
          }
          y = 1;
        }
        void *second(void *argument) {
          x = 1;
          return 0;
        }
        """
            + TWO;
    assertThat(holds(code, "<> x", "rmo-no", Fairness.WEAK)).isTrue();
    assertThat(holds(code, "<> y", "rmo-no", Fairness.WEAK)).isFalse();
    assertThat(holds(code, "<> x", "rmo-no", Fairness.NONE)).isFalse();
  }

  @Test
  void aRunThatEndsKeepsItsLastState() throws InvalidInputException, LimitException {
    String code = "int main(void) { x = 1; return 0; }";
    assertThat(holds(code, "<> [] x", "rmo-no", Fairness.WEAK)).isTrue();
    assertThat(holds(code, "<> [] !x", "rmo-no", Fairness.WEAK)).isFalse();
  }

  @Test
  void aDroppedRunDoesNotCount() throws InvalidInputException, LimitException {
    String code =
        """
        int main(void) {
          int value = choose(2);
          assume(value != 0);
          x = value;
          return 0;
        }
        """;
    assertThat(holds(code, "<> x", "tso", Fairness.WEAK)).isTrue();
  }

  @Test
  void aDeadlockLastsForEver() throws InvalidInputException, LimitException {
    String code =
        """
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        void first(void) {
          pthread_mutex_lock(&mutex);
          x = 1;
        }
        void *second(void *argument) {
          pthread_mutex_lock(&mutex);
          y = 1;
          return 0;
        }
        """
            + TWO;
    assertThat(holds(code, "<> x || <> y", "tso", Fairness.WEAK)).isTrue();
    assertThat(holds(code, "<> (x && y)", "tso", Fairness.WEAK)).isFalse();
  }
}
