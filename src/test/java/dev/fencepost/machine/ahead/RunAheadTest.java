// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which loads may read what their cells held before, and what they come after. */
class RunAheadTest {
  private static final String ARM = "armv8";
  private static final String WRITER = "STR W1,[X21] | DMB SY | STR W1,[X22]";

  /** P0 writes x and then y, in this order for all; P1 reads y and then x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "LDR W5,[X22]                                                      ! ALLOWED",
        "LDR W5,[X22] | CBZ W5,L | L:                                      ! ALLOWED",
        "LDR W5,[X22] | ISB                                                ! ALLOWED",
        "LDR W5,[X22] | CBZ W5,L | L: | ISB                                ! FORBIDDEN",
        "LDR W5,[X22] | DMB LD                                             ! FORBIDDEN",
        "LDR W5,[X22] | DMB ST                                             ! ALLOWED",
        "LDAR W5,[X22]                                                     ! FORBIDDEN",
        "LDR W5,[X22] | EOR W6,W5,W5 | ADD X21,X21,W6,SXTW                 ! FORBIDDEN",
        // an address that a load in between needs
        "LDR W5,[X22] | EOR W6,W5,W5 | LDR W7,[X23,W6,SXTW]                ! ALLOWED",
        "LDR W5,[X22] | EOR W6,W5,W5 | LDR W7,[X23,W6,SXTW] | ISB          ! FORBIDDEN",
        "LDR W5,[X22] | EOR W6,W5,W5 | STR W1,[X23,W6,SXTW]                ! ALLOWED",
      })
  void messages(String behind, Outcome outcome) throws InvalidInputException {
    String reader = behind + " | LDR W4,[X21]";
    assertThat(StartedMachine.outcome(ARM, "1:X5=1 /\\ 1:X4=0", WRITER, reader)).isEqualTo(outcome);
  }

  /** Each asks whether the earlier ones can go, and those ask in turn. */
  @ParameterizedTest
  @ValueSource(strings = {"LDAR W5,[X22]", "LDR W5,[X22] | DMB SY"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void manyLoadsOfOneCellMayWaitTogether(String first) throws InvalidInputException {
    String reader = first + " | LDR W4,[X21]".repeat(40);
    assertThat(StartedMachine.outcome(ARM, "1:X5=1 /\\ 1:X4=0", WRITER, reader))
        .isEqualTo(Outcome.FORBIDDEN);
  }

  /** P1 reads y, writes z, reads that and by it finds x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "CBZ W5,L | L: | STR W1,[X23]                                      ! ALLOWED",
        "EOR W6,W5,W5 | ADD W6,W6,#1 | STR W6,[X23]                        ! FORBIDDEN",
        "EOR W6,W5,W5 | STR W1,[X23,W6,SXTW]                               ! FORBIDDEN",
      })
  void whatALoadTakesFromAStoreHasTheViewOfTheStore(String store, Outcome outcome)
      throws InvalidInputException {
    String reader =
        "LDR W5,[X22] | %s | LDR W7,[X23] | EOR W8,W7,W7 | LDR W4,[X21,W8,SXTW]".formatted(store);
    assertThat(StartedMachine.outcome(ARM, "1:X5=1 /\\ 1:X7=1 /\\ 1:X4=0", WRITER, reader))
        .isEqualTo(outcome);
  }

  /** P1 reads z twice between y and x, at first by the address of y; P2 may write z. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({"0, 0, ALLOWED", "0, 1, FORBIDDEN", "1, 0, FORBIDDEN"})
  void readsOfOneCellStayInOrder(int first, int second, Outcome outcome)
      throws InvalidInputException {
    String reader =
        "LDR W5,[X22] | EOR W6,W5,W5 | LDR W7,[X23,W6,SXTW] | LDR W8,[X23]"
            + " | EOR W9,W8,W8 | LDR W4,[X21,W9,SXTW]";
    String condition = "1:X5=1 /\\ 1:X7=%d /\\ 1:X8=%d /\\ 1:X4=0".formatted(first, second);
    assertThat(StartedMachine.outcome(ARM, condition, WRITER, reader, "STR W1,[X23]"))
        .isEqualTo(outcome);
  }

  /** P0 reads x and writes y; P1 reads y and writes x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "NOP                                                       ! ALLOWED",
        "CBZ W5,L | L:                                             ! FORBIDDEN",
        "EOR W6,W5,W5 | LDR W7,[X23,W6,SXTW]                       ! FORBIDDEN",
      })
  void storesNeverRunAhead(String between, Outcome outcome) throws InvalidInputException {
    String one = "LDR W5,[X21] | " + between + " | STR W1,[X22]";
    String other = "LDR W5,[X22] | EOR W6,W5,W5 | ADD W6,W6,#1 | STR W6,[X21]";
    assertThat(StartedMachine.outcome(ARM, "0:X5=1 /\\ 1:X5=1", one, other)).isEqualTo(outcome);
  }

  /** A log of events of the cells 3, 4, 3, 3; the last two are of one step. */
  private static ThreadState logged() throws Exception {
    ThreadState thread = StartedMachine.ofThreads(ARM, "NOP").state().threads[0];
    thread.log.add(3, 10, false);
    thread.log.add(4, 20, false);
    thread.log.add(3, 11, true);
    thread.log.add(3, 12, false);
    return thread;
  }

  @Test
  void aCellHasAValueFromTheLastEventOnToTheNext() throws Exception {
    ReadLog log = logged().log;
    assertThat(CellHistory.nextEvent(log, 3, 0)).isZero();
    assertThat(CellHistory.nextEvent(log, 3, 1)).isEqualTo(2);
    assertThat(CellHistory.nextEvent(log, 4, 2)).as("until now").isEqualTo(4);
    assertThat(CellHistory.since(log, 3, 2, false)).isEqualTo(1);
    assertThat(CellHistory.since(log, 3, 0, false)).isZero();
    assertThat(CellHistory.since(log, 3, 3, false)).as("no point is within a step").isEqualTo(4);
  }

  @Test
  void whoHasReadAValueReadsNoOlderOne() throws Exception {
    ThreadState thread = logged();
    CellHistory.read(thread.log, 3, 2);
    ReadLog log = thread.log;
    assertThat(log.since(3, false)).isEqualTo(1);
    assertThat(log.since(3, true)).isEqualTo(1);
    assertThat(CellHistory.nextEvent(log, 3, 0)).isEqualTo(2);
    assertThat(CellHistory.nextEvent(log, 4, 0)).as("another cell").isEqualTo(1);
    assertThat(CellHistory.since(log, 3, 2, false)).as("as before").isEqualTo(1);
  }

  @Test
  void aLoadThatAcquiresReadsAnOwnAtomicLater() throws Exception {
    ThreadState thread = logged();
    thread.log.setSince(3, 1, 3, ReadView.at(3));
    CellHistory.read(thread.log, 3, 0);
    assertThat(CellHistory.since(thread.log, 3, 0, false)).isEqualTo(1);
    assertThat(CellHistory.since(thread.log, 3, 0, true)).isEqualTo(3);
    assertThat(CellHistory.value(thread.log, 3, 0)).as("as before").isEqualTo(ReadView.at(3));
    assertThat(CellHistory.since(thread.log, 3, 2, true)).as("a write of another").isEqualTo(1);
  }

  @Test
  void whoHasWrittenACellReadsNothingOlder() throws Exception {
    ThreadState thread = logged();
    CellHistory.wroteNow(thread.log, 3);
    ReadLog log = thread.log;
    assertThat(CellHistory.nextEvent(log, 3, 0)).isEqualTo(4);
    assertThat(CellHistory.since(log, 3, 4, false)).isEqualTo(4);
    assertThat(CellHistory.since(log, 3, 4, true)).isEqualTo(4);
    assertThat(CellHistory.value(log, 3, 4)).isEqualTo(ReadView.START);
    assertThat(CellHistory.nextEvent(log, 4, 0)).isEqualTo(1);
  }
}
