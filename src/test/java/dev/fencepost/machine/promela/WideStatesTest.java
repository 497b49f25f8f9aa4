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
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** States with more bytes, types or processes than a byte or a word counts: the same verdicts. */
class WideStatesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 10_000 : 200;

  private static final String[] FORMULAS = {
    "<> (g0 == 1)",
    "[] <> (g1 == 0)",
    "<> [] (g0 != 2)",
    "[] ((g1 == 1) -> <> (g2 == 0))",
    "(g0 == 0) U (g1 == 1)",
    "[] (g0 != 2)",
    "<> (len(q) > 0)"
  };

  private static CheckResult check(String text, boolean fair, List<Optimisation> without)
      throws Exception {
    CheckTask task =
        Fencepost.checkText("model.pml", text).task().withLtl(Optional.of(new Ltl("p", fair)));
    return Checker.check(
        task.withStrategy(task.strategy().without(without))
            .withBounds(task.bounds().withStates(50_000)),
        CheckListener.NONE);
  }

  private static String word(CheckResult result) {
    return result.verdict().getClass().getSimpleName();
  }

  @Test
  void roomThatNobodyUsesChangesNoVerdict() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    int violated = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      long seed = SEED * 1_000_000 + i;
      String formula = FORMULAS[random.nextInt(FORMULAS.length)];
      String text = new RandomPromela(seed).program() + "ltl p { " + formula + " }\n";
      String room = "byte room[" + random.nextInt(1, 2_000) + "];\n";
      boolean fair = random.nextBoolean();
      List<Optimisation> without =
          random.nextInt(3) == 0
              ? List.of(Optimisation.CACHE)
              : random.nextBoolean() ? List.of(Optimisation.REDUCTION) : List.of();
      CheckResult narrow = check(text, fair, without);
      CheckResult wide = check(room + text, fair, without);
      String what = "seed " + seed + " without " + without + "\n" + room + text;
      assertThat(word(wide)).as(what).isEqualTo(word(narrow));
      assertThat(wide.statistics().states()).as(what).isEqualTo(narrow.statistics().states());
      violated += narrow.verdict() instanceof Verdict.Violated ? 1 : 0;
    }
    assertThat(violated).isBetween(PROGRAMS / 20, PROGRAMS - PROGRAMS / 20);
  }

  @Test
  void fairnessIsToAllProcessesOrTheAnswerIsOpen() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < PROGRAMS / 10; i++) {
      int processes = random.nextInt(2, 100);
      boolean started = random.nextBoolean();
      int mover = random.nextInt(processes - 1) + (started ? 1 : 0);
      String text =
          "byte x, y;\n"
              + (started ? "" : "active [" + processes + "] ")
              + "proctype P() { do :: _pid == "
              + mover
              + " -> x = 1 :: _pid != "
              + mover
              + " -> y = 1 - y od }\n"
              + (started
                  ? "init { byte i; atomic { for (i : 1 .. "
                      + processes
                      + ") { run P() } }; do :: y = 1 - y od }\n"
                  : "")
              + "ltl p { <> (x == 1) }\n";
      boolean many = processes + (started ? 1 : 0) > Long.SIZE;
      assertThat(word(check(text, true, List.of())))
          .as(text)
          .isEqualTo(many ? "Inconclusive" : "Holds");
      assertThat(word(check(text, false, List.of()))).as(text).isEqualTo("Violated");
    }
  }

  @Test
  void moreTypesThanASignedByteCounts() throws Exception {
    StringBuilder text = new StringBuilder("byte x;\n");
    for (int i = 0; i < 200; i++) {
      text.append("proctype P" + i + "() { x = " + i + " }\n");
    }
    text.append("init { run P130(); run P199() }\nltl p { [] (x != 199 || _nr_pr < 9) }\n");
    assertThat(word(check(text.toString(), false, List.of()))).isEqualTo("Holds");
    assertThat(word(check(text.toString(), false, List.of(Optimisation.CACHE)))).isEqualTo("Holds");
  }
}
