// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoherenceTest {

  @Test
  void moreCellsBeginThanThereWasRoomFor() {
    Coherence coherence = new Coherence();
    for (int cell = 0; cell < 20; cell++) {
      coherence.begin(cell, cell + 100);
    }
    for (int cell = 0; cell < 20; cell++) {
      assertThat(coherence.value[coherence.base(cell)]).isEqualTo(cell + 100);
    }
  }

  /** The writes of a cell in their order; each comes right behind the first one. */
  private static Coherence inOneCell(int writes) {
    Coherence coherence = new Coherence();
    coherence.begin(1, 0);
    for (int i = 1; i < writes; i++) {
      int write = coherence.insert(0, 0, Coherence.Exclusives.NONE);
      coherence.value[write] = i;
    }
    return coherence;
  }

  private static List<Integer> inOrder(Coherence coherence) {
    List<Integer> order = new ArrayList<>();
    int first = 0;
    while (coherence.rank[first] != 0) {
      first++;
    }
    for (int i = first; i != Coherence.NONE; i = coherence.next(i)) {
      order.add(i);
    }
    return order;
  }

  @Test
  void theNextWriteIsThatOfTheNextRankWhateverItsNumber() {
    Coherence coherence = inOneCell(8);
    assertThat(coherence.last(1, -1)).isEqualTo(1);
    assertThat(inOrder(coherence)).containsExactly(0, 7, 6, 5, 4, 3, 2, 1);
    coherence.insert(7, 0, Coherence.Exclusives.NONE);
    assertThat(inOrder(coherence)).containsExactly(0, 7, 8, 6, 5, 4, 3, 2, 1);
    coherence.permute(new int[] {7, 1, 2, 3, 4, 5, 6, 0, 8}, 9, view -> view);
    assertThat(inOrder(coherence)).containsExactly(7, 0, 8, 6, 5, 4, 3, 2, 1);
  }

  @Test
  void aCopyHasAllWrites() {
    Coherence coherence = inOneCell(20);
    coherence.synced = 7;
    for (int i = 0; i < 20; i++) {
      coherence.message[i] = i + 100L;
      coherence.writer[i] = i + 200;
      coherence.glued[i] = i % 2 == 0;
    }
    Coherence copy = new Coherence();
    copy.copyFrom(coherence);
    assertThat(inOrder(copy)).isEqualTo(inOrder(coherence));
    assertThat(copy.synced).isEqualTo(7);
    assertThat(copy.message[19]).isEqualTo(119);
    assertThat(copy.writer[19]).isEqualTo(219);
    assertThat(copy.value[19]).isEqualTo(19);
    assertThat(copy.glued).startsWith(true, false, true);
    assertThat(copy.before).startsWith(Arrays.copyOf(coherence.before, 20));
    assertThat(copy.exclusiveBefore).startsWith(Arrays.copyOf(coherence.exclusiveBefore, 20));
    assertThat(copy.base(1)).isZero();
  }
}
