// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoherenceTest {

  @Test
  void moreCellsBeginThanThereWasRoomFor() {
    Coherence coherence = new Coherence();
    for (int cell = 0; cell < 20; cell++) {
      coherence.begin(cell, cell + 100);
    }
    for (int cell = 0; cell < 20; cell++) {
      assertThat(coherence.value[coherence.base(cell)]).isEqualTo(cell + 100);
    }
  }
}
