// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class CutsTest {
  private static final String RING =
      """
      byte fork[3]; byte meals;
      proctype Philosopher(byte me) {
        byte other = (me + 1) % 3;
        do :: atomic { fork[me] == 0 -> fork[me] = 1 }; fork[(me + 1) % 3] = 1; OWN od
      }
      init { run Philosopher(0); run Philosopher(1); run Philosopher(2) }
      """;

  private static PromelaProgram program(String text) throws Exception {
    return new PromelaProgram(PromelaFrontEnd.translate(SourceUnit.of("model.pml", text)));
  }

  private static Cuts cuts(PromelaProgram program) {
    return Cuts.of(program, new GlobalFootprints(program, Reduction.NONE));
  }

  private static BitSet byteOf(PromelaProgram program, int offset) {
    BitSet bytes = new BitSet();
    bytes.set(program.globals + offset);
    return bytes;
  }

  @Test
  void whatOtherProcessesUseIsInAnotherPart() throws Exception {
    PromelaProgram program = program(RING.replace("OWN", "skip"));
    Cuts cuts = cuts(program);
    int first = cuts.with(byteOf(program, 0));
    int second = cuts.with(byteOf(program, 1));
    int third = cuts.with(byteOf(program, 2));
    assertThat(first & second).isZero();
    assertThat(first & third).isZero();
    assertThat(second & third).isZero();
  }

  @Test
  void whatNobodyWritesIsWithWhatAllUse() throws Exception {
    PromelaProgram program = program(RING.replace("OWN", "meals == 0"));
    Cuts cuts = cuts(program);
    BitSet processes = new BitSet();
    processes.set(0);
    assertThat(cuts.with(byteOf(program, 3))).isEqualTo(cuts.with(processes));
  }

  @Test
  void nothingIsCutWhereProcessesUseEverything() throws Exception {
    assertThat(cuts(program(RING.replace("OWN", "fork[fork[me]] = 0"))).count()).isEqualTo(1);
  }

  @Test
  void anIndexThatMayChangeMeanwhileIsNotKnown() throws Exception {
    String text = RING.replace("OWN", "other = 1 - other; fork[other] = 0");
    assertThat(cuts(program(text)).count()).isEqualTo(1);
  }

  @Test
  void thereAreFewParts() throws Exception {
    String text =
        "byte x[30]; active [30] proctype P() { do :: x[_pid] = 1 - x[_pid]; x[(_pid + 1) % 30] = 0"
            + " od }";
    Cuts cuts = cuts(program(text));
    assertThat(cuts.count()).isBetween(2, 8);
  }

  @Test
  void thePartsTogetherAreWhatIsGlobal() throws Exception {
    PromelaProgram program = program(RING.replace("OWN", "meals++"));
    Cuts cuts = cuts(program);
    byte[] state = new byte[program.firstProcess + 3];
    for (int i = 0; i < state.length; i++) {
      state[i] = (byte) (i + 1);
    }
    byte[] joined = new byte[program.firstProcess];
    byte[] part = new byte[program.firstProcess];
    for (int i = 0; i < cuts.count(); i++) {
      cuts.take(i, state, 3, part);
      for (int at = 0; at < part.length; at++) {
        assertThat(joined[at] == 0 || part[at] == 0).isTrue();
        joined[at] |= part[at];
      }
    }
    assertThat(joined).isEqualTo(Arrays.copyOfRange(state, 3, state.length));
  }
}
