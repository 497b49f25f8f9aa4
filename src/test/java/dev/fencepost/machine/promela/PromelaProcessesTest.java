// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collapse.SharedPartition;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromelaProcessesTest {
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

  private static List<BitSet> parts(PromelaProgram program) {
    return new PromelaProcesses(program, Reduction.NONE, true).features().sharedParts();
  }

  private static int with(List<BitSet> parts, BitSet bytes) {
    return SharedPartition.with(parts, bytes).bits();
  }

  private static BitSet byteOf(PromelaProgram program, int offset) {
    BitSet bytes = new BitSet();
    bytes.set(program.globals + offset);
    return bytes;
  }

  @Test
  void whatOtherProcessesUseIsInAnotherPart() throws Exception {
    PromelaProgram program = program(RING.replace("OWN", "skip"));
    List<BitSet> parts = parts(program);
    int first = with(parts, byteOf(program, 0));
    int second = with(parts, byteOf(program, 1));
    int third = with(parts, byteOf(program, 2));
    assertThat(first & second).isZero();
    assertThat(first & third).isZero();
    assertThat(second & third).isZero();
  }

  @Test
  void whatNobodyWritesIsWithWhatAllUse() throws Exception {
    PromelaProgram program = program(RING.replace("OWN", "meals == 0"));
    List<BitSet> parts = parts(program);
    BitSet processes = new BitSet();
    processes.set(0);
    assertThat(with(parts, byteOf(program, 3))).isEqualTo(with(parts, processes));
  }

  @Test
  void nothingIsCutWhereProcessesUseEverything() throws Exception {
    assertThat(parts(program(RING.replace("OWN", "fork[fork[me]] = 0")))).hasSize(1);
  }

  @Test
  void anIndexThatMayChangeMeanwhileIsNotKnown() throws Exception {
    String text = RING.replace("OWN", "other = 1 - other; fork[other] = 0");
    assertThat(parts(program(text))).hasSize(1);
  }

  @Test
  void thereAreFewParts() throws Exception {
    String text =
        "byte x[30]; active [30] proctype P() { do :: x[_pid] = 1 - x[_pid]; x[(_pid + 1) % 30] = 0"
            + " od }";
    List<BitSet> parts = parts(program(text));
    assertThat(parts.size()).isBetween(2, 8);
  }

  @Test
  void thePartsTogetherAreWhatIsGlobal() throws Exception {
    PromelaProgram program = program(RING.replace("OWN", "meals++"));
    List<BitSet> parts = parts(program);
    BitSet joined = new BitSet();
    for (BitSet part : parts) {
      assertThat(part.intersects(joined)).isFalse();
      joined.or(part);
    }
    assertThat(joined.cardinality()).isEqualTo(joined.length()).isEqualTo(program.firstProcess);
  }

  @Test
  void anInlineThatNothingCallsDeclaresNoProcess() throws Exception {
    String model =
        """
        byte x;
        inline uncalled() { proctype Z() { x = 3 } }
        proctype A() { x = 1 }
        proctype B() { x = 2 }
        init { run A(); _nr_pr == 1; assert(x == 1) }
        """;
    assertThat(PromelaCorpus.count(model).violations()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "do :: assert(x < 2) od, true",
    "do :: assert(x < 3) od, false",
    "do :: d_step { x == 2 -> assert(x < 2) } :: else od, true",
    "do :: x == 2 -> assert(x < 3) :: else od, false"
  })
  void assertionsOfClaimsAreJudged(String claim, boolean violated) throws Exception {
    String model = "byte x; active proctype P() { x = 1; x = 2 } never { " + claim + " }";
    assertThat(PromelaCorpus.count(model).violations() > 0).isEqualTo(violated);
  }
}
