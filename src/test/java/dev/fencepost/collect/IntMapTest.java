// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntMapTest {

  @Test
  void holdsWhatAPlainMapHolds() {
    IntMap map = new IntMap();
    Map<Integer, Integer> plain = new HashMap<>();
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      int key = random.nextInt(10_000) - 5_000;
      assertThat(map.putIfAbsent(key, i)).isEqualTo(plain.putIfAbsent(key, i) == null);
    }
    for (int key = -6_000; key < 6_000; key++) {
      assertThat(map.contains(key)).isEqualTo(plain.containsKey(key));
      if (plain.containsKey(key)) {
        assertThat(map.get(key)).isEqualTo(plain.get(key));
      }
    }
  }
}
