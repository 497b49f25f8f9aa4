// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which load a store-exclusive belongs to, and what an atomic without a result orders. */
class ExclusivesTest {

  /** The final states, on which the machine and the axioms agree. */
  private static List<String> finals(String model, String text) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("exclusives.litmus", text);
    List<String> allowed = CandidateExecutions.of(test, CpuModel.all().get(model)).texts();
    LitmusRun run = LitmusRun.of(test, BuiltInModels.named(model).orElseThrow());
    assertThat(run.finalStates().texts()).isEqualTo(allowed);
    return allowed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"SWP W5,W6,[X3]", "CAS W5,W6,[X3]", "STADD W5,[X3]", "LDADD W5,W6,[X3]"})
  void anAtomicLeavesAPairAsItIs(String atomic) throws InvalidInputException {
    String text =
        """
        AArch64 between
        { 0:X1=x; 0:X3=y; 0:X4=7; 0:X5=8; }
        P0              ;
        LDXR W0,[X1]    ;
        %s              ;
        STXR W2,W4,[X1] ;
        locations [x;]
        exists (0:X2=0)
        """
            .formatted(atomic);
    assertThat(finals("armv8", text)).containsExactly("0:X2=0; [x]=7;", "0:X2=1; [x]=0;");
  }

  @Test
  void aLoadExclusiveThatIsLeftOpenIsNotTheLoadOfAnAtomic() throws InvalidInputException {
    String text =
        """
        AArch64 open
        { 0:X1=x; 0:X2=y; 1:X2=y; 0:X4=1; }
        P0             | P1          ;
        LDXR W0,[X2]   | MOV W0,#1   ;
        SWP W4,W5,[X1] | STR W0,[X2] ;
        locations [y;]
        exists (x=1)
        """;
    assertThat(finals("armv8", text)).containsExactly("[x]=1; [y]=1;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "AArch64 ! X ! LDXR W0,[X2] ! LDXR W5,[X1] ! STXR W6,W4,[X1]",
        "RISCV ! x ! lr.w x10,0(x2) ! lr.w x5,0(x1) ! sc.w x6,x4,0(x1)"
      })
  void aStoreBelongsToTheLastLoadBeforeIt(
      String name, String register, String first, String second, String third)
      throws InvalidInputException {
    boolean arm = name.equals("AArch64");
    String other = arm ? "STR W4,[X2]" : "sw x4,0(x2)";
    String text =
        """
        %1$s two
        { 0:%2$s1=x; 0:%2$s2=y; 1:%2$s2=y; 0:%2$s4=1; 1:%2$s4=1; }
        P0   | P1   ;
        %3$s | %6$s ;
        %4$s |      ;
        %5$s |      ;
        locations [x;]
        exists (0:%2$s6=0)
        """
            .formatted(name, register, first, second, third, other);
    assertThat(finals(arm ? "armv8" : "riscv", text))
        .containsExactly(
            "0:%s6=0; [x]=1;".formatted(register), "0:%s6=1; [x]=0;".formatted(register));
  }

  /** {@code first}: the store that fails for no reason, or because its cell is another one. */
  @ParameterizedTest
  @ValueSource(strings = {"STXR W2,W4,[X1]", "STXR W2,W4,[X3]"})
  void aStoreThatFailsTakesTheLink(String first) throws InvalidInputException {
    String text =
        """
        AArch64 twice
        { 0:X1=x; 0:X3=y; 0:X4=7; 0:X5=8; }
        P0              ;
        LDXR W0,[X1]    ;
        %s              ;
        STXR W7,W5,[X1] ;
        exists (0:X7=0)
        """
            .formatted(first);
    assertThat(finals("armv8", text)).containsExactly("0:X7=1;");
    LitmusTest test = LitmusFrontEnd.parse("twice.litmus", text);
    for (String model : List.of("sc", "tso", "riscv", "power")) {
      LitmusRun run = LitmusRun.of(test, BuiltInModels.named(model).orElseThrow());
      assertThat(run.finalStates().texts()).as(model).containsExactly("0:X7=1;");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "SWPAL W0,WZR ! 4",
        "LDADDAL W0,WZR ! 4",
        "CASAL WZR,W0 ! 4",
        "SWPL W0,W9 ! 4",
        "SWPAL W0,W9 ! 3"
      })
  void anAtomicWithoutAResultDoesNotAcquire(String atomic, int states)
      throws InvalidInputException {
    String text =
        """
        AArch64 SB
        { 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }
        P0          | P1          ;
        MOV W0,#1   | MOV W0,#1   ;
        %1$s,[X1]   | %1$s,[X2]   ;
        LDR W3,[X2] | LDR W3,[X1] ;
        exists (0:X3=0 /\\ 1:X3=0)
        """
            .formatted(atomic);
    assertThat(finals("armv8", text)).hasSize(states);
  }
}
