// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.StartedMachine;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instances that have finished behind a swap of a guessed outcome, or an unknown address. */
class GuessedOutcomeTest {
  private StartedMachine started;
  private ThreadState thread;

  @BeforeEach
  void start() throws Exception {
    started =
        StartedMachine.ofC(
            "sc",
            """
            #include <fencepost.h>
            static int a;
            int main(void) { int r = cas(&a, 0, 1); a = r; return a; }
            """);
    thread = new ThreadState(started.machine().program);
  }

  private int fetch(Opcode opcode, int guess) {
    Code code =
        Arrays.stream(started.machine().program.all)
            .filter(each -> each.opcode == opcode)
            .findFirst()
            .orElseThrow();
    int index = thread.restore(code, guess);
    thread.known[index] = 0;
    return index;
  }

  private int known(int index) {
    thread.setSlot(index, 0, Program.addressOf(started.cell("a")));
    return index;
  }

  @Test
  void aGuessThatSomethingWentOnIsOneThatTheRunHangsOn() {
    int succeeds = fetch(Opcode.CAS, 1);
    int fails = fetch(Opcode.CAS, 0);
    int open = fetch(Opcode.CAS, ThreadState.NO_GUESS);
    int behind = fetch(Opcode.CAS, 1);
    int store = fetch(Opcode.STORE, ThreadState.NO_GUESS);
    assertThat(thread.hangsOnOutcome(succeeds)).isFalse();
    thread.pass(behind);
    assertThat(thread.hangsOnOutcome(succeeds)).isTrue();
    assertThat(thread.hangsOnOutcome(fails)).isTrue();
    assertThat(thread.hangsOnOutcome(open)).isFalse();
    assertThat(thread.hangsOnOutcome(behind)).isFalse();
    thread.guess[store] = 3;
    assertThat(thread.hangsOnOutcome(store)).as("no swap").isFalse();
    assertThat(thread.guessedOutcome(succeeds)).isEqualTo(1);
    assertThat(thread.guessedOutcome(fails)).isZero();
    assertThat(thread.guessedOutcome(open)).isEqualTo(ThreadState.NO_GUESS);
  }

  @Test
  void whatFinishesBehindASwapHasGoneOnItsGuess() {
    int swap = known(fetch(Opcode.CAS, 1));
    assertThat(thread.finish(known(fetch(Opcode.STORE, ThreadState.NO_GUESS)), false)).isFalse();
    assertThat(thread.hangsOnOutcome(swap)).isTrue();
    assertThat(thread.count).isEqualTo(1);
  }

  @Test
  void whatFinishesBehindAnUnknownAddressStaysWithItsOwn() {
    fetch(Opcode.STORE, ThreadState.NO_GUESS);
    int load = known(fetch(Opcode.LOAD, ThreadState.NO_GUESS));
    int most = started.machine().program.maxSlots;
    Arrays.fill(thread.slot, load * most + 1, (load + 1) * most, 7);
    assertThat(thread.finish(load, true)).isTrue();
    assertThat(thread.done[load]).isTrue();
    assertThat(thread.slot(load, 0)).isEqualTo(Program.addressOf(started.cell("a")));
    for (int slot = 1; slot < most; slot++) {
      assertThat(thread.slot(load, slot)).isZero();
    }
    assertThat(thread.finish(known(fetch(Opcode.LOAD, ThreadState.NO_GUESS)), false)).isFalse();
    assertThat(thread.count).isEqualTo(2);
  }

  @Test
  void whatFinishesBehindKnownAddressesLeaves() {
    thread.done[fetch(Opcode.STORE, ThreadState.NO_GUESS)] = true;
    known(fetch(Opcode.STORE, ThreadState.NO_GUESS));
    int load = fetch(Opcode.LOAD, ThreadState.NO_GUESS);
    assertThat(thread.finish(load, true)).as("its own address does not count").isFalse();
    assertThat(thread.count).isEqualTo(2);
  }

  @Test
  void anInstanceThatBecomesAnotherHasNothingOfTheFirst() {
    int load = known(fetch(Opcode.LOAD, ThreadState.NO_GUESS));
    int store = known(fetch(Opcode.STORE, ThreadState.NO_GUESS));
    int most = started.machine().program.maxSlots;
    Arrays.fill(thread.slot, store * most, (store + 1) * most, 7);
    thread.reflected[store] = 1;
    thread.become(store, thread.code[load]);
    assertThat(thread.code[store]).isSameAs(thread.code[load]);
    assertThat(thread.known[store]).isZero();
    assertThat(thread.reflected[store]).isZero();
    for (int slot = 0; slot < most; slot++) {
      assertThat(thread.slot(store, slot)).isZero();
    }
    assertThat(thread.slot(load, 0)).isEqualTo(Program.addressOf(started.cell("a")));
  }
}
