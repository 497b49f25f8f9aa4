// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ByteIdsTest {
  private static byte[] record(int i) {
    return ByteBuffer.allocate(4 + i % 7).putInt(i).array();
  }

  private static int number(ByteIds ids, int i) {
    byte[] record = record(i);
    return ids.number(record, 0, record.length);
  }

  @Test
  void numbersCountFromOneAndStay() {
    ByteIds ids = new ByteIds();
    for (int i = 0; i < 30_000; i++) {
      assertThat(number(ids, i)).isEqualTo(i + 1);
    }
    byte[] copy = new byte[16];
    for (int i = 0; i < 30_000; i++) {
      assertThat(number(ids, i)).isEqualTo(i + 1);
      assertThat(ids.length(i + 1)).isEqualTo(record(i).length);
      assertThat(ids.copy(i + 1, copy, 0)).isEqualTo(record(i).length);
      assertThat(copy).startsWith(record(i));
    }
    assertThat(ids.count()).isEqualTo(30_000);
  }

  @Test
  void threadsAgreeOnTheNumbers() throws Exception {
    ByteIds ids = new ByteIds();
    int threads = 4;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Callable<List<Integer>>> jobs = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int start = t * 5_000;
        jobs.add(
            () -> {
              List<Integer> numbers = new ArrayList<>();
              for (int i = 0; i < 20_000; i++) {
                number(ids, (i + start) % 20_000);
              }
              for (int i = 0; i < 20_000; i++) {
                numbers.add(number(ids, i));
              }
              return numbers;
            });
      }
      List<Future<List<Integer>>> results = pool.invokeAll(jobs);
      for (Future<List<Integer>> result : results) {
        assertThat(result.get()).isEqualTo(results.getFirst().get()).doesNotHaveDuplicates();
      }
    }
    assertThat(ids.count()).isEqualTo(20_000);
  }
}
