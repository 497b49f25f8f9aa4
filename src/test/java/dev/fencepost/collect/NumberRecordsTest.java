// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Lists of numbers in words, whose fields get wider as greater numbers come. */
class NumberRecordsTest {
  private static final long PLENTY = 1L << 30;

  private static byte[] record(int... numbers) {
    ByteBuffer buffer =
        ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      buffer.putInt(number);
    }
    return buffer.array();
  }

  private static byte[] random(Random random, int most) {
    int[] numbers = new int[1 + random.nextInt(5)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 1 + random.nextInt(1 + random.nextInt(i == 0 ? most : 9));
    }
    return record(numbers);
  }

  private static int add(Writer writer, byte[] record, int tag) {
    return writer.add(record, 0, record.length, tag);
  }

  @Test
  void keepsListsApartAndGivesThemBackWhileFieldsGetWider() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer writer = set.newWriter();
    Map<ByteBuffer, Integer> references = new HashMap<>();
    Random random = new Random(1);
    writer.open();
    for (int i = 0; i < 60_000; i++) {
      byte[] record = random(random, 2 + i / 3);
      int added = add(writer, record, i);
      boolean isNew = !references.containsKey(ByteBuffer.wrap(record));
      assertThat(added != RecordSet.PRESENT).isEqualTo(isNew);
      if (isNew) {
        references.put(ByteBuffer.wrap(record), added);
      }
    }
    writer.close();
    assertThat(set.size()).isEqualTo(references.size());
    Cursor cursor = new Cursor();
    references.forEach(
        (record, reference) -> {
          set.read(reference, cursor);
          assertThat(ByteBuffer.wrap(cursor.bytes(), cursor.offset(), cursor.length()))
              .isEqualTo(record);
        });
    assertThat(set.isTooWide()).isFalse();
  }

  @Test
  void recordsThatWaitFollowWhenFieldsGetWider() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer writer = set.newWriter();
    writer.open();
    writer.clearStaged();
    byte[][] records = {record(1, 1), record(3, 2, 1), record(1000, 1), record(1, 1)};
    for (byte[] record : records) {
      assertThat(writer.stage(record, 0, record.length)).isTrue();
    }
    writer.approach();
    assertThat(writer.addStaged(0, 7)).isNotNegative();
    int second = writer.addStaged(1, 8);
    assertThat(writer.addStaged(2, 9)).isNotNegative();
    assertThat(writer.addStaged(3, 9)).isEqualTo(RecordSet.PRESENT);
    writer.close();
    Cursor cursor = new Cursor();
    set.read(second, cursor);
    assertThat(cursor.tag()).isEqualTo(8);
    assertThat(cursor.bytes()).startsWith(records[1]);
  }

  @Test
  void whatWaitsElsewhereIsKeptWhenRoomIsSharedAnew() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer waiting = set.newWriter();
    waiting.open();
    byte[] record = record(1, 1, 1, 1 << 14);
    waiting.clearStaged();
    waiting.stage(record, 0, record.length);
    waiting.close();
    Writer other = set.newWriter();
    other.open();
    for (int i = 0; i < 16; i++) {
      assertThat(add(other, record(1 << i, 1 << i, 1 << i, 1), 0) == RecordSet.FULL).isFalse();
    }
    other.close();
    waiting.open();
    int added = waiting.addStaged(0, 5);
    waiting.close();
    Cursor cursor = new Cursor();
    set.read(added, cursor);
    assertThat(cursor.bytes()).startsWith(record);
  }

  @Test
  void blocksListRecordsInTheOrderOfAdding() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer writer = set.newWriter();
    List<Integer> added = new ArrayList<>();
    writer.open();
    for (int i = 1; i <= 20_000; i++) {
      added.add(add(writer, record(i, 1 + i % 3), 0));
    }
    writer.close();
    assertThat(RecordSetTest.walked(set, writer)).isEqualTo(added);
  }

  @Test
  void saysSoWhenAListDoesNotFitIntoAWord() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer writer = set.newWriter();
    writer.open();
    assertThat(add(writer, record(Integer.MAX_VALUE, Integer.MAX_VALUE), 0)).isNotNegative();
    assertThat(set.isTooWide()).isFalse();
    assertThat(add(writer, record(1, 1, 2), 0)).isEqualTo(RecordSet.FULL);
    writer.close();
    assertThat(set.isTooWide()).isTrue();
  }

  @Test
  void takesFewBytes() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer writer = set.newWriter();
    writer.open();
    int count = 1_000_000;
    for (int i = 1; i <= count; i++) {
      add(writer, record(i, 1, 2, 3), 0);
    }
    writer.close();
    assertThat(set.bytes() / count).isLessThan(12 + 24);
  }

  @Test
  void manyWritersAddEachListOnce() throws Exception {
    NumberRecords set = new NumberRecords(PLENTY);
    int threads = 4;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Callable<Integer>> jobs = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int start = t;
        jobs.add(() -> addAll(set, start));
      }
      int added = 0;
      for (Future<Integer> job : pool.invokeAll(jobs)) {
        added += job.get();
      }
      assertThat(added).isEqualTo(50_000);
    }
    assertThat(set.size()).isEqualTo(50_000);
  }

  private static int addAll(RecordSet set, int start) {
    Writer writer = set.newWriter();
    int added = 0;
    writer.open();
    for (int i = 0; i < 50_000; i++) {
      int number = 1 + (i + start * 10_007) % 50_000;
      added += add(writer, record(number, 1 + number % 5, 1 + number / 7), 0) >= 0 ? 1 : 0;
    }
    writer.close();
    return added;
  }

  @Test
  void writersCanBeClosedWhereThereWasNoMemoryForALargerTable() {
    NumberRecords set = new NumberRecords(PLENTY);
    Writer writer = set.newWriter();
    writer.open();
    assertThatThrownBy(
            () ->
                writer.alone(
                    () -> true,
                    () -> {
                      throw new OutOfMemoryError();
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    writer.close();
    assertThat(set.growth().getReadLockCount()).isZero();
    assertThat(set.growth().isWriteLocked()).isFalse();
  }
}
