// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.SourceSpan;
import org.junit.jupiter.api.Test;

class WarningTest {

  @Test
  void aWarningBeginsWithItsFileAndLine() {
    SourceSpan place = SourceSpan.at("gc.c", 12, 5, 3);
    assertThat(new Warning(Warning.Kind.VACUOUS, place, "no run comes here"))
        .hasToString("gc.c:12: no run comes here");
  }

  @Test
  void aWarningWithoutAPlaceIsItsMessage() {
    assertThat(new Warning(Warning.Kind.UNUSED_OPTION, SourceSpan.NONE, "--fair has no effect"))
        .hasToString("--fair has no effect");
  }
}
