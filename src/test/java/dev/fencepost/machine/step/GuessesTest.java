// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a compare-and-swap of ARMv8 lets go before its outcome is known. */
class GuessesTest {
  /** P0 reads x and then writes y; P1 reads y, compares with that, and writes x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "it fails       ! MOV W13,W8; CASAL W13,W12,[X3]                          ! ALLOWED",
        "it succeeds    ! MOV W13,#2; EOR W14,W8,W8; ADD W12,W12,W14; CASAL W13,W12,[X4] !"
            + " FORBIDDEN",
        "a branch       ! MOV W13,W8; CASAL W13,W12,[X3]; CMP W13,W8; B.EQ L; L:  ! FORBIDDEN",
        "a fence        ! MOV W13,W8; CASAL W13,W12,[X3]; DMB ST                  ! ALLOWED",
        "a full fence   ! MOV W13,W8; CASAL W13,W12,[X3]; DMB SY                  ! FORBIDDEN",
      })
  void storesPassOneThatFails(String name, String between, Outcome outcome)
      throws InvalidInputException {
    List<String> reader = List.of("LDR W3,[X1]", "DMB SY", "MOV W5,#2", "STR W5,[X2]");
    List<String> writer = new ArrayList<>(List.of("LDR W8,[X2]", "MOV W12,#3"));
    writer.addAll(List.of(between.split("; *", -1)));
    writer.addAll(List.of("MOV W5,#3", "STR W5,[X1]"));
    assertThat(outcome("0:X3=3 /\\ 1:X8=2", reader, writer)).isEqualTo(outcome);
  }

  /** P0 writes x and then z; P1 swaps z, which it expects to be 1, and reads x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "an address   ! CAS W13,W12,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]      ! ALLOWED",
        "an acquire   ! CASA W13,W12,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]     ! FORBIDDEN",
        "a load       ! LDR W13,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]          ! FORBIDDEN",
        "an isb       ! CAS W13,W12,[X3]; CBNZ W13,L; L: ISB; LDR W9,[X1]          ! FORBIDDEN",
        "an addition  ! LDADD W12,W13,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]    ! FORBIDDEN",
      })
  void whatWasExpectedIsKnownEarly(String name, String swap, Outcome outcome)
      throws InvalidInputException {
    List<String> writer = List.of("MOV W5,#1", "STR W5,[X1]", "DMB SY", "STR W5,[X3]");
    List<String> reader = new ArrayList<>(List.of("MOV W12,#3", "MOV W13,#1"));
    reader.addAll(List.of(swap.split("; *", -1)));
    assertThat(outcome("1:X13=1 /\\ 1:X9=0", writer, reader)).isEqualTo(outcome);
  }

  private static Outcome outcome(String condition, List<String> first, List<String> second)
      throws InvalidInputException {
    StringBuilder text = new StringBuilder("AArch64 guess\n{ [w]=2; ");
    for (int i = 0; i < 2; i++) {
      text.append("%d:X1=x; %d:X2=y; %d:X3=z; %d:X4=w; ".formatted(i, i, i, i));
    }
    text.append("}\nP0 | P1 ;\n");
    for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
      text.append(i < first.size() ? first.get(i) : "").append(" | ");
      text.append(i < second.size() ? second.get(i) : "").append(" ;\n");
    }
    text.append("exists (").append(condition).append(")\n");
    return LitmusRun.of(
            LitmusFrontEnd.parse("guess", text.toString()),
            BuiltInModels.named("armv8").orElseThrow())
        .finalStates()
        .outcome();
  }
}
