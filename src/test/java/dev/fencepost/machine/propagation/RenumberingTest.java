// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.State;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes are numbered by cell and coherence, whatever order they came in. */
class RenumberingTest {
  private static final int FIRST_CELL = 0;
  private static final int SECOND_CELL = 1;

  private State state;
  private Coherence coherence;

  @BeforeEach
  void start() throws Exception {
    state = StartedMachine.ofThreads("power", "lwz r3,0(r21)", "lwz r3,0(r22)").state();
    coherence = state.coherence;
  }

  private int insert(int after, int by, long value) {
    int write = coherence.insert(after, 0, Coherence.Exclusives.NONE);
    coherence.writer[write] = by;
    coherence.value[write] = value;
    return write;
  }

  private static long view(int... writes) {
    return Arrays.stream(writes).mapToLong(write -> 1L << write).reduce(0, (a, b) -> a | b);
  }

  private void keep(int... writes) {
    new Renumbering(state, view(writes)).run();
  }

  /** The second cell is written first, and a write of it goes before another one. */
  private void fill() {
    coherence.begin(SECOND_CELL, 10);
    int last = insert(0, 0, 12);
    int middle = insert(0, 1, 11);
    coherence.begin(FIRST_CELL, 0);
    int other = insert(3, 1, 1);
    assertThat(view(last, middle, other)).isEqualTo(view(1, 2, 4));
  }

  @Test
  void writesAreInTheOrderOfCellsAndOfCoherence() {
    fill();
    keep(1, 2, 4);
    assertThat(coherence.count).isEqualTo(5);
    assertThat(coherence.cell)
        .startsWith(FIRST_CELL, FIRST_CELL, SECOND_CELL, SECOND_CELL, SECOND_CELL);
    assertThat(coherence.value).startsWith(0, 1, 10, 11, 12);
    assertThat(coherence.rank).startsWith(0, 1, 0, 1, 2);
    assertThat(coherence.writer).startsWith(Coherence.NOBODY, 1, Coherence.NOBODY, 1, 0);
    assertThat(coherence.base).startsWith(true, false, true, false, false);
  }

  @Test
  void viewsNameTheSameWritesAsBefore() {
    fill();
    state.writable(0).views.coherent = view(1, 2);
    state.threads[0].views.seen = view(4);
    state.writable(1).views.register[0] = view(2, 4);
    coherence.synced = view(2);
    coherence.message[1] = view(4);
    keep(1, 2, 4);
    assertThat(state.threads[0].views.coherent).isEqualTo(view(4, 3));
    assertThat(state.threads[0].views.seen).isEqualTo(view(1));
    assertThat(state.threads[1].views.register[0]).isEqualTo(view(3, 1));
    assertThat(coherence.synced).isEqualTo(view(3));
    assertThat(coherence.message[4]).isEqualTo(view(1));
    assertThat(coherence.before[4]).as("the one before by coherence").isEqualTo(view(3));
  }

  @Test
  void viewsForgetWhatIsNotKept() {
    fill();
    state.writable(0).views.coherent = view(0, 1, 2);
    keep(1, 4);
    assertThat(coherence.value).startsWith(0, 1, 10, 12);
    assertThat(coherence.count).isEqualTo(4);
    assertThat(state.threads[0].views.coherent).isEqualTo(view(3));
  }

  @Test
  void aBaseThatSaysNoMoreThanMemoryIsDropped() {
    coherence.begin(FIRST_CELL, 5);
    coherence.begin(SECOND_CELL, 6);
    int write = insert(1, 0, 7);
    keep(write);
    assertThat(coherence.count).isEqualTo(2);
    assertThat(coherence.value).startsWith(6, 7);
  }

  @Test
  void aBaseThatComesAfterAnotherWriteIsKept() {
    coherence.begin(FIRST_CELL, 5);
    coherence.begin(SECOND_CELL, 6);
    int write = insert(1, 0, 7);
    coherence.message[0] = view(write);
    keep(write);
    assertThat(coherence.count).isEqualTo(3);
    assertThat(coherence.value).startsWith(5, 6, 7);
    assertThat(coherence.message).startsWith(view(2));
  }

  @Test
  void whoHasEndedIsNobody() {
    fill();
    state.writable(1).ended = true;
    keep(1, 2, 4);
    assertThat(coherence.writer)
        .startsWith(Coherence.NOBODY, Coherence.NOBODY, Coherence.NOBODY, Coherence.NOBODY, 0);
  }

  /** Of a write before the base only its place is of interest. */
  @Test
  void whatNobodyCanReadAnyMoreHasNoValue() {
    fill();
    coherence.base[0] = false;
    coherence.base[1] = true;
    keep(1, 2, 4);
    assertThat(coherence.cell).startsWith(FIRST_CELL, FIRST_CELL, SECOND_CELL, SECOND_CELL);
    assertThat(coherence.value).startsWith(0, 1, 0, 12);
    assertThat(coherence.writer).startsWith(Coherence.NOBODY, 1, Coherence.NOBODY, 0);
  }
}
