// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A log keeps a view of each value of its thread, and the older values of cells. */
class ReadLogTest {
  private static final int COUNT = 3;
  private static final int EVENTS = 20;
  private static final int MARKS = 20;

  private final ProgramCode program;
  private final int registers;
  private final ReadLog log;

  ReadLogTest() throws Exception {
    StartedMachine started =
        StartedMachine.ofThreads(
            "armv8", "LDR W5,[X21] | DMB LD | STR W5,[X22] | CAS W5,W1,[X23]", "STR W1,[X21]");
    program = started.machine().program;
    registers = program.maxRegisters;
    log = filled();
  }

  private ReadLog filled() {
    ReadLog filled = new ReadLog(program);
    for (int i = 0; i < EVENTS; i++) {
      filled.add(i % 5, 100 + i, i % 3 == 0);
      filled.dead[i] = i % 2 == 0;
    }
    for (int cell = MARKS; cell > 0; cell--) {
      filled.setSince(cell, 20 + cell, 30 + cell, 40 + cell);
    }
    number(filled.register);
    number(filled.operand);
    number(filled.slot);
    number(filled.result);
    number(filled.offered);
    number(filled.done);
    filled.link = 1;
    filled.floor = 2;
    filled.branches = 3;
    filled.addresses = 4;
    return filled;
  }

  private static void number(int[] views) {
    Arrays.setAll(views, i -> i + 1);
  }

  private ReadLog copy() {
    ReadLog copy = new ReadLog(program);
    copy.copyFrom(log, registers, COUNT);
    return copy;
  }

  @Test
  void manyCellsHaveTheirOwnFirstPoints() {
    for (int cell = 1; cell <= MARKS; cell++) {
      assertThat(log.since(cell, false)).isEqualTo(20 + cell);
      assertThat(log.since(cell, true)).isEqualTo(30 + cell);
      assertThat(log.value(cell)).isEqualTo(40 + cell);
    }
    assertThat(log.marks).isEqualTo(MARKS);
    assertThat(log.since(0, true)).isZero();
    assertThat(log.since(MARKS + 1, false)).isZero();
    assertThat(log.value(MARKS + 1)).isEqualTo(ReadView.START);
    log.setSince(7, 1, 3, 2);
    assertThat(log.marks).isEqualTo(MARKS);
    assertThat(log.since(7, false)).isEqualTo(1);
    assertThat(log.since(7, true)).isEqualTo(3);
    assertThat(log.value(7)).isEqualTo(2);
    assertThat(log.since(8, false)).isEqualTo(28);
    assertThat(log.since(8, true)).isEqualTo(38);
  }

  @Test
  void aCopyHasAllEventsAndViews() {
    ReadLog copy = copy();
    assertThat(copy.events).isEqualTo(EVENTS);
    assertThat(copy.cell).startsWith(Arrays.copyOf(log.cell, EVENTS));
    assertThat(copy.old).startsWith(Arrays.copyOf(log.old, EVENTS));
    assertThat(copy.dead).startsWith(Arrays.copyOf(log.dead, EVENTS));
    assertThat(copy.joined).startsWith(Arrays.copyOf(log.joined, EVENTS));
    assertThat(copy.markedCell).startsWith(Arrays.copyOf(log.markedCell, MARKS));
    assertThat(copy.markedSince).startsWith(Arrays.copyOf(log.markedSince, MARKS));
    assertThat(copy.markedAcquired).startsWith(Arrays.copyOf(log.markedAcquired, MARKS));
    assertThat(copy.markedValue).startsWith(Arrays.copyOf(log.markedValue, MARKS));
    assertThat(copy.register).isEqualTo(log.register);
    assertThat(copy.operand).startsWith(Arrays.copyOf(log.operand, COUNT * program.maxOperands));
    assertThat(copy.slot).startsWith(Arrays.copyOf(log.slot, COUNT * program.maxSlots));
    assertThat(copy.result).startsWith(1, 2, 3);
    assertThat(copy.offered).startsWith(1, 2, 3);
    assertThat(copy.done).isEqualTo(log.done);
    assertThat(copy.link).isEqualTo(1);
    assertThat(copy.floor).isEqualTo(2);
    assertThat(copy.branches).isEqualTo(3);
    assertThat(copy.addresses).isEqualTo(4);
    copy.copyFrom(new ReadLog(program), registers, COUNT);
    requireEmpty(copy);
  }

  @Test
  void aLogThatEndsHasNoViews() {
    log.clear();
    requireEmpty(log);
  }

  private static void requireEmpty(ReadLog log) {
    assertThat(log.isEmpty()).isTrue();
    assertThat(log.marks).isZero();
    assertThat(log.register).containsOnly(ReadView.START);
    assertThat(log.operand).containsOnly(ReadView.START);
    assertThat(log.slot).containsOnly(ReadView.START);
    assertThat(log.result).containsOnly(ReadView.START);
    assertThat(log.offered).containsOnly(0);
    assertThat(log.done).containsOnly(ReadView.START);
    assertThat(log.link + log.floor + log.branches + log.addresses).isZero();
  }

  @Test
  void moreRoomHasAllOfAnInstance() {
    log.reserve(EVENTS);
    assertThat(log.operand).hasSize(EVENTS * program.maxOperands).startsWith(1, 2, 3);
    assertThat(log.slot).hasSize(EVENTS * program.maxSlots).startsWith(1, 2, 3);
    assertThat(log.result).hasSize(EVENTS).startsWith(1, 2, 3);
    assertThat(log.offered).hasSize(EVENTS).startsWith(1, 2, 3);
  }

  @Test
  void whatIsBehindAnInstanceThatLeavesMovesDown() {
    log.remove(1, 1);
    assertThat(log.result).startsWith(1, 3, 3);
    assertThat(log.offered).startsWith(1, 3, 3);
    for (int i = 0; i < 2 * program.maxOperands; i++) {
      int moved = i < program.maxOperands ? i : i + program.maxOperands;
      assertThat(log.operand[i]).isEqualTo(moved + 1);
    }
    for (int i = 0; i < 2 * program.maxSlots; i++) {
      int moved = i < program.maxSlots ? i : i + program.maxSlots;
      assertThat(log.slot[i]).isEqualTo(moved + 1);
    }
  }

  @Test
  void aNewInstanceHasNoViews() {
    log.restore(1);
    assertThat(log.result).startsWith(1, 0, 3);
    assertThat(log.offered).startsWith(1, 0, 3);
    for (int i = 0; i < COUNT * program.maxOperands; i++) {
      assertThat(log.operand[i]).isEqualTo(i / program.maxOperands == 1 ? 0 : i + 1);
    }
    for (int i = 0; i < COUNT * program.maxSlots; i++) {
      assertThat(log.slot[i]).isEqualTo(i / program.maxSlots == 1 ? 0 : i + 1);
    }
  }

  private void requireDifferent(Consumer<ReadLog> change) {
    ReadLog other = copy();
    change.accept(other);
    assertThat(log.sameAs(other, new int[] {0, registers - 1}, COUNT)).isFalse();
    assertThat(other.sameAs(log, new int[] {0, registers - 1}, COUNT)).isFalse();
  }

  @Test
  void threadsWithTheSameLogAreAlike() {
    ReadLog other = copy();
    other.register[1]++;
    other.result[COUNT]++;
    assertThat(log.sameAs(other, new int[] {0, registers - 1}, COUNT)).isTrue();
  }

  @Test
  void threadsThatDifferInALogAreNotAlike() {
    requireDifferent(other -> other.add(1, 2, false));
    requireDifferent(other -> other.floor++);
    requireDifferent(other -> other.branches++);
    requireDifferent(other -> other.addresses++);
    requireDifferent(other -> other.register[0]++);
    requireDifferent(other -> other.register[registers - 1]++);
    requireDifferent(other -> other.cell[EVENTS - 1]++);
    requireDifferent(other -> other.old[EVENTS - 1]++);
    requireDifferent(other -> other.dead[EVENTS - 1] ^= true);
    requireDifferent(other -> other.markedCell[MARKS - 1]++);
    requireDifferent(other -> other.markedSince[MARKS - 1]++);
    requireDifferent(other -> other.markedAcquired[MARKS - 1]++);
    requireDifferent(other -> other.markedValue[MARKS - 1]++);
    requireDifferent(other -> other.setSince(MARKS + 1, 0, 0, 0));
    requireDifferent(other -> other.result[COUNT - 1]++);
    requireDifferent(other -> other.done[other.done.length - 1]++);
    for (int i = 0; i < COUNT * program.maxSlots; i++) {
      int at = i;
      requireDifferent(other -> other.slot[at]++);
    }
    for (int i = 0; i < COUNT * program.maxOperands; i++) {
      int at = i;
      requireDifferent(other -> other.operand[at]++);
    }
  }
}
