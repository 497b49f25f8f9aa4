// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusalsTest {

  @Test
  void onlyThreadsThatLawsRefusedInThisStateAreRefused() {
    Refusals refusals = new Refusals();
    assertThat(refusals.has(0)).isFalse();
    refusals.add(1, 0, 1, 0, 0);
    assertThat(refusals.has(0)).isFalse();
    assertThat(refusals.has(1)).isTrue();
    assertThat(refusals.has(2)).isFalse();
    refusals.clear();
    assertThat(refusals.has(1)).isFalse();
  }
}
