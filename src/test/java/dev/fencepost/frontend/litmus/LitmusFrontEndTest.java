// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.machine.AttributeCheck;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LitmusFrontEndTest {

  private static List<String> finalStates(String text, String model) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("test.litmus", text);
    return LitmusRun.of(test, BuiltInModels.named(model).orElseThrow()).finalStates().texts();
  }

  /** One thread of X86 with a condition that observes what is asked for. */
  private static String x86(String rows, String locations) {
    return "X86 test\n{x=1;}\n P0 ;\n" + rows + "\nlocations [" + locations + "]\nexists (true)";
  }

  @Test
  void readsOldFilesWithCommentsAndTrailingBlocks() throws InvalidInputException {
    String text =
        """
        X86 n1 (nOne) "a text with { and (* in it"
        {x = 0; P1:EAX = 3};
        (* a comment (* in a comment *) ; *)
         P0        | P1          ;
         mov [x],2 |             ;
                   | xchg [x],EAX;
        final (P1:EAX = 2 /\\ x = 3);
        with
        tso: ~exists;
        <<
        show 3
        >>
        """;

    assertThat(finalStates(text, "tso")).containsExactly("1:EAX=0; [x]=2;", "1:EAX=2; [x]=3;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MOV EAX,$5; ADD EAX,[x]; SUB EAX,$7      | 0:EAX     | 0:EAX=-1;",
        "MOV EAX,$2; LOCK XADD [x],EAX            | 0:EAX;x   | 0:EAX=1; [x]=3;",
        "LOCK INC [x]; INC [x]; LOCK DEC [x]      | x         | [x]=2;",
        "MOV EBX,$4; MOV EAX,$1; LOCK CMPXCHG [x],EBX; JE E; MOV [x],$9; E: | x | [x]=4;",
        "MOV EAX,$2; CMP EAX,$1; JLE E; MOV [x],$9; E: NOP      | x | [x]=9;",
        "L: INC [x]; CMP [x],$3; JNE L; AND [x],$2; OR [x],$4    | x | [x]=6;",
        "MOV EAX,$1; MOV EBX,$2; XCHG EAX,EBX; XOR EAX,EBX; TEST EAX,EAX | 0:EAX;0:EBX | 0:EAX=3;"
            + " 0:EBX=1;",
      })
  void runsInstructionsOfX86(String rows, String locations, String expected)
      throws InvalidInputException {
    assertThat(finalStates(x86(rows.strip() + ";", locations), "sc")).containsExactly(expected);
  }

  @Test
  void runsAtomicsOfArm() throws InvalidInputException {
    String text =
        """
        AArch64 atomics
        { 0:X1=x; x=6; 0:X2=3; 0:X4=1; 0:X9=x; }
         P0                 ;
         LDADDA W2,W3,[X1]  ;
         CASAL W4,WZR,[X1]  ;
         SWP W2,W5,[X1]     ;
         STSET W4,[X9,X7]   ;
         LDCLRL W2,W6,[X1]  ;
         SUB W8,WZR,W2      ;
        exists (0:X3=6 /\\ 0:X4=9 /\\ 0:X5=9 /\\ 0:X6=11 /\\ 0:X8=-3 /\\ x=8)
        """;

    assertThat(finalStates(text, "rmo-no")).hasSize(1);
    LitmusTest test = LitmusFrontEnd.parse("test.litmus", text);
    assertThat(
            LitmusRun.of(test, BuiltInModels.named("rmo-no").orElseThrow()).finalStates().outcome())
        .isEqualTo(Outcome.REQUIRED);
  }

  /** Without a final state that counts, all of them meet every condition, as herd has it. */
  @ParameterizedTest
  @CsvSource({"exists, false", "~exists, true", "forall, true"})
  void asksOfNoFinalState(String quantifier, boolean validates) throws InvalidInputException {
    String text =
        """
        AArch64 none
        { 0:X1=x; }
         P0          ;
         MOV W0,#1   ;
         STR W0,[X1] ;
        filter (0:X0=2)
        %s (0:X0=1)
        """
            .formatted(quantifier);

    LitmusTest test = LitmusFrontEnd.parse("none.litmus", text);
    Outcome outcome =
        LitmusRun.of(test, BuiltInModels.named("armv8").orElseThrow()).finalStates().outcome();
    assertThat(outcome).isEqualTo(Outcome.VACUOUS);
    assertThat(outcome.validates(test.question().quantifier())).isEqualTo(validates);
  }

  @Test
  void runsSelectsAndPairsOfArm() throws InvalidInputException {
    String text =
        """
        AArch64 selects
        { 0:X1=a; int64_t a[2]={5,6}; 0:X9=4294967295; int64_t 0:X8; }
         P0                  ;
         LDIAPP X1,X2,[X1]   ;
         CMP X1,#5           ;
         CSEL X3,X2,XZR,EQ   ;
         CSEL X4,X2,X1,NE    ;
         CSEL XZR,X2,X1,GT   ;
         SXTW X5,W9          ;
         MOV X6,#4294967296  ;
         ADD W7,W6,#1        ;
         CBZ W6,Out          ;
         MOV X7,#9           ;
         Out: EOR X8,X6,X7   ;
         ISB                 ;
        exists (0:X1=5 /\\ 0:X2=6 /\\ 0:X3=6 /\\ 0:X4=5 /\\ 0:X5=-1 /\\ 0:X7=1
          /\\ 0:X8=4294967297)
        """;

    assertThat(finalStates(text, "rmo-v9"))
        .containsExactly("0:X1=5; 0:X2=6; 0:X3=6; 0:X4=5; 0:X5=-1; 0:X7=1; 0:X8=4294967297;");
  }

  @Test
  void anOrderedStoreConditionalNeedsAModelThatKnowsIt() throws InvalidInputException {
    String text =
        """
        AArch64 release
        { 0:X1=x; }
         P0                ;
         LDAXR W0,[X1]     ;
         ISB               ;
         STLXR W2,W0,[X1]  ;
        exists (0:X2=0)
        """;

    LitmusTest test = LitmusFrontEnd.parse("t.litmus", text);
    assertThat(
            AttributeCheck.check(
                test.checked().program(), BuiltInModels.named("tso").orElseThrow().definition()))
        .singleElement()
        .asString()
        .contains("memory model tso knows no store-conditional with an order");
  }

  @Test
  void runsAtomicsOfRiscV() throws InvalidInputException {
    String text =
        """
        RISCV atomics
        { 0:a1=x; x=6; 0:a2=3; }
         P0                      ;
         amoadd.w.aq a3,a2,(a1)  ;
         amoswap.w.aqrl a4,a2,(a1);
         amoxor.w zero,a2,(a1)   ;
         fence                   ;
         lw t0,0(a1)             ;
         beqz t0,Out             ;
         sw a2,0(a1)             ;
         Out:                    ;
        exists (0:x13=6 /\\ 0:a4=9 /\\ x=0)
        """;

    assertThat(finalStates(text, "rmo-v9")).containsExactly("0:x13=6; 0:x14=9; [x]=0;");
  }

  @Test
  void storeConditionalMayFailForNoReason() throws InvalidInputException {
    String text =
        """
        PPC reserve
        { 0:r2=x; }
         P0             ;
         lwarx r1,0,r2  ;
         addi r1,r1,5   ;
         stwcx. r1,0,r2 ;
         bne L          ;
         li r3,1        ;
         L:             ;
        exists (0:r3=1)
        """;

    assertThat(finalStates(text.replace("(0:", "(x=5 /\\ 0:"), "sc"))
        .containsExactly("0:r3=0; [x]=0;", "0:r3=1; [x]=5;");
  }

  @Test
  void readsNamedRegistersAndTestsWithoutQuestions() throws InvalidInputException {
    String text =
        """
        PPC named (* a comment that does not end
        { %p=x; 1:%q=x; }
         P0            | P1            ;
         li r1,1       | lwz r2,0(%q)  ;
         stw r1,0(%p)  | lwzx r3,0,%q  ;
        locations [1:r2; 1:r3; 0:%p]
        """;

    assertThat(finalStates(text, "sc"))
        .containsExactly(
            "0:%p=8; 1:r2=0; 1:r3=0;", "0:%p=8; 1:r2=0; 1:r3=1;", "0:%p=8; 1:r2=1; 1:r3=1;");
    assertThat(finalStates(text.replaceAll("locations.*", ""), "sc")).containsExactly("");
  }

  @Test
  void offsetsCountBytesOfTheElements() throws InvalidInputException {
    String text =
        """
        AArch64 offset
        { int a[3]={1,2,3}; 0:X1=a; }
         P0             ;
         LDR W2,[X1,#4] ;
         LDR W3,[X1,#8] ;
        exists (0:X2=2 /\\ 0:X3=3)
        """;

    assertThat(finalStates(text, "sc")).containsExactly("0:X2=2; 0:X3=3;");
  }

  @Test
  void showsAddressesByName() throws InvalidInputException {
    String text =
        """
        X86_64 pointer
        { p=x; uint64_t a[2]={7,8}; }
         P0            | P1           ;
         movq (p),%rdi | movq $3,(x)  ;
         movq %rdi,%rax| movl $0,(p)  ;
        filter (not (p=x))
        exists (0:rax=y \\/ 0:rax!=x /\\ a[1]=8)
        """;

    assertThat(finalStates(text, "sc")).containsExactly("0:rax=0; a[1]=8;", "0:rax=x; a[1]=8;");
  }

  @Test
  void variablesOfCPointToThoseBehindThem() throws InvalidInputException {
    String text =
        """
        C pointers
        { int *p = &y; int *q = &a[1]; int y = 5; int a[3] = {1, 2, 3}; int *z = a; }
        P0 (int** p, int** q, int** z, int* a) {
          int r0 = **p; int r1 = **q; int *s = *z; int r2 = s[2];
          a[0] = 7; int r3 = **z; int r4 = *a;
        }
        exists (0:r0=5 /\\ 0:r1=2 /\\ 0:r2=3 /\\ 0:r3=7 /\\ 0:r4=7 /\\ a[0]=7 /\\ p=y)
        """;

    assertThat(finalStates(text, "sc"))
        .containsExactly("0:r0=5; 0:r1=2; 0:r2=3; 0:r3=7; 0:r4=7; [p]=y; a[0]=7;");
  }

  @Test
  void readsRegistersOfInnerBlocksInC() throws InvalidInputException {
    String text =
        """
        C inner
        { [x] = 1; }
        P0 (atomic_int* x, int* y) {
          int r0 = atomic_load_explicit(x, memory_order_acquire); // a comment
          if (r0) { int r1 = (*y) + 4; /* (* another */ *y = r1; }
        }
        exists (0:r1=4 /\\ y=4)
        """;

    assertThat(finalStates(text, "rmo-v9")).containsExactly("0:r1=4; [y]=4;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "FROB [x],$1;     | x=1             | 4:2: error: the instruction 'FROB [x],$1' is not"
            + " supported",
        "MFENCE; CPUID;   | x=1             | 4:10: error: the instruction 'CPUID' is not"
            + " supported",
        "MOV [x],%q;      | x=1             | 4:2: error: '%q' is no operand of X86",
        "JMP L;           | x=1             | 4:2: error: there is no label 'L' in P0",
        "L:; L: NOP;      | x=1             | 4:9: error: the label 'L' stands twice in P0",
        "MOV [x],$1       | x=1             | 4:2: error: this row does not end with ';'",
        "NOP; ! NOP;      | x=1             | 4:9: error: there is no heading for this column",
        "NOP;             | x=              | 5:11: error: expected a number, a variable or a"
            + " register but found ')'",
        "NOP;             | x 1             | 5:11: error: expected '=' and a value but found '1'",
        "NOP;             | x=1 y=2         | 5:13: error: expected ')' but found 'y'",
        "NOP;             | x=a[1]          | 5:11: error: a[1] stands on the right, where",
        "NOP;             | 0:R7=1          | 5:11: error: 'R7' is no register of X86",
        "NOP;             | 3:EAX=1         | 5:1: error: there is no thread for 3:EAX",
        "NOP;             | x=1 /\\          | 5:15: error: expected a variable or a register but"
            + " found ')'",
      })
  void complainsWithPlace(String row, String condition, String message) {
    String rows = row.strip().replace("!", "|");
    String text = "X86 test\n{x=1;}\n P0 ;\n " + rows + "\nexists (" + condition + ")";

    assertThatThrownBy(() -> LitmusFrontEnd.parse("t.litmus", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("t.litmus:" + message.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "MIPS a {} P0 ; exists (x=1)      ! error: the architecture 'MIPS' is not supported",
        "X86 a P0 ; exists (x=1)          ! error: the test has no section '{ }'",
        "X86 a { P0 ; exists (x=1)        ! error: this '{' is not closed",
        "X86 a {} P0 ; NOP; exist (x=1)   ! error: this row does not end with ';'",
        "PPC a {%p=x;} P0 ; exists (%p=1) ! error: there is no thread for %p",
        "X86 a {x=;} P0 ; exists (x=1)    ! error: expected a number or a variable but found ';'",
        "X86 a {int a[1]={1,2};} P0 ; exists (x=1) ! error: expected '}' after 1 elements",
        "X86 a {} P1 ; exists (x=1)       ! error: expected the heading 'P0'",
        "X86 a {} P0 ; exists (x=1) y     ! error: expected '/\\'",
        "C a {} P1 (int* x) {} exists (x=1) ! error: expected 'P0'",
        "C a {} P0 (int x) {} exists (x=1)  ! error: 'int x' is no pointer to a variable",
        "C a {} P0 ({* x) {} exists (x=1)  ! error: '{* x' is no pointer to a variable",
        "AArch64 a {0:X1=x;} P0 ; LDR W0,[X1,#4] ; exists (x=1) ! error: an offset must be a"
            + " multiple of 8",
        "AArch64 a {} P0 ; CSEL W0,W1,W2,VS ; exists (x=1) ! error: the instruction 'CSEL",
        "RISCV a {} P0 ; fence.x ; exists (x=1) ! error: the instruction 'fence.x'",
        "PPC a {} P0 ; dcbf r1,r2 ; exists (x=1) ! error: the instruction 'dcbf r1,r2'",
      })
  void complainsAboutMalformedTests(String text, String message) {
    assertThatThrownBy(() -> LitmusFrontEnd.parse("t.litmus", text.replace("exists", "\nexists")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message.strip());
  }

  /** Each of these comments is looked at once: the others would be a matter of hours. */
  @Test
  void commentsThatDoNotEndAreReadOnce() throws InvalidInputException {
    String text =
        "AArch64 open\n"
            + "(* ".repeat(300_000)
            + "(* closed *)\n{ x=1; }\n P0 ;\n NOP ;\nexists (x=1)\n";
    assertThat(LitmusFrontEnd.parse("open.litmus", text).name()).isEqualTo("open");
  }
}
