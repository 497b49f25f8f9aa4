// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Warning;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VacuityTest {
  /** The collector sets a wrong variable, so the barrier never logs. */
  private static final String FORGOTTEN_PHASE =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      enum { IDLE, MARKING };
      static int phase = IDLE, state, logged, field = 1;
      static void *collector(void *unused) {
        state = MARKING;
        return 0;
      }
      static void barrier(int value) {
        if (phase == MARKING) {
          logged = field;
          assert(logged == 1);
          state = value;
        }
        field = value;
      }
      FENCEPOST_INVARIANT(old_value_is_logged, phase == IDLE || logged == 1)
      FENCEPOST_INVARIANT(field_is_written, field > 0)
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, collector, 0);
        barrier(2);
        assert(field == 2 && state >= 0);
        return 0;
      }
      """;

  private static List<String> warnings(CheckTask task) throws InvalidInputException {
    return Vacuity.warnings(task, new Inputs(), CheckListener.NONE).stream()
        .map(Warning::toString)
        .toList();
  }

  private static CheckTask task(String text) {
    return CheckTask.of("model.c", "tso").withText(text);
  }

  @Test
  void namesWhatNoRunDoes() throws InvalidInputException {
    assertThat(warnings(task(FORGOTTEN_PHASE)))
        .containsExactly(
            "model.c:11: in every run this condition is false",
            "model.c:12: no run comes to this line",
            "model.c:13: no run evaluates this assertion",
            "model.c:18: no run changes what 'old_value_is_logged' reads");
  }

  @Test
  void isSilentWhereEverythingHappens() throws InvalidInputException {
    String whole =
        FORGOTTEN_PHASE
            .replace("state = MARKING", "phase = MARKING")
            .replace("phase == IDLE || logged == 1", "phase == IDLE || logged >= 0");

    assertThat(warnings(task(whole))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "pso-no", "armv8", "rmo-v9"})
  void isTheSameUnderModelsOfAllKinds(String model) throws InvalidInputException {
    assertThat(warnings(task(FORGOTTEN_PHASE).withModel(model))).hasSize(4);
  }

  @Test
  void goesOnBehindAViolation() throws InvalidInputException {
    String violated = FORGOTTEN_PHASE.replace("barrier(2);", "assert(state == 0); barrier(2);");

    assertThat(warnings(task(violated)))
        .contains("model.c:13: no run evaluates this assertion")
        .noneMatch(warning -> warning.contains("model.c:16"));
  }

  @Test
  void aLimitLeavesItUnknown() throws InvalidInputException {
    CheckTask limited =
        CheckTask.of("library/gc/stopless/stopless.c", "rmo-no")
            .withDefine("MUTATORS", "2")
            .withBounds(CheckTask.Bounds.none().withStates(200));

    assertThat(warnings(limited))
        .containsExactly("what no run does is not known: the search is not complete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "library/gc/stopless/stopless.c",
        "library/gc/baker/baker.c",
        "library/gc/sapphire/sapphire-broken.c"
      })
  void reductionsChangeNothing(String file) throws InvalidInputException {
    CheckTask task = CheckTask.of(file, "pso-no");
    CheckTask reduced =
        task.withStrategy(task.strategy().with(List.of(Optimisation.PARTIAL_ORDER)));
    CheckTask plain = task.withStrategy(task.strategy().unreduced());

    assertThat(warnings(reduced)).isEqualTo(warnings(plain));
  }

  @Test
  void programsWithManyPlacesAreSearchedInParts() throws InvalidInputException {
    StringBuilder text = new StringBuilder("int x;\nint main(void) {\n");
    for (int i = 0; i < 100; i++) {
      text.append("  if (x == ").append(i).append(")\n    x = ").append(i + 2).append(";\n");
    }
    List<String> warnings = warnings(task(text.append("  return 0;\n}\n").toString()));

    assertThat(warnings).hasSize(150);
    assertThat(warnings)
        .startsWith(
            "model.c:3: in every run this condition is true",
            "model.c:5: in every run this condition is false",
            "model.c:6: no run comes to this line");
  }
}
