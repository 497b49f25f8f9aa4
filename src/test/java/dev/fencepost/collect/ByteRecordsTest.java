// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records of bytes, of any length. */
class ByteRecordsTest extends RecordSetContract {

  @Override
  ByteRecords set(long maxBytes) {
    return new ByteRecords(maxBytes);
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
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void manyWritersThatTakeTurnsFillNoTable() {
    RecordSet records = set(PLENTY);
    List<Writer> writers = Stream.generate(records::newWriter).limit(20).toList();
    writers.forEach(Writer::open);
    int next = 0;
    for (int round = 0; round < 10; round++) {
      for (Writer writer : writers) {
        for (int i = 0; i < 60; i++) {
          writer.add(ByteBuffer.allocate(4).putInt(next++).array(), 0, 4, 0);
        }
        writer.takeBlocks(new IntList());
      }
    }
    writers.forEach(Writer::close);
    assertThat(records.size()).isEqualTo(next);
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
  void aRecordKeepsItsReferenceAndItsTagCanChange() {
    ByteRecords set = set(PLENTY);
    ByteWriter writer = set.newWriter();
    int[] references = new int[10_000];
    writer.open();
    for (int i = 0; i < references.length; i++) {
      references[i] = writer.intern(ByteBuffer.allocate(4).putInt(i).array(), 0, 4, i);
    }
    for (int i = 0; i < references.length; i++) {
      byte[] bytes = ByteBuffer.allocate(4).putInt(i).array();
      assertThat(writer.intern(bytes, 0, 4, -7)).isEqualTo(references[i]);
      assertThat(set.tag(references[i])).isEqualTo(i);
      set.setTag(references[i], -i);
      assertThat(set.tag(references[i])).isEqualTo(-i);
    }
    writer.close();
    assertThat(set.size()).isEqualTo(references.length);
  }

  @Test
  void aFullSetSaysSo() {
    ByteWriter writer = set(1).newWriter();
    writer.open();
    assertThat(writer.intern(new byte[4], 0, 4, 0)).isEqualTo(RecordSet.FULL);
    writer.close();
  }
}
