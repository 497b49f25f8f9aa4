// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Acceptance and non-progress cycles, with SPIN's verdicts. */
class PromelaCyclesTest {
  private static final String TOGGLE = "byte x;\nactive proctype P() { do :: x = 1 - x od }\n";

  /** A model, and whether it has such a cycle: any, and a fair one. */
  enum Case {
    ENDS_WITHOUT_PROGRESS("active proctype P() { byte x; x = 1 }", true, false, false),
    PROGRESS_OF_ANOTHER_IS_UNFAIR(
        "byte x; active proctype P() { do :: x = 1 - x; progress: skip od }\n"
            + "active proctype Q() { do :: x == 1 -> skip od }",
        true,
        true,
        false),
    PROGRESS_IN_EVERY_ROUND(
        "byte x; active proctype P() { do :: x = 1 - x; progress: skip od }", true, false, false),
    NO_PROGRESS_LABEL(TOGGLE, true, true, true),
    ENDS_AFTER_ACCEPTANCE("byte x; active proctype P() { accept: x = 1 }", false, false, false),
    BLOCKS_AT_ACCEPTANCE(
        "byte x; active proctype P() { x = 1; accept: x == 0 }", false, true, true),
    ACCEPTANCE_OF_A_PROCESS_BESIDE_A_CLAIM(
        TOGGLE + "active proctype Q() { x == 1; accept: x == 2 }\n" + "never { do :: skip od }\n",
        false,
        true,
        true),
    THE_CLAIM_BLOCKS(
        TOGGLE + "never { do :: skip :: x == 1 -> break od; accept: do :: x == 1 od }\n",
        false,
        false,
        false),
    THE_CLAIM_ACCEPTS_THE_END(
        """
        byte x; active proctype P() { x = 1; x = 2; x = 3 }
        never { do :: skip :: x == 3 -> break od; accept: do :: x == 3 od }
        """,
        false,
        true,
        true),
    UNFAIR_ACCEPTANCE(
        """
        byte x; active proctype P() { do :: x == 0 -> accept: skip od }
        active proctype Q() { x = 1 }
        """,
        false,
        true,
        false);

    final String text;
    final boolean nonProgress;
    final boolean violated;
    final boolean violatedFairly;

    Case(String text, boolean nonProgress, boolean violated, boolean violatedFairly) {
      this.text = text;
      this.nonProgress = nonProgress;
      this.violated = violated;
      this.violatedFairly = violatedFairly;
    }

    Verdict verdict(boolean fair) throws InvalidInputException {
      return PromelaCyclesTest.verdict(
          text, new Ltl(nonProgress ? Ltl.NON_PROGRESS : Ltl.ACCEPTANCE, fair));
    }
  }

  /** Whether a model has such a cycle. */
  static Verdict verdict(String text, Ltl cycle) throws InvalidInputException {
    return Checker.check(task(text, Optional.of(cycle)), CheckListener.NONE).verdict();
  }

  private static CheckTask task(String text, Optional<Ltl> ltl) {
    return CheckTask.of("m.pml", Models.None.PLACEHOLDER).withText(text).withLtl(ltl);
  }

  @ParameterizedTest
  @EnumSource
  void findsCyclesWhereThereAreSome(Case model) throws InvalidInputException {
    assertThat(model.verdict(false) instanceof Verdict.Violated).isEqualTo(model.violated);
    assertThat(model.verdict(true) instanceof Verdict.Violated).isEqualTo(model.violatedFairly);
  }

  @Test
  void showsTheCycle() throws InvalidInputException {
    Trace trace = ((Verdict.Violated) Case.NO_PROGRESS_LABEL.verdict(false)).trace();
    assertThat(trace.loop()).isPresent();
    assertThat(trace.failure().message()).isEqualTo("this run is a non-progress cycle");
  }

  @Test
  void aClaimWithAcceptanceLabelsIsCheckedForBothWithoutBeingAsked() throws InvalidInputException {
    CheckTask task = task(Case.THE_CLAIM_BLOCKS.text, Optional.empty());
    assertThat(LoadedSource.of(task).tasks(task, false).stream().map(CheckTask::title))
        .containsExactly("promela", "acceptance cycles");
  }

  @ParameterizedTest
  @EnumSource
  void spinSaysTheSame(Case model) throws IOException {
    assumeTrue(SpinSearch.isPossible(), "spin or gcc is not installed: nothing is compared");
    List<String> running = new ArrayList<>(List.of(model.nonProgress ? "-l" : "-a"));
    List<String> compiling = List.of("-DNOREDUCE", model.nonProgress ? "-DNP" : "-DNDEBUG");
    assertThat(SpinSearch.of(model.text, compiling, running).errors()).isEqualTo(model.violated);
  }
}
