// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No operand of an instruction is left out: it has its meaning, or is refused. */
class OperandsTest {

  /** One thread; the program's lines are separated by bars. */
  private static List<String> states(String arch, String init, String program, String places)
      throws InvalidInputException {
    String lines = String.join(" ;\n ", program.split("\\s*\\|\\s*"));
    String text =
        "%s operands\n{ %s }\n P0 ;\n %s ;\nlocations [%s]\nforall (true)\n"
            .formatted(arch, init, lines, places);
    LitmusTest test = LitmusFrontEnd.parse("t.litmus", text);
    return LitmusRun.of(test, BuiltInModels.named("sc").orElseThrow()).finalStates().texts();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AArch64 ! MOV X3,#1,LSL #16 ! LSL #16",
        "AArch64 ! CMP X0,W1,UXTW ! UXTW",
        "AArch64 ! CMP X1,X2,LSL #12 ! LSL #12",
        "AArch64 ! CMP X1,#1,LSL #12 ! LSL #12",
        "AArch64 ! LDR X1,[X2],#8,#8 ! #8",
        "AArch64 ! LDAR X1,[X2],#8 ! #8",
        "AArch64 ! STLR X1,[X2],#8 ! #8",
        "AArch64 ! LDXR X1,[X2],#8 ! #8",
        "AArch64 ! CBZ X1,L,X2 | L: ! X2",
        "AArch64 ! B L,L | L: ! L",
        "AArch64 ! CBNZ X1,L,X2 | L: ! X2",
        "AArch64 ! DMB SY,ST ! ST",
        "AArch64 ! ISB ST ! ST",
        "AArch64 ! NOP X1 ! X1",
        "AArch64 ! SXTW X1,W2,W3 ! W3",
        "PPC ! sync 1 ! 1",
        "PPC ! lwsync 0 ! 0",
        "PPC ! eieio 0 ! 0",
        "PPC ! isync 0 ! 0",
        "PPC ! nop r1 ! r1",
        "PPC ! li r1,1,2 ! 2",
        "PPC ! mr r3,r2,r1 ! r1",
        "PPC ! lwz r2,0(r1),5 ! 5",
        "PPC ! stw r2,0(r1),5 ! 5",
        "PPC ! b L,L | L: ! L",
        "PPC ! beq cr0,L,L | L: ! L",
        "PPC ! cmpw cr0,r1,r2,r3 ! r1",
        "RISCV ! li x7,3,4 ! 4",
        "RISCV ! mv x7,x6,x5 ! x5",
        "RISCV ! lw x7,0(x6),x5 ! x5",
        "RISCV ! sd x7,0(x6),x5 ! x5",
        "RISCV ! lr.w x7,0(x6),x5 ! x5",
        "RISCV ! fence.i rw ! rw",
        "RISCV ! fence.tso rw,rw ! rw",
        "RISCV ! beq x1,x2,x3,L | L: ! x3",
        "RISCV ! bnez x1,x2,L | L: ! x2",
        "RISCV ! j L,L | L: ! L",
        "X86 ! MFENCE EAX ! EAX",
        "X86 ! NOP EAX ! EAX",
        "X86 ! MOV EAX,EBX,ECX ! ECX",
        "X86 ! INC EAX,EBX ! EBX",
        "X86 ! CMP EAX,EBX,ECX ! ECX",
        "X86 ! XCHG [x],EAX,EBX ! EBX",
        "X86 ! LOCK XADD [x],EAX,EBX ! EBX",
        "X86 ! LOCK CMPXCHG [x],EAX,EBX ! EBX",
        "X86 ! JMP L,L | L: ! L",
        "X86_64 ! mfence %eax ! %eax",
        "X86_64 ! addl $1,%eax,%ebx ! $1",
        "X86_64 ! lock incl %eax,(x) ! %eax",
      })
  void anOperandWithoutMeaningIsRefused(String line) {
    String[] parts = line.split(" ! ", -1);
    assertThatThrownBy(() -> states(parts[0], "", parts[1], "x;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("t.litmus:4:2: error: ")
        .hasMessageContaining("with the operand '" + parts[2] + "' is not supported")
        .hasMessageContaining("hint: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AArch64 ! LDR X0,[X1,X2,SXTX,X3]",
        "AArch64 ! LDR X0,[X1,#8,X3]",
        "AArch64 ! LDR X0,[X1,X2,LSL #3]",
        "AArch64 ! LDR X0,[X1,W2]",
        "AArch64 ! LDR X0,[X1,X2,SXTW]",
        "AArch64 ! LDR X0,[X1,W2,SXTW #3]",
        "AArch64 ! LDR X1,[X1],#8",
        "AArch64 ! STR W1,[X1],#8",
        "AArch64 ! LDR X0,[X1,#8],#8",
        "AArch64 ! LDR X0,[X1,#8]!",
        "AArch64 ! LDR X0,[X1],X2",
        "X86 ! LOCK ADD EAX,[x]",
        "X86 ! LOCK ADD EAX,EBX",
        "X86 ! LOCK XCHG EAX,EBX",
        "X86 ! LOCK MOV [x],EAX",
        "X86 ! LOCK MFENCE",
        "X86 ! LOCK JMP L",
        "X86 ! LOCK CMP [x],EAX",
        "X86 ! LOCK XADD EAX,[x]",
        "X86 ! LOCK CMPXCHG EAX,[x]",
        "X86 ! MOV [x],[x]",
        "X86 ! ADD [x],[y]",
        "X86 ! XCHG [x],[y]",
        "X86 ! XCHG [x],$1",
        "X86 ! CMP [x],[y]",
        "X86_64 ! movq (x),(y)",
        "X86_64 ! lock addq (x),%rax",
      })
  void operandsThatNoProcessorKnowsAreRefused(String line) {
    String[] parts = line.split(" ! ", -1);
    assertThatThrownBy(() -> states(parts[0], "", parts[1], "x;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("t.litmus:4:2: error: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "LDR X2,[X1],#8 | LDR X3,[X1] ! 0:X2=1; 0:X3=2; a[0]=1; a[1]=2;",
        "STR X4,[X1],#8 | STR X5,[X1] | LDR X3,[X1],#-8 | LDR X2,[X1] ! 0:X2=7; 0:X3=8; a[0]=7;"
            + " a[1]=8;",
      })
  void anAccessMovesItsBase(String program, String state) throws InvalidInputException {
    String init = "int64_t a[2]={1,2}; 0:X1=a; 0:X4=7; 0:X5=8;";
    assertThat(states("AArch64", init, program, "0:X2;0:X3;a[0];a[1];")).containsExactly(state);
  }

  /** Neither the base nor what was loaded depends on the other. */
  @ParameterizedTest
  @CsvSource({"'LDR X4,[X1],#8', true", "'LDR X4,[X1]', true", "'LDR X4,[X2]', false"})
  void aMovedBaseDependsOnNoLoad(String access, boolean allowed) throws InvalidInputException {
    String text =
        """
        AArch64 MP
        { 0:X1=x; 0:X3=f; int64_t x[2]; f=x; 1:X3=f; 1:X1=x; 1:X2=x; }
         P0          | P1                ;
         MOV X0,#1   | LDR X0,[X3]       ;
         STR X0,[X1] | EOR X5,X0,X0      ;
         DMB SY      | ADD X2,X2,X5      ;
         STR X0,[X3] | %s                ;
        exists (1:X0=1 /\\ 1:X4=0)
        """
            .formatted(access);
    LitmusTest test = LitmusFrontEnd.parse("t.litmus", text);
    LitmusRun run = LitmusRun.of(test, BuiltInModels.named("armv8").orElseThrow());
    assertThat(run.finalStates().outcome() == Outcome.ALLOWED).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"5, 3, SXTW, 8", "5, -3, SXTW, 2", "5, -1, UXTW, 4294967300"})
  void anExtendedSumIsOfNumbersToo(long left, long right, String extension, String sum)
      throws InvalidInputException {
    String init = "int64_t 0:X1=%d; int64_t 0:X2=%d; int64_t 0:X3;".formatted(left, right);
    assertThat(states("AArch64", init, "ADD X3,X1,W2," + extension, "0:X3;"))
        .containsExactly("0:X3=" + sum + ";");
  }

  /** A compare-and-exchange that succeeds does not write the accumulator. */
  @ParameterizedTest
  @CsvSource({
    "lock cmpxchgl, 7, 21474836487, 3",
    "lock cmpxchgl, 8, 8, 8",
    "lock cmpxchgq, 7, 7, 7",
  })
  void theAccumulatorKeepsWhatStandsAboveAHalf(String name, int x, long rax, int left)
      throws InvalidInputException {
    boolean half = name.endsWith("l");
    String init = "uint64_t 0:rax=21474836487; int x=%d; uint64_t 0:rbx=3;".formatted(x);
    String program = name + (half ? " %ebx,(x)" : " %rbx,(x)");
    assertThat(states("X86_64", init, program, "0:rax;x;"))
        .containsExactly("0:rax=%d; [x]=%d;".formatted(rax, left));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AArch64 ! B.EQ L | L:",
        "AArch64 ! CSEL X1,X2,X3,EQ",
        "X86 ! JE L | L:",
      })
  void aConditionNeedsAComparison(String line) {
    String[] parts = line.split(" ! ", -1);
    assertThatThrownBy(() -> states(parts[0], "", parts[1], "x;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.litmus:4:2: error: no comparison comes before it");
  }
}
