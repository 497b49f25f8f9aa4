// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RecordTagTest {

  @Test
  void aRecordKeepsItsReferenceAndItsTagCanChange() {
    ByteRecords set = new ByteRecords(1L << 30);
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
    ByteWriter writer = new ByteRecords(1).newWriter();
    writer.open();
    assertThat(writer.intern(new byte[4], 0, 4, 0)).isEqualTo(RecordSet.FULL);
    writer.close();
  }
}
