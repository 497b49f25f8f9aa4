// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.StartedMachine;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Linked loads with their stores, and loads that have passed others of their cell, by hand. */
class PairingTest {
  private StartedMachine started;
  private ThreadState thread;
  private int x;
  private int y;

  @BeforeEach
  void start() throws Exception {
    String code = "LDXR W5,[X21] | LDR W7,[X22] | STR W1,[X22] | STXR W6,W1,[X21]";
    with(StartedMachine.ofThreads("armv8", code, code));
    x = started.cell("x");
    y = started.cell("y");
  }

  private void with(StartedMachine machine) {
    started = machine;
    thread = started.state().writable(0);
    thread.count = 0;
  }

  private int fetch(Predicate<Code> wanted) {
    Code code =
        Arrays.stream(started.machine().program.threads[thread.declaration])
            .filter(wanted)
            .findFirst()
            .orElseThrow();
    return thread.restore(code, ThreadState.NO_GUESS);
  }

  private int load(int cell) {
    int index = fetch(code -> code.opcode == Opcode.LOAD && !code.isLinked());
    thread.setSlot(index, 0, Program.addressOf(cell));
    return index;
  }

  private int store(int cell) {
    int index = fetch(code -> code.opcode == Opcode.STORE);
    thread.setSlot(index, 0, Program.addressOf(cell));
    return index;
  }

  private int done(int index) {
    thread.done[index] = true;
    return index;
  }

  private void requirePassed(boolean passes, int first, int second) {
    assertThat(Pairing.passesRead(thread, second)).isEqualTo(passes);
    assertThat(Pairing.isPassed(thread, first)).isEqualTo(passes);
    assertThat(Pairing.isOpen(thread, second)).isEqualTo(passes);
    assertThat(Pairing.isOpen(thread, first)).isFalse();
  }

  @Test
  void aLoadPassesOneOfItsCellThatIsPending() {
    requirePassed(true, load(x), done(load(x)));
  }

  @Test
  void aLoadPassesOneOfItsCellBeforeAnother() {
    int first = load(x);
    done(load(x));
    store(y);
    requirePassed(true, first, done(load(x)));
  }

  @Test
  void loadsOfDifferentCellsDoNotPass() {
    requirePassed(false, load(y), done(load(x)));
  }

  @Test
  void aLoadThatIsDoneIsNotPassed() {
    requirePassed(false, done(load(x)), done(load(x)));
  }

  @Test
  void aLoadThatIsPendingHasNotPassed() {
    int first = load(x);
    int second = load(x);
    assertThat(Pairing.passesRead(thread, second)).as("if it reads").isTrue();
    assertThat(Pairing.isPassed(thread, first)).isFalse();
    assertThat(Pairing.isOpen(thread, second)).isFalse();
  }

  @Test
  void aLoadBehindAStoreToItsCellReadsThat() {
    int first = load(x);
    store(x);
    requirePassed(false, first, done(load(x)));
  }

  @Test
  void aStoreThatIsDoneHasNotPassed() {
    int first = load(x);
    done(store(x));
    assertThat(Pairing.isPassed(thread, first)).isFalse();
  }

  @Test
  void aLoadOfAnUnknownAddressIsNotPassed() {
    int first = fetch(code -> code.opcode == Opcode.LOAD && !code.isLinked());
    thread.slot[0] = Program.addressOf(x);
    int second = done(load(x));
    assertThat(Pairing.passesRead(thread, second)).isFalse();
    assertThat(Pairing.isOpen(thread, first)).isFalse();
  }

  private int linked() {
    return fetch(Code::isLinked);
  }

  private int conditional() {
    return fetch(code -> code.opcode == Opcode.STORE_CONDITIONAL);
  }

  @Test
  void aLoadWithoutAStoreGivesItsThreadTheLink() {
    Pairing.link(thread, linked(), x);
    assertThat(thread.link).isEqualTo(x);
  }

  @Test
  void aPairedLoadGivesItsStoreTheCell() {
    int load = linked();
    thread.reflected[load] = Pairing.PAIRED;
    store(y);
    int first = conditional();
    int second = conditional();
    assertThat(Pairing.awaitsPair(thread, first)).isTrue();
    Pairing.link(thread, load, x);
    assertThat(thread.link).isEqualTo(ThreadState.NO_LINK);
    assertThat(thread.reflected[first]).isEqualTo(x + 1);
    assertThat(thread.reflected[second]).isZero();
    assertThat(Pairing.awaitsPair(thread, first)).isFalse();
    Pairing.link(thread, load, ThreadState.NO_LINK);
    assertThat(thread.reflected[second]).as("of an older value").isEqualTo(Pairing.LOST);
  }

  @Test
  void aLoadThatNoStoreTakesLinksNothing() {
    int load = linked();
    int store = conditional();
    thread.reflected[load] = Pairing.UNPAIRED;
    Pairing.link(thread, load, x);
    assertThat(thread.link).isEqualTo(ThreadState.NO_LINK);
    assertThat(thread.reflected[store]).isZero();
    thread.reflected[load] = Pairing.PAIRED;
    thread.count--;
    Pairing.link(thread, load, x);
    assertThat(thread.reflected[store]).as("is not in the window").isZero();
  }

  @Test
  void theNextStoreTakesTheLastLinkedLoadThatIsFree() {
    assertThat(Pairing.pendingLink(thread)).isEqualTo(-1);
    int first = linked();
    int second = linked();
    load(x);
    assertThat(Pairing.pendingLink(thread)).isEqualTo(second);
    thread.reflected[second] = Pairing.PAIRED;
    assertThat(Pairing.pendingLink(thread)).isEqualTo(first);
    done(first);
    assertThat(Pairing.pendingLink(thread)).isEqualTo(-1);
  }

  @Test
  void theLoadOfASwapThatFailsStaysAlone() throws Exception {
    with(
        StartedMachine.ofC(
            "armv8",
            """
            #include <stdatomic.h>
            static atomic_int a;
            int main(void) {
              int wanted = 0;
              atomic_compare_exchange_strong(&a, &wanted, 1);
              return 0;
            }
            """));
    int load = linked();
    int store = fetch(code -> code.opcode == Opcode.PAIRED_STORE);
    int behind = linked();
    thread.reflected[load] = Pairing.PAIRED;
    Pairing.unpair(thread, store);
    assertThat(thread.reflected[load]).isEqualTo(Pairing.UNPAIRED);
    assertThat(thread.reflected[behind]).isZero();
    assertThat(Pairing.isOpen(thread, store)).isFalse();
    thread.reflected[store] = Pairing.LOST;
    assertThat(Pairing.isOpen(thread, store)).isTrue();
  }
}
