// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.LitmusChecker.LitmusOutcome;
import dev.fencepost.check.SoundnessTable.Machine;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The final states of litmus tests are the same with and without partial-order reduction. */
class LitmusReductionTest {
  private static final String SIX_THREADS =
      """
      X86 six
      { x = 0; y = 0; }
       P0         | P1         | P2         | P3         | P4          | P5          ;
       MOV [x],$1 | MOV [x],$2 | MOV [y],$1 | MOV [y],$2 | MOV EAX,[x] | MOV EAX,[y] ;
                  |            |            |            | MOV EBX,[x] | MOV EBX,[y] ;
                  |            |            |            | MOV ECX,[y] | MOV ECX,[x] ;
                  |            |            |            | MOV EDX,[y] | MOV EDX,[x] ;
      exists (4:EAX=1 /\\ 4:EBX=2 /\\ 4:ECX=0 /\\ 4:EDX=1 /\\ 5:EAX=1 /\\ 5:EBX=2 /\\ 5:ECX=0 /\\ 5:EDX=1)
      """;

  static List<String> tests() {
    return PackedLibrary.list("library/litmus", ".litmus");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tests")
  void losesNoFinalState(String file) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse(file, PackedLibrary.text(file).orElseThrow());
    for (String model : List.of("sc", "tso", "pso-no", "rmo-full", "rmo-no")) {
      Strategy usual = Strategy.usual();
      LitmusOutcome plain = run(test, model, usual.without(List.of(Optimisation.PARTIAL_ORDER)));
      LitmusOutcome reduced = run(test, model, usual.with(List.of(Optimisation.PARTIAL_ORDER)));

      assertThat(reduced.finalStates().texts()).as(model).isEqualTo(plain.finalStates().texts());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rmo-no", "rmo-v9"})
  void largeTestsAreReducedAlsoWhereTheModelSpeculatesAndNothingIsToGuess(String model)
      throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("six.litmus", SIX_THREADS);
    LitmusOutcome outcome = run(test, model, Strategy.usual());

    assertThat(outcome.finalStates().size()).isEqualTo(6561);
    assertThat(outcome.states()).isLessThan(100_000);
  }

  @Test
  void symmetryIsNeverUsed() {
    assertThat(Optimisation.REDUCTIONS)
        .filteredOn(
            reduction ->
                SoundnessTable.against(
                        reduction, Machine.RELAXED, Set.of(SoundnessTable.Kind.FINAL_STATES))
                    .isPresent())
        .containsExactly(Optimisation.SYMMETRY);
  }

  private static LitmusOutcome run(LitmusTest test, String model, Strategy strategy)
      throws InvalidInputException {
    CheckTask task = CheckTask.of(test.name(), model).withStrategy(strategy);
    return LitmusChecker.run(task, test, LoadedModel.of(model), CheckListener.NONE);
  }
}
