// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each text is read and translated once. */
class InputsTest {
  private static final CheckTask CHICKEN = CheckTask.of("library/gc/chicken/chicken.c", "tso");

  private final Inputs inputs = new Inputs();

  @Test
  void checksUnderSeveralModelsShareTheSource() throws InvalidInputException {
    LoadedSource source = inputs.source(CHICKEN);
    assertThat(inputs.source(CHICKEN.withModel("pso-no"))).isSameAs(source);
    assertThat(inputs.model("tso")).isSameAs(inputs.model("tso"));
  }

  @Test
  void programsThatDifferInPropertiesShareFootprints() throws InvalidInputException {
    LoadedSource source = inputs.source(CHICKEN);
    CheckTask ends = source.tasks(CHICKEN, false).getLast();
    assertThat(source.program(CHICKEN).footprints())
        .isSameAs(source.program(ends.withModel("pso-no")).footprints());
  }

  @Test
  void otherDefinitionsAreAnotherSource() throws InvalidInputException {
    CheckTask other = Fencepost.checkText("a.c", "int main(void) { return 0; }").task();
    CheckTask defined =
        Fencepost.checkText("a.c", "int main(void) { return 0; }").define("N", "2").task();
    assertThat(inputs.source(defined)).isNotSameAs(inputs.source(other));
  }

  @Test
  void badInputIsReportedBeforeAnyCheck() {
    CheckTask missing = CHICKEN.withModel("no-such-model");
    assertThatThrownBy(() -> inputs.require(List.of(CHICKEN, missing)))
        .hasMessageContaining("unknown memory model 'no-such-model'");
  }

  @Test
  void timeOfAModelsFileIsCountedOnce() throws InvalidInputException {
    CheckTask task = CHICKEN.withModel("library/memory/tso.mcm");
    inputs.requireModel(task);
    assertThat(inputs.takeSeconds(task)).isPositive();
    assertThat(inputs.takeSeconds(task)).isZero();
  }

  @Test
  void timeOfTranslationIsCountedOnce() throws InvalidInputException {
    LoadedSource source = inputs.source(CHICKEN);
    assertThat(source.takeSeconds()).isPositive();
    assertThat(source.takeSeconds()).isZero();
  }
}
