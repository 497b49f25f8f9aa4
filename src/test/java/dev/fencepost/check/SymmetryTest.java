// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.reduction.CheckedSymmetry;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Symmetry on and off, alone and with partial order, on collectors and on random programs. */
class SymmetryTest {
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 2_000 : 60;
  private static final List<Optimisation> BOTH =
      List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY);

  private static CheckTask collector(String name, String model, String scenario) {
    Map<String, String> defines = Map.of("MUTATORS", "2", "SCENARIO", scenario);
    return CheckTask.of("library/gc/" + name + ".c", model)
        .withDefines(new LinkedHashMap<>(defines));
  }

  private static CheckResult run(CheckTask task, Strategy strategy) throws InvalidInputException {
    return Checker.check(task.withStrategy(strategy), CheckListener.NONE);
  }

  private static String outcome(CheckResult result) {
    return switch (result.verdict()) {
      case Verdict.Holds holds -> "holds " + result.statistics().reached();
      case Verdict.Violated violated -> "violated in " + violated.trace().length();
      case Verdict.Inconclusive inconclusive -> "inconclusive";
    };
  }

  /** Compares outcomes; whether symmetry alone left out states. */
  private static boolean compare(CheckTask task) throws InvalidInputException {
    CheckResult plain = run(task, Strategy.usual().without(BOTH));
    CheckResult symmetric = run(task, Strategy.usual().with(List.of(Optimisation.SYMMETRY)));
    assertThat(outcome(plain)).isNotEqualTo("inconclusive");
    for (CheckResult other : List.of(symmetric, run(task, Strategy.usual().with(BOTH)))) {
      assertThat(outcome(other))
          .as("%s %s", task.title(), task.text().orElse(task.file()))
          .isEqualTo(outcome(plain));
    }
    return symmetric.statistics().states() < plain.statistics().states();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "baker/baker",
        "baker/baker-broken",
        "clover/clover",
        "pauseless/pauseless",
        "sapphire/sapphire",
        "sapphire/sapphire-broken",
        "schism/schism",
        "staccato/staccato-broken"
      })
  void collectorsWithTwoMutatorsKeepTheirVerdicts(String name) throws Exception {
    compare(collector(name, "tso", "WR"));
    compare(collector(name, "rmo-no", "RW"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"baker/baker", "sapphire/sapphire", "schism/schism"})
  void statesThatAreTakenToBeAlikeHaveTheSameSteps(String name) throws Exception {
    CheckTask task = collector(name, "tso", "LOOP");
    LoadedSource loaded = LoadedSource.of(task);
    RelaxedMachine machine =
        new RelaxedMachine(
            loaded.program(task), LoadedModel.of("tso").model(), RelaxedMachines.options(task));
    SearchResult found =
        Search.run(
            new CheckedSymmetry(machine.symmetry().orElseThrow()),
            SearchOptions.usual(),
            SearchListener.NONE);
    assertThat(found.outcome()).isInstanceOf(SearchResult.Complete.class);
  }

  @Test
  void reductionsMakeThreeMutatorsTwentyTimesSmaller() throws Exception {
    CheckTask task =
        CheckTask.of("library/gc/sapphire/sapphire.c", "tso")
            .withDefines(new LinkedHashMap<>(Map.of("MUTATORS", "3", "SCENARIO", "LOOP")));
    long plain = run(task, Strategy.usual().without(BOTH)).statistics().states();
    long reduced = run(task, Strategy.usual()).statistics().states();
    assertThat(plain).isGreaterThan(20 * reduced);
  }

  @Test
  void randomProgramsKeepTheirVerdicts() throws Exception {
    int reduced = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      String text = program(new SplittableRandom(seed));
      for (String model : List.of("tso", "rmo-no")) {
        reduced += compare(task(text, model)) ? 1 : 0;
      }
    }
    assertThat(reduced).isGreaterThan(PROGRAMS / 2);
  }

  private static CheckTask task(String text, String model) {
    return Fencepost.checkText("random.c", text).model(model).task();
  }

  /**
   * Each thread may access either element, so their footprints are the same; but by which it gets
   * hangs on its number. Exchanging them would reach marks that no run does.
   */
  @Test
  void threadsThatFindCellsByMoreThanTheirNumberAreNotAlike() throws Exception {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        #include <stdint.h>
        static int a[2];
        static void *worker(void *number) {
          int self = (int)(intptr_t)number;
          int r = choose(2);
          a[(self + r) % 2] = r + 1;
          int mine = a[(self + r) % 2];
          int s = choose(2);
          fence();
          int seen = a[(self + s) % 2];
          if (r == 0 && s == 1 && mine == 1 && seen == 2) reachable("no run does that");
          return 0;
        }
        int main(void) {
          pthread_t t0, t1;
          pthread_create(&t0, 0, worker, (void *)0);
          pthread_create(&t1, 0, worker, (void *)1);
          pthread_join(t0, 0); pthread_join(t1, 0);
          return 0;
        }
        """;
    assertThat(compare(task(text, "tso"))).isFalse();
    assertThat(run(task(text, "tso"), Strategy.usual().with(BOTH)).statistics().reached())
        .isEmpty();
  }

  @Test
  void objectsThatNothingTellsApartAreExchanged() throws Exception {
    Map<String, String> defines = new LinkedHashMap<>();
    defines.put("TYPE_II", "1");
    defines.put("POOL", "3");
    defines.put("OPERATIONS", "1");
    CheckTask task =
        CheckTask.of("library/gc/sapphire/transactional/nogc-mark.c", "tso")
            .withDefines(new LinkedHashMap<>(defines));
    assertThat(compare(task)).isTrue();
    defines.remove("TYPE_II");
    defines.put("OPERATIONS", "2");
    compare(task.withDefines(new LinkedHashMap<>(defines)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "if (p < q) p = q;                  | also used as something else",
        "p = q + 1;                         | also used as something else",
        "i = (i + 1) % 3;                   | also used as something else",
        "p = &heap[choose(2) + 1];          | the number of an object is calculated",
        "i = choose(2);                     | a choice is among some of them",
        "{ int *v = &heap[i].value; *v = 1; } | goes into the middle of an object",
        "i = (signed char)i;                | also used as something else",
        "root = (struct object *)(long)(int)(long)q; | a pointer is made a smaller number"
      })
  void refusesProgramsThatTellInterchangeableObjectsApart(String statement, String why) {
    String text =
        """
        #include <fencepost.h>
        struct object { struct object *next; int value; };
        FENCEPOST_INTERCHANGEABLE static struct object heap[3];
        static struct object *root;
        int main(void) {
          int i = choose(3);
          struct object *p = &heap[i];
          struct object *q = root;
          %s
          if (p == q) p->next = root;
          root = p;
          if (root) root->value = 1;
          return heap[i].value;
        }
        """
            .formatted(statement);
    assertThatThrownBy(() -> run(task(text, "tso"), Strategy.usual()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("random.c:9:")
        .hasMessageContaining("interchangeable objects are distinguished")
        .hasMessageContaining(why);
  }

  @Test
  void refusesPropertiesThatGoThroughPointersToInterchangeableObjects() {
    String text =
        """
        #include <fencepost.h>
        FENCEPOST_INTERCHANGEABLE static int heap[2];
        static int *root = &heap[1];
        FENCEPOST_INVARIANT(never, *root == 0)
        int main(void) { int *p = root; *p = 0; return 0; }
        """;
    assertThatThrownBy(() -> run(task(text, "tso"), Strategy.usual()))
        .hasMessageContaining("random.c:4:")
        .hasMessageContaining("a property goes through a pointer");
  }

  /** Three threads with elements of their own, and one more that may look at an element. */
  private static String program(SplittableRandom random) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 3 + random.nextInt(2); i++) {
      body.append("  ").append(statement(random)).append('\n');
    }
    String other =
        random.nextInt(2) == 0 ? "shared = 2;" : "int v = a[1]; if (v) shared = v; a[0] = 1;";
    return """
    #include <fencepost.h>
    #include <assert.h>
    #include <pthread.h>
    #include <stdint.h>
    static int a[3]; static int b[3]; static int shared;
    static void *worker(void *number) {
      int self = (int)(intptr_t)number; int r = 0;
    %s  return 0;
    }
    static void *other(void *unused) { (void)unused; %s return 0; }
    int main(void) {
      pthread_t t0, t1, t2, t3;
      pthread_create(&t3, 0, other, 0);
      pthread_create(&t0, 0, worker, (void *)0);
      pthread_create(&t1, 0, worker, (void *)1);
      pthread_create(&t2, 0, worker, (void *)2);
      pthread_join(t0, 0); pthread_join(t1, 0); pthread_join(t2, 0); pthread_join(t3, 0);
      return 0;
    }
    """
        .formatted(body, other);
  }

  private static String statement(SplittableRandom random) {
    return switch (random.nextInt(9)) {
      case 0 -> "a[self] = 1;";
      case 1 -> "b[self] = r + 1;";
      case 2 -> "r = a[self];";
      case 3 -> "r = b[self];";
      case 4 -> "r = shared;";
      case 5 -> "shared = 1;";
      case 6 -> "if (r == 2) reachable(\"two\"); else if (r) a[self] = 2;";
      case 7 -> "fence();";
      default -> random.nextInt(3) == 0 ? "assert(r != 2);" : "if (choose(2)) b[self] = 3;";
    };
  }

  @Test
  void refusesWhereAReductionIsNotSound() {
    CheckTask task = collector("sapphire/sapphire", "rmo-v9", "WR");
    assertThatThrownBy(() -> run(task, Strategy.usual().with(BOTH)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("partial-order does not apply to ");
    CheckTask plain = collector("sapphire/sapphire", "tso", "WR");
    assertThatThrownBy(() -> run(plain, Strategy.usual().with(List.of(Optimisation.TABLE))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'table' is no reduction");
  }
}
