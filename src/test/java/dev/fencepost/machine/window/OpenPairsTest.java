// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.StartedMachine;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whether threads can close their pairs one after the other. The first thread has a pair of x, the
 * second one a pair of y; each store-conditional stands where a test puts it.
 */
class OpenPairsTest {
  private StartedMachine started;
  private State state;
  private int x;
  private int y;

  @BeforeEach
  void start() throws Exception {
    String thread = "LDXR W5,[X21] | STR W1,[X22] | STXR W6,W1,[X21] | LDR W7,[X22]";
    started = StartedMachine.ofThreads("armv8", thread, thread);
    state = started.state();
    x = started.cell("x");
    y = started.cell("y");
    empty();
  }

  private void empty() {
    for (int number = 0; number < state.threadCount; number++) {
      state.writable(number).count = 0;
    }
  }

  /** Adds an instance whose address is not known. */
  private int fetch(int number, Opcode opcode) {
    ThreadState thread = state.writable(number);
    Code code =
        Arrays.stream(started.machine().program.threads[thread.declaration])
            .filter(each -> each.opcode == opcode)
            .findFirst()
            .orElseThrow();
    return thread.restore(code, ThreadState.NO_GUESS);
  }

  private int fetch(int number, Opcode opcode, int cell) {
    int index = fetch(number, opcode);
    state.threads[number].setSlot(index, 0, Program.addressOf(cell));
    return index;
  }

  /** The store of a pair whose load has read memory. */
  private void pair(int number, int cell) {
    int index = fetch(number, Opcode.STORE_CONDITIONAL, cell);
    state.threads[number].reflected[index] = cell + 1;
  }

  private boolean canClose() {
    assertThat(OpenPairs.areThere(state)).isTrue();
    return OpenPairs.canClose(state);
  }

  @Test
  void aThreadWithoutPairsHasNothingToClose() {
    fetch(0, Opcode.STORE);
    assertThat(OpenPairs.areThere(state)).isFalse();
    assertThat(OpenPairs.canClose(state)).isTrue();
  }

  @Test
  void pairsOfDifferentCellsAreClosedOneAfterTheOther() {
    pair(0, x);
    pair(1, y);
    assertThat(canClose()).isTrue();
  }

  @Test
  void aStoreBeforeAPairMayWriteWhatNobodyHasOpen() {
    fetch(0, Opcode.STORE, y);
    pair(0, x);
    assertThat(canClose()).isTrue();
  }

  @Test
  void whoseStoreBreaksAPairClosesLast() {
    fetch(0, Opcode.STORE, y);
    pair(0, x);
    pair(1, y);
    assertThat(canClose()).isTrue();
  }

  @Test
  void storesThatBreakThePairsOfEachOtherKeepBothOpen() {
    fetch(0, Opcode.STORE, y);
    pair(0, x);
    fetch(1, Opcode.STORE, x);
    pair(1, y);
    assertThat(canClose()).isFalse();
  }

  @Test
  void whatAStoreWritesIsNoAddress() {
    int index = fetch(0, Opcode.STORE, started.cell("z"));
    state.threads[0].setSlot(index, 1, Program.addressOf(y));
    pair(0, x);
    fetch(1, Opcode.STORE, x);
    pair(1, y);
    assertThat(canClose()).isTrue();
  }

  @Test
  void aLoadBreaksNoPair() {
    fetch(0, Opcode.LOAD, y);
    pair(0, x);
    fetch(1, Opcode.LOAD, x);
    pair(1, y);
    assertThat(canClose()).isTrue();
  }

  @Test
  void aStoreThatIsDoneBreaksNoPair() {
    state.threads[0].done[fetch(0, Opcode.STORE, y)] = true;
    pair(0, x);
    fetch(1, Opcode.STORE, x);
    pair(1, y);
    assertThat(canClose()).isTrue();
  }

  @Test
  void storesBehindAPairDoNotCount() {
    pair(0, x);
    fetch(0, Opcode.STORE, y);
    pair(1, y);
    fetch(1, Opcode.STORE, x);
    assertThat(canClose()).isTrue();
  }

  @Test
  void aStoreOfAnUnknownAddressMayBreakAnything() {
    fetch(0, Opcode.STORE);
    pair(0, x);
    assertThat(canClose()).isFalse();
  }

  @Test
  void aLoadOfAnUnknownAddressBreaksNoPair() {
    fetch(0, Opcode.LOAD);
    pair(0, x);
    assertThat(canClose()).isTrue();
  }

  @Test
  void aPairThatHasNotReadIsNotClosed() {
    fetch(0, Opcode.STORE_CONDITIONAL, x);
    assertThat(canClose()).isFalse();
  }

  @Test
  void aPairOfAnotherCellThanItsLoadIsNotClosed() {
    int index = fetch(0, Opcode.STORE_CONDITIONAL, x);
    state.threads[0].reflected[index] = y + 1;
    assertThat(canClose()).isFalse();
  }

  @Test
  void aPairOfAnUnknownAddressMayBeOfAnyCell() {
    fetch(0, Opcode.STORE_CONDITIONAL);
    pair(1, y);
    assertThat(canClose()).isFalse();
  }

  @Test
  void aPairThatReadItsWindowClosesWithIt() {
    int index = fetch(0, Opcode.STORE_CONDITIONAL, x);
    state.threads[0].reflected[index] = x + 1 | Pairing.FORWARDED;
    assertThat(canClose()).isTrue();
  }

  /** A swap whose cell was written since its load, and a mutex that somebody may have. */
  @Test
  void aLostPairAndALockAreNotClosed() throws Exception {
    started =
        StartedMachine.ofC(
            "armv8",
            """
            #include <pthread.h>
            #include <stdatomic.h>
            static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            static atomic_int a;
            int main(void) {
              int wanted = 0;
              pthread_mutex_lock(&m);
              atomic_compare_exchange_strong(&a, &wanted, 1);
              return 0;
            }
            """);
    state = started.state();
    int a = started.cell("a");
    empty();
    int index = fetch(0, Opcode.PAIRED_STORE, a);
    assertThat(OpenPairs.areThere(state)).as("its load has not read").isFalse();
    state.threads[0].reflected[index] = a + 1;
    assertThat(canClose()).isTrue();
    state.threads[0].reflected[index] = Pairing.LOST;
    assertThat(canClose()).isFalse();
    empty();
    fetch(0, Opcode.LOCK, started.cell("m"));
    index = fetch(0, Opcode.PAIRED_STORE, a);
    state.threads[0].reflected[index] = a + 1;
    assertThat(canClose()).isFalse();
  }
}
