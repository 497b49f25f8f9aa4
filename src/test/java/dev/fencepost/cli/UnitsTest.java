// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnitsTest {

  @Test
  void readsTimes() {
    Units.Time time = new Units.Time();
    assertThat(time.convert("60s")).isEqualTo(Duration.ofSeconds(60));
    assertThat(time.convert("60")).isEqualTo(Duration.ofSeconds(60));
    assertThat(time.convert("2h")).isEqualTo(Duration.ofHours(2));
    assertThat(time.convert("250ms")).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void readsSizes() {
    Units.Bytes bytes = new Units.Bytes();
    assertThat(bytes.convert("4G")).isEqualTo(4L << 30);
    assertThat(bytes.convert("512mb")).isEqualTo(512L << 20);
    assertThat(bytes.convert("100")).isEqualTo(100);
  }

  @Test
  void readsCounts() {
    assertThat(new Units.Count().convert("2M")).isEqualTo(2_000_000);
    assertThat(new Units.Count().convert("15k")).isEqualTo(15_000);
  }

  @Test
  void refusesWhatIsTooLarge() {
    assertThatThrownBy(() -> new Units.Bytes().convert("999999999999G"))
        .hasMessageContaining("too large");
    assertThatThrownBy(() -> new Units.Time().convert("999999999999h"))
        .hasMessageContaining("too large");
    assertThat(new Units.Count().convert("999999999999M")).isEqualTo(999_999_999_999_000_000L);
  }
}
