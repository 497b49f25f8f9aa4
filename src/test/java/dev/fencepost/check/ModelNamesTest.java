// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModelNamesTest {

  @Test
  void distanceCountsLetters() {
    assertThat(ModelNames.distance("tso", "tso")).isZero();
    assertThat(ModelNames.distance("tos", "tso")).isEqualTo(2);
    assertThat(ModelNames.distance("", "sc")).isEqualTo(2);
    assertThat(ModelNames.distance("psoful", "pso-full")).isEqualTo(2);
  }

  @Test
  void standardAreTheSix() {
    assertThat(ModelNames.standard())
        .containsExactly("sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no");
  }
}
