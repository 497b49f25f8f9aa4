// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class NearNameTest {
  private static final List<String> KNOWN = List.of("NO_PUBLISH", "MUTATORS", "atomic_load", "cas");

  @Test
  void findsANameWithFewChanges() {
    assertThat(NearName.of("NO_PUBLSH", KNOWN)).contains("NO_PUBLISH");
    assertThat(NearName.of("mutators", KNOWN)).contains("MUTATORS");
    assertThat(NearName.of("atomic_laod", KNOWN)).contains("atomic_load");
  }

  @Test
  void findsNothingWhereAllAreFar() {
    assertThat(NearName.of("x", KNOWN)).isEmpty();
    assertThat(NearName.of("sleep", KNOWN)).isEmpty();
    assertThat(NearName.of("cas", List.of("cas"))).isEmpty();
  }

  @Test
  void endsWithItsTime() {
    Budget spent = Budget.current().withTime(Duration.ZERO);
    List<String> many = Collections.nCopies(100, "atomic_load");
    assertThatThrownBy(() -> spent.run(() -> NearName.of("atomic_store", many)))
        .isInstanceOf(OutOfBudget.class);
  }

  @Test
  void countsChanges() {
    assertThat(NearName.changes("tso", "tso")).isZero();
    assertThat(NearName.changes("tos", "tso")).isEqualTo(1);
    assertThat(NearName.changes("", "sc")).isEqualTo(2);
    assertThat(NearName.changes("psoful", "pso-full")).isEqualTo(2);
  }
}
