// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.check.Optimisation;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Formulas that finite runs violate: states carry what is left of them. */
class WatchedFormulaTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 10_000 : 300;

  private static final String[] FORMULAS = {
    "[] (g0 != 2)",
    "[] ((g0 == 1) -> [] (g0 != 0))",
    "(g0 == 0) W (g1 != 0)",
    "[] ((g1 == 1) -> ((g2 != 1) W (g0 == 0)))",
    "[] (len(q) == 0) || [] (g1 != 1)",
    "(g1 != 0) V ((g0 == 0) || (g2 == 0))",
    "[] (g0 == 0) && [] (g2 != 1)",
    "(g0 != 1) W ((g1 == 1) && [] (g2 != 2))"
  };

  private static final String CLOCK =
      """
      byte hour;
      active proctype clock() { do :: hour < 24 -> hour++ :: else -> hour = 0 od }
      """;

  private static CheckResult check(String text, boolean fair, Optimisation... without)
      throws Exception {
    CheckTask task =
        Fencepost.checkText("model.pml", text).task().withLtl(Optional.of(new Ltl("p", fair)));
    CheckTask.Strategy strategy = task.strategy().without(List.of(without));
    return Checker.check(
        task.withStrategy(strategy).withBounds(task.bounds().withStates(100_000)),
        CheckListener.NONE);
  }

  private static String word(CheckResult result) {
    return result.verdict().getClass().getSimpleName();
  }

  @Test
  void randomProgramsHaveTheVerdictOfTheSearchForInfiniteRuns() throws Exception {
    long violated = 0;
    for (long seed : LongStream.range(0, PROGRAMS).map(i -> SEED * 1_000_000 + i).toArray()) {
      String text =
          // where a formula is satisfied for good, reductions decide which assertions are still
          // seen
          new RandomPromela(seed).program().replace("assert(", "(1 || ")
              + "ltl p { "
              + FORMULAS[(int) (seed % FORMULAS.length)]
              + " }\n";
      boolean fair = seed % 3 == 0;
      CheckResult infinite = check(text, fair, Optimisation.REDUCTION);
      CheckResult watched = check(text, fair);
      CheckResult plain = check(text, fair, Optimisation.CACHE);
      String what = "seed " + seed + "\n" + text;
      assertThat(word(watched)).as(what).isEqualTo(word(infinite));
      assertThat(word(plain)).as(what).isEqualTo(word(infinite));
      assertThat(plain.statistics().states()).as(what).isEqualTo(watched.statistics().states());
      violated += watched.holds() ? 0 : 1;
    }
    assertThat(violated).isBetween(PROGRAMS / 20L, PROGRAMS - PROGRAMS / 20L);
  }

  @Test
  void theRunEndsWhereNothingCanSatisfyTheFormulaAnyMore() throws Exception {
    CheckResult result = check(CLOCK + "ltl p { [] (hour < 3) }", false);
    Trace trace = ((Verdict.Violated) result.verdict()).trace();
    assertThat(trace.loop()).isEmpty();
    assertThat(trace.failure().message()).isEqualTo("this run violates ltl p");
    assertThat(trace.failure().origin().span().line()).isEqualTo(3);
    assertThat(trace.steps().getLast().effect()).isEqualTo("hour := 3");
  }

  @Test
  void theFirstStateMayViolateIt() throws Exception {
    CheckResult result = check(CLOCK + "ltl p { hour > 0 }", false);
    Trace trace = ((Verdict.Violated) result.verdict()).trace();
    assertThat(trace.steps()).hasSize(1);
  }

  @Test
  void aSearchStopsWhereNothingCanViolateItAnyMore() throws Exception {
    CheckResult result = check(CLOCK + "ltl p { (hour < 2) W (hour == 1) }", false);
    assertThat(result.holds()).isTrue();
    assertThat(result.statistics().states()).isLessThan(5);
  }

  @Test
  void aDeadlockIsARunThatRepeatsItsLastState() throws Exception {
    String stuck = "byte x; active proctype P() { x = 1; x == 2 }\n";
    assertThat(check(stuck + "ltl p { [] (x < 2) }", false).holds()).isTrue();
    assertThat(check(stuck + "ltl p { [] (x < 1) }", false).holds()).isFalse();
  }

  @Test
  void itMayHangOnWhatDifferentProcessesUse() throws Exception {
    String three = "byte x[3]; active [3] proctype P() { do :: x[_pid] = (x[_pid] + 1) % 3 od }\n";
    assertThat(check(three + "ltl p { [] (x[0] < 2 || x[1] < 2) }", false).holds()).isFalse();
    assertThat(check(three + "ltl p { [] (x[0] < 2 || x[1] < 3) }", false).holds()).isTrue();
  }
}
