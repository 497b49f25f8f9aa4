// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which accesses of a thread took effect against its program order. */
class ReorderingTest {
  private static final int PENDING = 0;

  private final List<TraceAccess> accesses = new ArrayList<>();

  /** Adds the next access of a thread: its kind, its cell and the step that performed it. */
  private void access(int thread, String kind, String cell, int step) {
    boolean known = step != PENDING;
    accesses.add(
        new TraceAccess(
            thread,
            accesses.size(),
            kind,
            Origin.of(cell),
            cell,
            known ? "1" : "",
            0,
            step,
            Optional.empty()));
  }

  private List<String> found() {
    return Reordering.in(accesses).stream()
        .map(pair -> pair.later().location() + " before " + pair.earlier().location())
        .toList();
  }

  @Test
  void accessesInProgramOrderAreNoReordering() {
    access(0, "W", "x", 1);
    access(0, "R", "y", 2);
    access(0, "R", "z", 2);
    assertThat(found()).as("two accesses of one step have no order").isEmpty();
  }

  @Test
  void anAccessPassesAnEarlierOneThatTakesEffectLater() {
    access(0, "W", "x", 2);
    access(0, "R", "y", 1);
    assertThat(found()).containsExactly("y before x");
  }

  @Test
  void anAccessPassesAnEarlierOneThatIsPendingAtTheEnd() {
    access(0, "W", "x", PENDING);
    access(0, "R", "y", 1);
    access(0, "W", "z", PENDING);
    assertThat(found()).as("what is pending passes nothing").containsExactly("y before x");
  }

  @Test
  void ofSeveralThatWerePassedTheLastIsNamed() {
    access(0, "W", "x", 5);
    access(0, "W", "y", 4);
    access(0, "R", "v", 1);
    access(0, "R", "z", 3);
    assertThat(found()).containsExactly("y before x", "v before y", "z before y");
  }

  @Test
  void threadsDoNotPassEachOther() {
    access(0, "W", "x", 5);
    access(1, "R", "x", 1);
    access(1, "R", "y", 2);
    access(0, "R", "y", 6);
    assertThat(found()).isEmpty();
  }

  @Test
  void aStoreThatWillWriteNothingIsNotPassed() {
    access(0, "W", "x", PENDING);
    access(0, "R", "y", 1);
    TraceAccess store = accesses.removeFirst();
    assertThat(store.pending()).isTrue();
    assertThat(store.cancelled().pending()).isFalse();
    accesses.addFirst(store.cancelled());
    assertThat(found()).isEmpty();
  }

  @Test
  void aLoadBeforeTheFirstStepHasItsValue() {
    access(0, "R", "x", PENDING);
    access(0, "W", "x", PENDING);
    access(0, "C", "x", PENDING);
    TraceAccess load = accesses.get(0);
    assertThat(load.pending()).isTrue();
    assertThat(load.known("x", "7", 0).pending()).isFalse();
    assertThat(accesses.get(1).known("x", "7", 0).pending()).isTrue();
    assertThat(accesses.get(2).known("x", "7", 0).pending()).isTrue();
    assertThat(accesses.get(2).known("x", "7", 1).pending()).isFalse();
  }

  @Test
  void aReadModifyWriteReadsAndWrites() {
    access(0, "R", "x", 1);
    access(0, "W", "x", 2);
    access(0, "C", "x", 3);
    assertThat(accesses).extracting(TraceAccess::reads).containsExactly(true, false, true);
    assertThat(accesses).extracting(TraceAccess::writes).containsExactly(false, true, true);
  }
}
