// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RecordSetTest {
  static final long PLENTY = 1L << 30;

  /** A set of the kind that is tested. */
  RecordSet set(long maxBytes) {
    return new ByteRecords(maxBytes);
  }

  @Test
  void agreesWithAHashSetOnRandomRecords() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    Set<ByteBuffer> expected = new HashSet<>();
    Random random = new Random(1);
    writer.open();
    for (int i = 0; i < 50_000; i++) {
      byte[] record =
          new byte[random.nextInt(4) == 0 ? 33 + random.nextInt(9) : random.nextInt(20)];
      for (int b = 0; b < record.length; b++) {
        record[b] = (byte) (b % 5 == 0 ? random.nextInt(3) : 0);
      }
      int added = writer.add(record, 0, record.length, i);
      assertThat(added != RecordSet.PRESENT).isEqualTo(expected.add(ByteBuffer.wrap(record)));
    }
    writer.close();
    assertThat(records.size()).isEqualTo(expected.size());
  }

  @Test
  void givesBytesAndTagBack() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    writer.open();
    byte[] bytes = {9, 1, 2, 3, 9};
    int reference = writer.add(bytes, 1, 3, 77);
    writer.close();
    Cursor cursor = new Cursor();
    records.read(reference, cursor);
    assertThat(ByteBuffer.wrap(cursor.bytes(), cursor.offset(), cursor.length()))
        .isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    assertThat(cursor.tag()).isEqualTo(77);
    assertThat(cursor.reference()).isEqualTo(reference);
  }

  @Test
  void keepsRecordsOfTheGreatestLengthApart() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    byte[] bytes = new byte[RecordSet.MAX_LENGTH];
    writer.open();
    int first = writer.add(bytes, 0, bytes.length, 0);
    bytes[bytes.length - 1] = 1;
    int second = writer.add(bytes, 0, bytes.length, 0);
    int again = writer.add(bytes, 0, bytes.length, 0);
    writer.close();
    assertThat(first).isNotEqualTo(second).isNotEqualTo(RecordSet.PRESENT);
    assertThat(again).isEqualTo(RecordSet.PRESENT);
  }

  @Test
  void blocksListRecordsInTheOrderOfAdding() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    List<Integer> added = new ArrayList<>();
    writer.open();
    for (int i = 0; i < 10_000; i++) {
      added.add(writer.add(word(i), 0, 8, 0));
    }
    writer.close();
    assertThat(walked(records, writer)).isEqualTo(added);
  }

  /** The records of a writer's blocks, in their order. */
  static List<Integer> walked(RecordSet records, Writer writer) {
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
    return walked;
  }

  @Test
  void saysFullBeforeItTakesMoreThanAllowed() {
    long allowed = 1 << 20;
    RecordSet records = set(allowed);
    Writer writer = records.newWriter();
    writer.open();
    int last = 0;
    for (int i = 0; last != RecordSet.FULL; i++) {
      last = writer.add(word(i), 0, 8, 0);
    }
    writer.close();
    assertThat(records.bytes()).isLessThanOrEqualTo(allowed);
    assertThat(records.size()).isGreaterThan(10_000);
  }

  @Test
  void takesFewBytesBesideTheRecords() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    writer.open();
    byte[] record = new byte[50];
    int count = 1_000_000;
    for (int i = 0; i < count; i++) {
      ByteBuffer.wrap(record).putInt(i);
      writer.add(record, 0, record.length, 0);
    }
    writer.close();
    assertThat(records.bytes() / count).isLessThan(50 + 26);
  }

  @Test
  void recordsThatWaitAreAddedAsOthersAre() {
    RecordSet records = set(PLENTY);
    Writer writer = records.newWriter();
    writer.open();
    int added = 0;
    for (int round = 0; round < 1_000; round++) {
      writer.clearStaged();
      for (int i = 0; i < 100; i++) {
        writer.stage(word(round * 50 + i), 0, 8);
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
    int distinct = 200_000;
    Callable<Integer> job =
        () -> {
          Writer writer = records.newWriter();
          writer.open();
          int added = 0;
          for (int i = 0; i < distinct; i++) {
            if (writer.add(word(i), 0, 8, 0) != RecordSet.PRESENT) {
              added++;
            }
          }
          writer.close();
          return added;
        };
    int total = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Integer> added : threads.invokeAll(List.of(job, job, job, job))) {
        total += added.get();
      }
    }
    assertThat(total).isEqualTo(distinct);
    assertThat(records.size()).isEqualTo(distinct);
  }

  private static byte[] word(int value) {
    return ByteBuffer.allocate(8).putInt(value).putInt(value * 31).array();
  }
}
