// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelNamesTest {

  @Test
  void parametersOfABuiltInModelAreSetBehindItsName() throws InvalidInputException {
    assertThat(ModelNames.named("armv8").model().name()).isEqualTo("armv8");
    assertThat(ModelNames.named("armv8:lse=no:rcpc=no").model().name())
        .isEqualTo("armv8:rcpc=no:lse=no");
    assertThat(ModelNames.named("pso-full:cas=no").model().name()).isEqualTo("pso-no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "armv8:ldapr=no  | there is no parameter 'ldapr' | the parameters are rcpc: yes",
        "armv8:rcpc=some | rcpc cannot be some           | its values are yes, no",
        "x86:rcpc=no     | there is no parameter 'rcpc'  | the model has no parameters",
        "armv8:rcpc=no:lse=no:rcpc=yes | sets rcpc twice | once",
        "armv8:rcpc      | does not name a model         | armv8:rcpc=no",
        "cpu             | unknown memory model 'cpu'    | did you mean cpus?",
        "armv9:rcpc=no   | unknown memory model 'armv9'  | did you mean armv8?",
      })
  void wrongNamesGetAHint(String name, String message, String hint) {
    assertThatThrownBy(() -> ModelNames.named(name))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> {
              assertThat(e.diagnostics().getFirst().message()).contains(message);
              assertThat(e.diagnostics().getFirst().hint()).contains(hint);
            });
  }

  @Test
  void standardAreTheProcessors() {
    assertThat(ModelNames.standard()).containsExactly("sc", "x86", "armv8", "riscv", "power");
  }
}
