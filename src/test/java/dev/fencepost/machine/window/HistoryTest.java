// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.memorymodel.LawSteps;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Instances, and which of their steps came before which. */
class HistoryTest {
  private static final int MEMORIES = 3;

  /** So many instances have room at first, and these have not. */
  private static final int ROOM = 8;

  private static final int MANY = 20;

  /** The number of the first step that is no reflection. */
  private static final int DONE = 0;

  private final Code code;

  HistoryTest() throws Exception {
    code =
        StartedMachine.ofThreads("armv8", "STR W1,[X21]", "STR W1,[X21]").machine().program.all[0];
  }

  /** Instances of two threads in turn, each performed right after it came. */
  private History filled(int size) {
    History history = new History(MEMORIES);
    for (int i = 0; i < size; i++) {
      int index = history.add(i % 2, code, 1L << DONE);
      history.cell[index] = i + 100;
      history.secondCell[index] = i + 200;
      history.value[index] = i + 300L;
      history.instanceClass[index] = i + 400;
      history.perform(index, 1L << DONE);
    }
    return history;
  }

  /** The n-th instance came after those before it that are still there. */
  private static void requireInstances(History history, int... left) {
    assertThat(history.count).isEqualTo(left.length);
    for (int i = 0; i < left.length; i++) {
      assertThat(history.thread[i]).isEqualTo(left[i] % 2);
      assertThat(history.code[i]).isNotNull();
      assertThat(history.cell[i]).isEqualTo(left[i] + 100);
      assertThat(history.secondCell[i]).isEqualTo(left[i] + 200);
      assertThat(history.value[i]).isEqualTo(left[i] + 300);
      assertThat(history.instanceClass[i]).isEqualTo(left[i] + 400);
      assertThat(history.isDone(i)).isTrue();
      for (int j = 0; j < left.length; j++) {
        assertThat(history.isBefore(i, DONE, j, DONE)).as("%d before %d", i, j).isEqualTo(i < j);
      }
    }
  }

  private static int[] upTo(int size) {
    int[] all = new int[size];
    Arrays.setAll(all, i -> i);
    return all;
  }

  @Test
  void stepsComeInTheOrderInWhichTheyAreTaken() {
    requireInstances(filled(MANY), upTo(MANY));
  }

  @Test
  void aCopyHasAllInstances() {
    History copy = new History(MEMORIES);
    copy.copyFrom(filled(MANY));
    requireInstances(copy, upTo(MANY));
    copy.copyFrom(filled(3));
    requireInstances(copy, upTo(3));
  }

  @Test
  void theOthersStayAsTheyAreWhenOneIsRemoved() {
    History history = filled(6);
    history.remove(2);
    requireInstances(history, 0, 1, 3, 4, 5);
    history.remove(0);
    requireInstances(history, 1, 3, 4, 5);
    history.remove(3);
    requireInstances(history, 1, 3, 4);
  }

  /** What an earlier instance at its place was related to is forgotten. */
  @Test
  void aNewInstanceComesAfterNothing() {
    History history = filled(4);
    history.remove(3);
    int added = history.add(0, code, 1L << DONE);
    for (int i = 0; i < added; i++) {
      assertThat(history.isBefore(added, DONE, i, DONE)).isFalse();
    }
    assertThat(history.cell[added]).isEqualTo(History.UNKNOWN);
    assertThat(history.secondCell[added]).isEqualTo(History.UNKNOWN);
    assertThat(history.value[added]).isZero();
    assertThat(history.isDone(added)).isFalse();
    assertThat(history.instanceClass[added]).isEqualTo(code.instanceClass);
  }

  @Test
  void theIssueComesBeforeTheOtherStepsThatAreTakenAtOnce() {
    int issue = Long.numberOfTrailingZeros(LawSteps.ISSUE);
    int first = LawSteps.reflectionNumber(0);
    History history = new History(MEMORIES);
    int index = history.add(0, code, LawSteps.ISSUE | 1L << first);
    history.perform(index, LawSteps.ISSUE | 1L << first);
    assertThat(history.isDone(index)).isTrue();
    assertThat(history.isBefore(index, issue, index, first)).isTrue();
    assertThat(history.isBefore(index, first, index, issue)).isFalse();
    assertThat(history.before(index, first, index)).isEqualTo(LawSteps.ISSUE);
  }

  @Test
  void unfinishedInstancesAreThoseOfTheirThread() {
    History history = new History(MEMORIES);
    int other = history.add(1, code, 1);
    int done = history.add(0, code, 1);
    history.perform(done, 1);
    int first = history.add(0, code, 1);
    int second = history.add(0, code, 1);
    assertThat(history.unfinished(0, 0)).isEqualTo(first);
    assertThat(history.unfinished(0, 1)).isEqualTo(second);
    assertThat(history.unfinished(1, 0)).isEqualTo(other);
    assertThatThrownBy(() -> history.unfinished(0, 2)).isInstanceOf(IllegalStateException.class);
    assertThat(history.byThread(2)).containsExactly(done, first, second, other);
  }

  /** One store has reached the creator's memory, and the next one has not. */
  @Test
  void aNewMemoryHasWhatItsCreatorsHas() {
    int from = LawSteps.reflectionNumber(0);
    int to = LawSteps.reflectionNumber(2);
    History history = new History(MEMORIES);
    int early = history.add(0, code, 1L << DONE);
    history.perform(early, 1L << DONE);
    int reached = history.add(0, code, 1L << from);
    int pending = history.add(1, code, 1L << from);
    int load = history.add(1, code, 1L << DONE);
    history.perform(reached, 1L << from);
    history.perform(load, 1L << DONE);
    while (history.count < ROOM) {
      history.add(2, code, 1L << from);
    }
    history.addTarget(0, 2);
    assertThat(history.isDone(reached)).isTrue();
    assertThat(history.isPerformed(reached, to)).isTrue();
    assertThat(history.isPerformed(pending, to)).isFalse();
    assertThat(history.steps[pending]).isEqualTo(1L << from | 1L << to);
    assertThat(history.steps[load]).isEqualTo(1L << DONE);
    assertThat(history.isBefore(early, DONE, reached, to)).isTrue();
    assertThat(history.isBefore(reached, to, early, DONE)).isFalse();
    assertThat(history.isBefore(reached, to, load, DONE)).isTrue();
    assertThat(history.isBefore(reached, from, reached, to)).isTrue();
    assertThat(history.isBefore(reached, to, reached, from)).isFalse();
    assertThat(history.isBefore(load, DONE, reached, to)).isFalse();
    history.perform(pending, 1L << from);
    assertThat(history.isBefore(reached, to, pending, from)).isTrue();
    assertThat(history.before(pending, from, reached)).isEqualTo(1L << from | 1L << to);
    history.setBefore(pending, from, reached, 0);
    assertThat(history.isBefore(reached, to, pending, from)).isFalse();
    assertThat(history.isBefore(early, DONE, pending, from)).isTrue();
    assertThat(history.isBefore(load, DONE, pending, from)).isTrue();
    history.clear();
    assertThat(history.count).isZero();
  }

  /** All places are taken. */
  @Test
  void aFullHistoryHasNoPlaceBehindItsLastInstance() {
    History history = filled(ROOM);
    assertThat(history.byThread(2)).containsExactly(0, 2, 4, 6, 1, 3, 5, 7);
    assertThatThrownBy(() -> history.unfinished(0, 0)).isInstanceOf(IllegalStateException.class);
    history.remove(ROOM - 1);
    history.remove(1);
    requireInstances(history, 0, 2, 3, 4, 5, 6);
  }
}
