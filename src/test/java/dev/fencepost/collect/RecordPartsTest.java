// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sets whose records are cut into parts do all that others do. */
class RecordPartsTest extends ByteRecordsTest {

  @Override
  ByteRecords set(long maxBytes) {
    return ByteRecords.withParts(maxBytes);
  }

  @Override
  @Test
  void takesFewBytesBesideTheRecords() {
    ByteRecords records = set(PLENTY);
    ByteWriter writer = records.newWriter();
    writer.open();
    byte[] record = new byte[50];
    int count = 1_000_000;
    for (int i = 0; i < count; i++) {
      ByteBuffer.wrap(record).putInt(4, i % 1000).putInt(36, i / 1000);
      writer.add(record, 0, record.length, 0);
    }
    writer.close();
    assertThat(records.size()).isEqualTo(count);
    assertThat(records.bytes() / count).isLessThan(42);
  }

  @Test
  void putsRecordsOfAnyLengthTogetherAgain() {
    ByteRecords records = set(PLENTY);
    ByteWriter writer = records.newWriter();
    writer.open();
    Random random = new Random(1);
    Cursor cursor = new Cursor();
    for (int length = 0; length < 200; length++) {
      byte[] record = new byte[length + 3];
      random.nextBytes(record);
      int reference = writer.intern(record, 2, length, 7);
      assertThat(writer.intern(record, 2, length, 8)).isEqualTo(reference);
      records.read(reference, cursor);
      assertThat(ByteBuffer.wrap(cursor.bytes(), cursor.offset(), cursor.length()))
          .isEqualTo(ByteBuffer.wrap(record, 2, length));
      assertThat(cursor.tag()).isEqualTo(7);
    }
    writer.close();
  }
}
