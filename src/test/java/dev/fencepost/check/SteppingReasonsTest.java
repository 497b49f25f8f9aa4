// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.trace.TraceStep.Pending;
import dev.fencepost.trace.TraceStep.ThreadView;
import dev.fencepost.trace.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the accesses under way, those wait for something that have no step, and no others. */
class SteppingReasonsTest {
  private static final int MOST_STEPS = 40;

  @ParameterizedTest
  @ValueSource(strings = {"sc", "pso-no", "armv8", "riscv"})
  void anAccessHasAStepOrAReason(String model) throws InvalidInputException {
    boolean last = false;
    for (String file : PackedLibrary.list("library/litmus", ".litmus")) {
      follow(CheckTask.of(file, model), last);
      last = !last;
    }
  }

  private static void follow(CheckTask task, boolean last) throws InvalidInputException {
    List<Integer> choices = new ArrayList<>();
    while (choices.size() < MOST_STEPS) {
      Walk walk = Stepping.walk(task, choices);
      if (walk.choices().isEmpty()) {
        return;
      }
      List<ThreadView> views = walk.steps().getLast().views();
      IntStream.range(0, views.size()).forEach(thread -> compare(task, walk, thread));
      choices.add(last ? walk.choices().size() - 1 : 0);
    }
  }

  private static void compare(CheckTask task, Walk walk, int thread) {
    for (Pending pending : walk.steps().getLast().views().get(thread).window()) {
      boolean possible =
          walk.choices().stream()
              .anyMatch(step -> step.thread() == thread && step.access() == pending.access());
      if (pending.access() >= 0) {
        assertThat(pending.waits().isEmpty())
            .as("%s under %s: %s waits for nothing", task.file(), task.model(), pending.text())
            .isEqualTo(possible);
      }
    }
  }

  /** A load that was ready before the last step, whose cell nobody has written since. */
  @Test
  void aLoadThatReadsOnlyWhenItsCellIsWrittenSaysSo() throws InvalidInputException {
    CheckTask task = CheckTask.of("library/litmus/MP+fence+ctrl.litmus", "riscv");
    Pending load =
        Stepping.walk(task, List.of(0)).steps().getLast().views().get(1).window().getFirst();
    assertThat(load.waits())
        .singleElement()
        .satisfies(wait -> assertThat(wait.why()).contains("to have read before the last step"));
  }

  @Test
  void theNextInstructionHasItsReasonTooWhereItCannotBegin() throws InvalidInputException {
    assertThat(reasons("SB", "sc")).containsExactly("law “accesses stay in order”");
    assertThat(reasons("SB+fences", "tso"))
        .containsExactly("law “WR: writes before the fence, reads after it”");
    assertThat(reasons("LB+ctrls", "tso")).containsExactly("needs its value");
    assertThat(reasons("SB", "tso")).isEmpty();
  }

  /** What the instructions of the first thread wait for at the start. */
  private static List<String> reasons(String test, String model) throws InvalidInputException {
    CheckTask task = CheckTask.of("library/litmus/" + test + ".litmus", model);
    return Stepping.walk(task, List.of()).steps().getFirst().views().getFirst().window().stream()
        .flatMap(pending -> pending.waits().stream())
        .map(TraceStep.Wait::why)
        .toList();
  }
}
