// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.State;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write is settled once no thread can be behind it; what it has settled is dropped. */
class SettlementTest {
  private static final int WINDOW = 6;

  /** A thread that may write y, so that what y holds is open. */
  private static final String OTHER = "stw r1,0(r22)";

  private static StartedMachine started(String... threads)
      throws InvalidInputException, LimitException {
    return StartedMachine.ofThreads("power", threads);
  }

  /** The first store of P0 is written behind the last write of x. */
  private static int write(StartedMachine started, long value) {
    State state = started.state();
    int cell = started.cell("x");
    Coherence coherence = state.coherence;
    coherence.begin(cell, state.memory[cell]);
    int last = coherence.last(cell, -1);
    assertThat(state.writable(0).cell(0, 0)).isEqualTo(cell);
    Propagation.write(state, 0, 0, last, value);
    state.threads[0].remove(0);
    return coherence.count - 1;
  }

  private static Settlement settle(StartedMachine started, int window) {
    Settlement settlement =
        new Settlement(started.machine().program, started.machine().checked.footprints(), window);
    settlement.settle(started.state());
    return settlement;
  }

  private static void see(StartedMachine started, int thread, int write) {
    State state = started.state();
    state.writable(thread).views.coherent |= state.coherence.upTo(write);
  }

  @Test
  void aWriteThatAPendingLoadMayMissIsKept() throws Exception {
    StartedMachine started = started("stw r1,0(r21)", "lwz r3,0(r21)");
    write(started, 1);
    settle(started, WINDOW);
    Coherence coherence = started.state().coherence;
    assertThat(coherence.count).isEqualTo(2);
    assertThat(coherence.value).startsWith(0, 1);
    assertThat(coherence.base).startsWith(true, false);
    assertThat(Propagation.oldest(started.state(), 1, 0)).as("the initial value").isZero();
  }

  @Test
  void aWriteThatAllHaveSeenIsWhatMemoryHolds() throws Exception {
    StartedMachine started = started("stw r1,0(r21)", "lwz r3,0(r21)");
    see(started, 1, write(started, 1));
    settle(started, WINDOW);
    assertThat(started.state().coherence.count).isZero();
    assertThat(started.state().memory[started.cell("x")]).isEqualTo(1);
    assertThat(started.state().threads[1].views.coherent).isZero();
  }

  @Test
  void onlyWritesBeforeTheLastThatAllHaveSeenAreDropped() throws Exception {
    StartedMachine started = started("stw r1,0(r21) | stw r2,0(r21)", "lwz r3,0(r21)");
    int first = write(started, 1);
    write(started, 2);
    see(started, 1, first);
    settle(started, WINDOW);
    Coherence coherence = started.state().coherence;
    assertThat(coherence.count).isEqualTo(2);
    assertThat(coherence.value).startsWith(1, 2);
    assertThat(coherence.base).startsWith(true, false);
    assertThat(coherence.rank).startsWith(0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lwz r3,0(r22)", "stw r1,0(r22)", "nop"})
  void aThreadThatWillNotAccessTheCellIsNotWaitedFor(String thread) throws Exception {
    StartedMachine started = started("stw r1,0(r21)", thread);
    write(started, 1);
    settle(started, WINDOW);
    assertThat(started.state().coherence.count).isZero();
  }

  /** The access comes after the branch, or has no address yet. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stw r1,0(r21)",
        "lwz r3,0(r22) | cmpwi r3,0 | beq L | lwz r4,0(r21) | L:",
        "lwz r3,0(r22) | cmpwi r3,0 | beq L | stw r1,0(r21) | L:",
        "lwz r3,0(r22) | xor r4,r3,r3 | add r21,r21,r4 | lwz r5,0(r21)",
        "lwz r3,0(r22) | xor r4,r3,r3 | add r21,r21,r4 | stw r1,0(r21)",
      })
  void aThreadThatMayStillAccessTheCellIsWaitedFor(String thread) throws Exception {
    StartedMachine started = started("stw r1,0(r21)", thread, OTHER);
    write(started, 1);
    settle(started, WINDOW);
    assertThat(started.state().coherence.count).isEqualTo(2);
  }

  @Test
  void aThreadThatHasSeenAWriteByAFenceIsNotBehindIt() throws Exception {
    StartedMachine started =
        started("stw r1,0(r21)", "lwz r3,0(r22) | cmpwi r3,0 | beq L | lwz r4,0(r21) | L:", OTHER);
    int written = write(started, 1);
    State state = started.state();
    state.writable(1).views.seen |= state.coherence.upTo(written);
    settle(started, WINDOW);
    assertThat(state.coherence.count).isZero();
  }

  @Test
  void theBoundShowsTheOldestWritesWhereWritesRepeat() throws Exception {
    StartedMachine started = started("L: stw r1,0(r21) | b L", "lwz r3,0(r21)");
    for (int i = 1; i <= 4; i++) {
      write(started, i);
    }
    Settlement settlement = settle(started, 2);
    assertThat(settlement.boundHit).isTrue();
    Coherence coherence = started.state().coherence;
    assertThat(coherence.count).as("a base and two more").isEqualTo(3);
    assertThat(coherence.value).startsWith(2, 3, 4);
  }

  @Test
  void thereIsNoBoundWhereNoWriteRepeats() throws Exception {
    StartedMachine started =
        started("stw r1,0(r21) | stw r2,0(r21)", "L: lwz r3,0(r21) | cmpwi r3,0 | beq L");
    write(started, 1);
    write(started, 2);
    Settlement settlement = settle(started, 1);
    assertThat(settlement.boundHit).isFalse();
    assertThat(started.state().coherence.count).isEqualTo(3);
  }

  /** The link of a thread that has read an older write is lost when that is dropped. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLinkBreaksWhenALaterWriteIsSettled(boolean readTheWrite) throws Exception {
    StartedMachine started =
        started(
            "stw r1,0(r21)",
            "lwarx r3,0,r22 | cmpwi r3,0 | beq L | stwcx. r1,0,r21 | lwz r4,0(r21) | L:",
            OTHER);
    int written = write(started, 1);
    State state = started.state();
    see(started, 1, written);
    state.writable(1).link = started.cell("x");
    state.threads[1].views.link = readTheWrite ? state.coherence.upTo(written) : 1;
    settle(started, WINDOW);
    assertThat(state.coherence.count).isZero();
    assertThat(state.threads[1].link == started.cell("x")).isEqualTo(readTheWrite);
  }
}
