// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fuzz;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.SuiteTexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that crashed once: each has a message. */
class FoundByFuzzingTest {
  @ParameterizedTest
  @ValueSource(strings = {"locations [y] exists (x=1)", "exists (x=y)", "exists (y=1)"})
  void aConditionNamesVariablesThatThereAre(String question) {
    String text =
        """
        C test
        {}
        P0 (atomic_int* x) {
          atomic_store_explicit(x, 1, memory_order_relaxed);
        }
        """;
    assertThatThrownBy(() -> LitmusFrontEnd.parse("test.litmus", text + question))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no variable");
  }

  @Test
  void aTableNamesOptimisationsThatThereAre() {
    String text = "column tso = tso without everything\n";
    assertThatThrownBy(() -> SuiteTexts.read("table.runs", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no optimisation 'everything'");
  }
}
