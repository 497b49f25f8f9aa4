// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What every store of states keeps to. Records are short lists of positive numbers here. */
abstract class RecordSetContract {
  static final long PLENTY = 1L << 30;

  /** A set of the kind that is tested. */
  abstract RecordSet set(long maxBytes);

  static byte[] record(int... numbers) {
    ByteBuffer buffer =
        ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      buffer.putInt(number);
    }
    return buffer.array();
  }

  static int add(Writer writer, byte[] record, int tag) {
    return writer.add(record, 0, record.length, tag);
  }

  private static byte[] random(Random random, int most) {
    int[] numbers = new int[1 + random.nextInt(5)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 1 + random.nextInt(1 + random.nextInt(i == 0 ? most : 9));
    }
    return record(numbers);
  }

  @Test
  void keepsRecordsApartAndGivesThemBack() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
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
    assertThat(records.size()).isEqualTo(references.size());
    Cursor cursor = new Cursor();
    references.forEach(
        (record, reference) -> {
          records.read(reference, cursor);
          assertThat(ByteBuffer.wrap(cursor.bytes(), cursor.offset(), cursor.length()))
              .isEqualTo(record);
        });
  }

  /** Each counts what it adds only now and then. */
  @Test
  void manyWritersThatAddLittleFillNoTable() {
    RecordSet records = set(PLENTY);
    List<Writer> writers = new ArrayList<>();
    for (int number = 0; number < 40; number++) {
      Writer writer = records.newWriter();
      writers.add(writer);
      writer.open();
      for (int i = 0; i < 63; i++) {
        assertThat(add(writer, record(1 + number, 1 + i), 0)).isNotNegative();
      }
    }
    writers.forEach(Writer::close);
    assertThat(records.size()).isEqualTo(40 * 63);
  }

  @Test
  void givesTheBytesOfAPieceAndItsTagBack() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    writer.open();
    byte[] bytes = record(9, 1, 2, 9);
    int reference = writer.add(bytes, 4, 8, 77);
    writer.close();
    Cursor cursor = new Cursor();
    records.read(reference, cursor);
    assertThat(ByteBuffer.wrap(cursor.bytes(), cursor.offset(), cursor.length()))
        .isEqualTo(ByteBuffer.wrap(record(1, 2)));
    assertThat(cursor.tag()).isEqualTo(77);
    assertThat(cursor.reference()).isEqualTo(reference);
  }

  @Test
  void blocksListRecordsInTheOrderOfAdding() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    List<Integer> added = new ArrayList<>();
    writer.open();
    for (int i = 1; i <= 20_000; i++) {
      added.add(add(writer, record(i, 1 + i % 3), 0));
    }
    writer.close();
    IntList blocks = new IntList();
    writer.takeBlocks(blocks);
    List<Integer> walked = new ArrayList<>();
    Cursor cursor = new Cursor();
    for (int b = 0; b < blocks.size(); b += 2) {
      for (int r = blocks.get(b); r != blocks.get(b + 1); r = cursor.next()) {
        records.read(r, cursor);
        walked.add(r);
      }
    }
    assertThat(walked).isEqualTo(added);
  }

  @Test
  void saysFullBeforeItTakesMoreThanAllowed() {
    long allowed = 1 << 20;
    RecordSet records = set(allowed);
    Writer writer = records.newWriter();
    writer.open();
    int last = 0;
    for (int i = 1; last != RecordSet.FULL; i++) {
      last = add(writer, record(i, 1 + i % 3), 0);
    }
    writer.close();
    assertThat(records.bytes()).isLessThanOrEqualTo(allowed);
    assertThat(records.size()).isGreaterThan(10_000);
  }

  @Test
  void stagedRecordsAreAddedAsOthersAre() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    writer.open();
    int added = 0;
    for (int round = 0; round < 1_000; round++) {
      writer.clearStaged();
      for (int i = 1; i <= 100; i++) {
        byte[] record = record(round * 50 + i, 1);
        assertThat(writer.stage(record, 0, record.length)).isTrue();
      }
      writer.approach();
      for (int i = 0; i < writer.stagedCount(); i++) {
        added += writer.addStaged(i, 0) == RecordSet.PRESENT ? 0 : 1;
      }
    }
    writer.close();
    assertThat(added).isEqualTo(1_000 * 50 + 50);
    assertThat(records.size()).isEqualTo(added);
  }

  @Test
  void manyWritersAddEachRecordOnce() throws Exception {
    RecordSet records = set(PLENTY);
    int distinct = 100_000;
    int threads = 4;
    List<Callable<Integer>> jobs = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int start = t;
      jobs.add(() -> addAll(records, start, distinct));
    }
    int total = 0;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (Future<Integer> added : pool.invokeAll(jobs)) {
        total += added.get();
      }
    }
    assertThat(total).isEqualTo(distinct);
    assertThat(records.size()).isEqualTo(distinct);
  }

  private static int addAll(RecordSet records, int start, int distinct) {
    Writer writer = records.newWriter();
    int added = 0;
    writer.open();
    for (int i = 0; i < distinct; i++) {
      int number = 1 + (i + start * 10_007) % distinct;
      added += add(writer, record(number, 1 + number % 5, 1 + number / 7), 0) >= 0 ? 1 : 0;
    }
    writer.close();
    return added;
  }
}
