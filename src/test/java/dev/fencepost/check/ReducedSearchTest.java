// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reductions are tried while a large search pauses, and used where they pay. */
class ReducedSearchTest {
  private static final String TRANSACTIONAL = "library/gc/sapphire/transactional/";

  @Test
  void aSmallerSystemIsUsedThatHasFewStatesThoughItsFirstStepsSavedLittle()
      throws InvalidInputException {
    CheckTask task = task("library/gc/pool/deque.c", "rmo-no", Map.of("THIEVES", "2"));
    CheckResult plain = check(task.withStrategy(without()));
    CheckResult usual = check(task);

    assertThat(usual.verdict()).isEqualTo(plain.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(plain.statistics().states()).isGreaterThan(RelaxedPlan.LARGE);
    assertThat(usual.statistics().states()).isLessThan(RelaxedPlan.LARGE / 10);
  }

  @Test
  void aSmallerSystemIsGivenUpThatHasMany() throws InvalidInputException {
    CheckTask task = task(TRANSACTIONAL + "copy-flip.c", "pso-full", Map.of("TYPE_II", "1"));
    CheckResult plain = check(task.withStrategy(without()));
    CheckResult usual = check(task);

    assertThat(usual.verdict()).isEqualTo(plain.verdict());
    assertThat(usual.statistics().states()).isEqualTo(plain.statistics().states());
  }

  @Test
  void aSmallerSystemThatWasGivenUpIsSearchedWhereALimitStopsTheOther()
      throws InvalidInputException {
    CheckTask task =
        task(TRANSACTIONAL + "copy-flip.c", "pso-full", Map.of("TYPE_II", "1"))
            .withBounds(CheckTask.Bounds.none().withStates(60_000));
    CheckResult plain = check(task.withStrategy(without()));
    CheckResult usual = check(task);

    assertThat(plain.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(usual.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(usual.statistics().states()).isLessThan(60_000);
  }

  @Test
  void aViolationThatASmallerSystemHasIsShownByTheShortestRun() throws InvalidInputException {
    CheckTask task = task(TRANSACTIONAL + "nogc-mark.c", "tso", Map.of("POOL", "2"));
    CheckResult plain = check(task.withStrategy(without()));
    CheckResult usual = check(task);

    assertThat(plain.verdict()).isInstanceOf(Verdict.Violated.class);
    assertThat(usual.verdict()).isEqualTo(plain.verdict());
  }

  private static CheckTask task(String file, String model, Map<String, String> defines) {
    return CheckTask.of(file, model).withDefines(new LinkedHashMap<>(defines));
  }

  private static Strategy without() {
    return Strategy.usual().without(List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY));
  }

  private static CheckResult check(CheckTask task) throws InvalidInputException {
    return Checker.check(task, CheckListener.NONE);
  }
}
