// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordNotesTest {

  @Test
  void shortRecordsThatLieSideBySideHaveNotesOfTheirOwn() {
    ByteRecords records = new ByteRecords(Long.MAX_VALUE);
    RecordNotes<Integer> notes = new RecordNotes<>();
    Map<Integer, Integer> expected = new HashMap<>();
    ByteWriter writer = records.newWriter();
    writer.open();
    for (int i = 0; i < 100_000; i++) {
      int length = i < 200 ? 1 : i < 20_000 ? 2 : 4;
      byte[] record = ByteBuffer.allocate(4).putInt(i << 8 * (4 - length)).array();
      int reference = writer.intern(record, 0, length, 0);
      assertThat(notes.add(reference, i)).isEqualTo(!expected.containsKey(reference));
      expected.putIfAbsent(reference, i);
    }
    writer.close();
    assertThat(expected).hasSize((int) records.size());
    expected.forEach((reference, note) -> assertThat(notes.get(reference)).isEqualTo(note));
    assertThat(notes.bytes()).isGreaterThan(4L * expected.size());
  }

  @Test
  void aNoteIsAddedOnceAndReplacedAtAnyTime() {
    RecordNotes<String> notes = new RecordNotes<>();
    assertThat(notes.get(7)).isNull();
    assertThat(notes.add(7, "first")).isTrue();
    assertThat(notes.add(7, "second")).isFalse();
    assertThat(notes.replace(7, "third")).isEqualTo("first");
    assertThat(notes.get(7)).isEqualTo("third");
    assertThat(notes.replace(11, "other")).isNull();
  }
}
