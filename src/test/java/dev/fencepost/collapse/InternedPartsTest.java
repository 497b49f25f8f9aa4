// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collect.Identifiers;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.junit.jupiter.api.Test;

class InternedPartsTest {

  private static byte[] bytes(int number) {
    return new byte[] {(byte) number, (byte) (number >> 8), (byte) (number >> 16)};
  }

  @Test
  void aStateIsPutTogetherFromItsParts() throws LimitException {
    InternedParts parts = new InternedParts(2, 2);
    byte[] list = new byte[Identifiers.bytes(4)];
    Identifiers.put(list, 0, 0, parts.identify(0, new byte[] {7, 0, 0}, 0, 3));
    Identifiers.put(list, 0, 1, parts.identify(1, new byte[] {0, 8, 9}, 0, 3));
    Identifiers.put(list, 0, 2, parts.identify(2, new byte[] {1, 2}, 0, 2));
    Identifiers.put(list, 0, 3, parts.identify(3, new byte[] {3}, 0, 1));
    assertThat(parts.expanded(list, 0, list.length)).containsExactly(7, 8, 9, 1, 2, 3);
  }

  @Test
  void equalBytesHaveOneIdentifierInEachPlace() throws LimitException {
    InternedParts parts = new InternedParts(1, 1);
    int first = parts.identify(0, bytes(5), 0, 3);
    assertThat(parts.identify(0, bytes(6), 0, 3)).isNotEqualTo(first);
    assertThat(parts.identify(0, bytes(5), 0, 3)).isEqualTo(first).isPositive();
    assertThat(parts.identify(1, bytes(5), 0, 3)).isEqualTo(1);
  }

  @Test
  void fewPartsPayAndManyDoNot() throws LimitException {
    InternedParts parts = new InternedParts(1, 1);
    for (int i = 0; i < 110_000; i++) {
      parts.identify(0, bytes(i), 0, 3);
    }
    assertThat(parts.pays(115_000)).isFalse();
    assertThat(parts.pays(130_000)).isTrue();
  }
}
