// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collect.PairCache.Record;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairCacheTest {
  private final PairCache cache = new PairCache(1 << 12);
  private final Record record = new Record();

  @Test
  void findsWhatWasAddedUnderTheSameNumberAndRanges() {
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    cache.setFirst(bytes, 0, 3);
    add(7, bytes, 3, 2, 42);
    assertThat(found(7, bytes, 3, 2)).isEqualTo(42);
    assertThat(found(8, bytes, 3, 2)).isNull();
    assertThat(found(7, bytes, 3, 3)).isNull();
    cache.setFirst(bytes, 0, 4);
    assertThat(found(7, bytes, 3, 2)).isNull();
    cache.setFirst(new byte[] {9, 1, 2, 3}, 1, 3);
    assertThat(found(7, bytes, 3, 2)).isEqualTo(42);
  }

  @Test
  void neverGivesTheRecordOfAnotherKeyAndForgetsWhenFull() {
    Random random = new Random(1);
    Map<Long, Integer> added = new HashMap<>();
    int forgotten = 0;
    for (int i = 0; i < 3_000; i++) {
      long key = random.nextInt(400);
      byte[] bytes = ByteBuffer.allocate(8).putLong(key * 0x9E3779B97F4A7C15L).array();
      cache.setFirst(bytes, 0, 5);
      Integer found = found((int) key & 3, bytes, 5, 3);
      if (found == null) {
        forgotten += added.containsKey(key) ? 1 : 0;
        added.put(key, i);
        add((int) key & 3, bytes, 5, 3, i);
      } else {
        assertThat(found).isEqualTo(added.get(key));
      }
    }
    assertThat(forgotten).isPositive().isLessThan(2_500);
  }

  @Test
  void leavesOutWhatIsTooLong() {
    byte[] bytes = new byte[1 << 13];
    cache.setFirst(bytes, 0, bytes.length);
    add(0, bytes, 0, 1, 1);
    assertThat(found(0, bytes, 0, 1)).isNull();
  }

  private void add(int number, byte[] bytes, int start, int length, int value) {
    record.clear();
    record.putInt(value);
    cache.add(number, bytes, start, length, record);
  }

  private Integer found(int number, byte[] bytes, int start, int length) {
    int place = cache.find(number, bytes, start, length);
    return place == PairCache.ABSENT ? null : cache.intAt(place);
  }
}
