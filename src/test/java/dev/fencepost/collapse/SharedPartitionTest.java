// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedPartitionTest {

  private static BitSet bytes(int... set) {
    BitSet bytes = new BitSet();
    IntStream.of(set).forEach(bytes::set);
    return bytes;
  }

  @Test
  void bytesOfTheSameProcessesAreOnePart() {
    List<BitSet> parts =
        SharedPartition.of(5, List.of(bytes(0, 1, 4), bytes(2, 3, 4)), bytes(0, 1, 2, 3, 4));
    assertThat(parts).containsExactly(bytes(0, 1), bytes(2, 3), bytes(4));
    assertThat(SharedPartition.with(parts, bytes(1, 4))).isEqualTo(new PartSet(0b101));
  }

  @Test
  void whatNeverChangesIsWithWhatAllUse() {
    List<BitSet> parts = SharedPartition.of(4, List.of(bytes(0, 3), bytes(1, 3)), bytes(0, 1, 3));
    assertThat(parts).containsExactly(bytes(0), bytes(1), bytes(2, 3));
  }

  @Test
  void nothingIsCutWhereMostProcessesUseEverything() {
    List<BitSet> used = List.of(bytes(0, 1), bytes(0, 1), bytes(0));
    assertThat(SharedPartition.of(3, used, bytes(0, 1))).containsExactly(bytes(0, 1, 2));
  }

  @Test
  void thereAreFewParts() {
    List<BitSet> used = IntStream.range(0, 20).mapToObj(SharedPartitionTest::bytes).toList();
    BitSet all = new BitSet();
    all.set(0, 20);
    assertThat(SharedPartition.of(20, used, all)).hasSize(8);
  }

  @Test
  void aPartHasZeroForOthers() {
    byte[] part = new byte[3];
    SharedPartition.take(bytes(0, 2), new byte[] {9, 1, 2, 3}, 1, part);
    assertThat(part).containsExactly(1, 0, 3);
  }
}
