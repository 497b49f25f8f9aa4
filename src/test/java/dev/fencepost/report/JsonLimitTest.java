// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JsonLimitTest {
  @Test
  void timeEndsTheTextOfALongDocument() {
    JsonElement document = Json.of(IntStream.range(0, 10_000).boxed().toList());
    Budget over = Budget.unlimited().withTime(Duration.ZERO);
    assertThatThrownBy(() -> over.run(() -> Json.text(document))).isInstanceOf(OutOfBudget.class);
  }
}
