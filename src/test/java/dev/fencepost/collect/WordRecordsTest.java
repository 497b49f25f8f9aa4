// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Lists of numbers in words, whose fields get wider as greater numbers come. */
class WordRecordsTest extends RecordSetContract {

  @Override
  WordRecords set(long maxBytes) {
    return new WordRecords(maxBytes);
  }

  @Test
  void stagedRecordsFollowWhenFieldsGetWider() {
    WordRecords set = set(PLENTY);
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
  void whatIsStagedElsewhereIsKeptWhenRoomIsSharedAnew() {
    WordRecords set = set(PLENTY);
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
  void saysSoWhenAListDoesNotFitIntoAWord() {
    WordRecords set = set(PLENTY);
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
    WordRecords set = set(PLENTY);
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
  void writersCanBeClosedWhereThereWasNoMemoryForALargerTable() {
    WordRecords set = set(PLENTY);
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
