// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.LitmusChecker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of 32 and of 64 bits, with their signs, as herd and processors have them. */
class RegisterWidthsTest {

  private static List<String> states(String text) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("widths.litmus", text);
    return LitmusRun.of(test, BuiltInModels.named("sc").orElseThrow()).finalStates().texts();
  }

  /** One thread; the program's lines are separated by bars. */
  private static List<String> states(String arch, String init, String program, String places)
      throws InvalidInputException {
    String lines = String.join(" ;\n ", program.split("\\s*\\|\\s*"));
    return states(
        "%s widths\n{ %s }\n P0 ;\n %s ;\nlocations [%s]\nforall (true)\n"
            .formatted(arch, init, lines, places));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        // to write a W register leaves zeros above
        "MOV W0,#-1 | ADD X1,X0,#1 ! 0:X0;0:X1; ! 0:X0=4294967295; 0:X1=4294967296;",
        "MOV X0,#-1 | MOV W1,W0 | SXTW X0,W1 ! 0:X0;0:X1; ! 0:X0=18446744073709551615;"
            + " 0:X1=4294967295;",
        // comparisons of W registers take their signs, those of X registers do not
        "MOV W0,#-1 | CMP W0,#0 | CSEL X1,X0,XZR,LT ! 0:X1; ! 0:X1=4294967295;",
        "MOV W0,#-1 | CMP X0,#0 | CSEL X1,X0,XZR,LT ! 0:X1; ! 0:X1=0;",
        // a load of 32 bits leaves zeros above, a store takes the lower half
        "MOV X0,#4294967297 | STR W0,[X9] | LDR X1,[X9] ! 0:X1; ! 0:X1=1;",
        "MOV X0,#-1 | STR X0,[X9] | LDR W1,[X9] | LDR X0,[X9] ! 0:X0;0:X1; !"
            + " 0:X0=18446744073709551615; 0:X1=4294967295;",
        "MOV W0,#-1 | STR W0,[X9] | LDADD W0,W1,[X9] | LDR W0,[X9] ! 0:X0;0:X1; !"
            + " 0:X0=4294967294; 0:X1=4294967295;",
        "MOV W0,#5 | ADD X1,X9,W5,UXTW | STR W0,[X1] | LDR W0,[X9,W5,SXTW] ! 0:X0; ! 0:X0=5;",
      })
  void armHalvesHaveZerosAbove(String program, String places, String state)
      throws InvalidInputException {
    String init = "uint64_t 0:X0; uint64_t 0:X1; uint64_t x; 0:X9=x;";
    assertThat(states("AArch64", init, program, places)).containsExactly(state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "li x5,-1 | sw x5,0(x9) | lw x6,0(x9) | lwu x7,0(x9) ! 0:x6;0:x7; ! 0:x6=-1;"
            + " 0:x7=4294967295;",
        "li x5,4294967297 | sw x5,0(x9) | lw x6,0(x9) | ld x7,0(x9) ! 0:x6;0:x7; ! 0:x6=1; 0:x7=1;",
        "li x5,4294967297 | sd x5,0(x9) | lw x6,0(x9) | ld x7,0(x9) ! 0:x6;0:x7; !"
            + " 0:x6=1; 0:x7=4294967297;",
        "li x5,2147483648 | sw x5,0(x9) | lw x6,0(x9) | addiw x7,x5,0 ! 0:x6;0:x7; !"
            + " 0:x6=-2147483648; 0:x7=-2147483648;",
        "li x5,4294967295 | amoadd.w x6,x5,(x9) | amoswap.w x7,x0,(x9) ! 0:x6;0:x7; ! 0:x6=0;"
            + " 0:x7=-1;",
        // where all bits of a variable are seen, a word has zeros above it
        "li x5,-1 | sw x5,0(x9) | ld x7,0(x9) | lw x6,0(x9) ! 0:x6;0:x7;x; ! 0:x6=-1;"
            + " 0:x7=4294967295; [x]=4294967295;",
        "li x5,-1 | amoswap.w x6,x5,(x9) | ld x7,0(x9) ! 0:x6;0:x7; ! 0:x6=0; 0:x7=4294967295;",
        "li x5,-1 | amoadd.w x6,x5,(x9) | amoxor.d x7,x5,(x9) ! 0:x7;x; ! 0:x7=4294967295;"
            + " [x]=-4294967296;",
        "li x5,-1 | lr.w x6,0(x9) | L: sc.w x6,x5,0(x9) | bne x6,x0,L | lr.d x7,0(x9) ! 0:x7; !"
            + " 0:x7=4294967295;",
        "li x5,-1 | sw x5,0(x9) ! x; ! [x]=4294967295;",
        "lw x6,0(x8) | ld x7,0(x8) ! 0:x6;0:x7; ! 0:x6=-1; 0:x7=4294967295;",
        // registers shift by their low six bits
        "li x5,65 | li x6,1 | sll x7,x6,x5 | sll x6,x6,x0 ! 0:x6;0:x7; ! 0:x6=1; 0:x7=2;",
        "li x5,-1 | slli x6,x5,63 | sll x7,x5,x5 ! 0:x6;0:x7; ! 0:x6=-9223372036854775808;"
            + " 0:x7=-9223372036854775808;",
      })
  void riscVWordsHaveSigns(String program, String places, String state)
      throws InvalidInputException {
    String init = "int64_t 0:x6; int64_t 0:x7; int64_t x; 0:x9=x; y=-1; 0:x8=y;";
    assertThat(states("RISCV", init, program, places)).containsExactly(state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "movl $-1,%eax | addq $1,%rax ! 0:rax; ! 0:rax=4294967296;",
        "movq $-1,%rax | movl %eax,%ebx | movq %rbx,(x) ! 0:rbx; ! 0:rbx=4294967295;",
        "movq $4294967297,%rax | movl %eax,(x) | movq (x),%rbx ! 0:rbx; ! 0:rbx=1;",
        "movq $-1,(x) | movl (x),%ebx | movq (x),%rax ! 0:rax;0:rbx; !"
            + " 0:rax=18446744073709551615; 0:rbx=4294967295;",
        "movl $-1,%eax | cmpl $0,%eax | jl L | movq $7,%rax | L: ! 0:rax; ! 0:rax=4294967295;",
        "movl $-1,%eax | cmpq $0,%rax | jl L | movq $7,%rax | L: ! 0:rax; ! 0:rax=7;",
        "movq $-1,%r8 | mov %r8d,%r9d | movq %r9,%rbx ! 0:rbx; ! 0:rbx=4294967295;",
      })
  void halvesOfX86HaveZerosAbove(String program, String places, String state)
      throws InvalidInputException {
    String init = "uint64_t 0:rax; uint64_t 0:rbx; uint64_t x;";
    assertThat(states("X86_64", init, program, places)).containsExactly(state);
  }

  @Test
  void aDistanceThatNoInstructionHasIsRefused() {
    assertThatThrownBy(() -> states("RISCV", "", "slli x5,x5,64", "0:x5;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a distance of 64 is not from 0 to 63");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AArch64 ! uint64_t x=4294967301; 0:X9=x; ! CAS W0,W1,[X9]",
        "AArch64 ! 0:X9=x; ! CAS W0,W1,[X9] | STR X0,[X9]",
        "X86_64 ! uint64_t x; ! lock cmpxchgl %ebx,(x) | movq %rbx,(x)",
      })
  void aSwapOfAHalfIsRefusedWhereVariablesHoldMore(String test) {
    String[] parts = test.split(" ! ", -1);
    assertThatThrownBy(() -> states(parts[0], parts[1], parts[2], "x;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a compare-and-swap of 32 bits where variables may hold 64");
  }

  @Test
  void wordsOfX86HaveZerosAboveInVariablesOf64Bits() throws InvalidInputException {
    assertThat(states("X86", "int64_t x;", "MOV EAX,-1 | MOV [x],EAX | MOV EBX,[x]", "0:EBX;x;"))
        .containsExactly("0:EBX=-1; [x]=4294967295;");
  }

  /** Per jump whether it is taken, as gcc's inline assembly has it on a processor. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "movl $4096,%eax | cmpl $-2147483648,%eax ! jne js jg jge",
        "movl $-2147483648,%eax | cmpl $1,%eax ! jne jns jl jle",
        "movl $5,%eax | cmpl $5,%eax ! je jns jge jle",
        "movl $4,%eax | cmpl $5,%eax ! jne js jl jle",
        "movq $4096,%rax | cmpq $-9223372036854775808,%rax ! jne js jg jge",
        "movq $4096,%rax | cmpq $-2147483648,%rax ! jne jns jg jge",
        "movl $-1,%eax | testl %eax,%eax ! jne js jl jle",
        "movl $-1,%eax | testq %rax,%rax ! jne jns jg jge",
        "movl $2147483647,%eax | addl $1,%eax ! jne js jg jge",
        "movl $2147483647,%eax | incl %eax ! jne js jg jge",
        "movl $-2147483648,%eax | addl %eax,%eax ! je jns jl jle",
        "movq $-9223372036854775808,%rax | addq %rax,%rax ! je jns jl jle",
        "movl $-2147483648,%eax | subl $1,%eax ! jne jns jl jle",
        "movl $-2147483648,%eax | xorl $0,%eax ! jne js jl jle",
        "movl $2147483647,(x) | lock incl (x) ! jne js jg jge",
        "movl $2147483647,%eax | movl $1,(x) | lock xaddl %eax,(x) ! jne js jg jge",
        "movl $4,%eax | movl $5,(x) | lock cmpxchgl %eax,(x) ! jne js jl jle",
        "movl $5,%eax | movl $5,(x) | lock cmpxchgl %ecx,(x) ! je jns jge jle",
      })
  void jumpsOfX86AreOfTheFlags(String program, String taken) throws InvalidInputException {
    List<String> jumps = List.of(taken.split(" "));
    for (String jump : List.of("je", "jne", "js", "jns", "jl", "jle", "jg", "jge")) {
      String line = program + " | movl $1,%ebx | " + jump + " L | movl $0,%ebx | L:";
      assertThat(states("X86_64", "uint64_t x;", line, "0:rbx;"))
          .as(jump)
          .containsExactly("0:rbx=" + (jumps.contains(jump) ? 1 : 0) + ";");
    }
  }

  @Test
  void numbersOf64BitsAreReadAsTheyAreShown() throws InvalidInputException {
    String text =
        """
        AArch64 t
        { uint64_t x=18446744073709551615; 0:X9=x; uint64_t 0:X0; uint64_t 0:X1; }
         P0 ;
         LDR X0,[X9] ;
         MOV X1,#18446744073709551614 ;
        forall (0:X0=18446744073709551615 /\\ 0:X1=18446744073709551614)
        """;
    LitmusTest test = LitmusFrontEnd.parse("t.litmus", text);
    LitmusRun run = LitmusRun.of(test, BuiltInModels.named("sc").orElseThrow());
    assertThat(run.finalStates().outcome()).isEqualTo(Outcome.REQUIRED);
    assertThatThrownBy(() -> LitmusFrontEnd.parse("t.litmus", text.replace("615;", "616;")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("18446744073709551616");
  }

  @Test
  void powerWordsAreCut() throws InvalidInputException {
    String program =
        "li r1,-1 | stw r1,0(r9) | lwz r2,0(r9) | ld r3,0(r9) | cmpwi r2,0 | blt L"
            + " | li r3,7 | L:";
    assertThat(states("PPC", "uint64_t 0:r2; int64_t 0:r3; 0:r9=x;", program, "0:r2;0:r3;"))
        .containsExactly("0:r2=4294967295; 0:r3=4294967295;");
  }

  @Test
  void whatHasNoTypeIsAnInt() throws InvalidInputException {
    String init = "0:X9=x; uint32_t y; 0:X8=y;";
    String program = "MOV W0,#-1 | STR W0,[X9] | STR W0,[X8] | MOV X1,#4294967299";
    assertThat(states("AArch64", init, program, "x;y;0:X0;0:X1;"))
        .containsExactly("0:X0=-1; 0:X1=3; [x]=-1; [y]=4294967295;");
    String question =
        """
        AArch64 t
        { 0:X9=x; x=-1; }
         P0 ;
         LDR W0,[X9] ;
        forall (0:X0=-1 /\\ x=4294967295 /\\ 0:X0<0)
        """;
    LitmusTest test = LitmusFrontEnd.parse("t.litmus", question);
    LitmusRun run = LitmusRun.of(test, BuiltInModels.named("sc").orElseThrow());
    assertThat(run.finalStates().outcome()).isEqualTo(Outcome.REQUIRED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[X1,X2]", "[X1,W2,UXTW]", "[X1,#4]"})
  void offsetsCountTheBytesOfElements(String address) throws InvalidInputException {
    String init = "int a[3]={1,2,3}; 0:X1=a; 0:X2=4;";
    assertThat(states("AArch64", init, "LDR W0," + address, "0:X0;")).containsExactly("0:X0=2;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[X1,#16]", "[X1,X2]"})
  void offsetsStayInTheirVariables(String address) throws Exception {
    String text =
        "AArch64 t\n{ x=1; y=2; 0:X1=x; 0:X2=16; }\n P0 ;\n LDR W0,%s ;\nexists (0:X0=2 /\\ y=2)\n"
            .formatted(address);
    LitmusTest test = LitmusFrontEnd.parse("t.litmus", text);
    LitmusChecker.LitmusOutcome outcome =
        LitmusChecker.run(
            CheckTask.of("t.litmus", "sc"), test, LoadedModel.of("sc"), CheckListener.NONE);
    assertThat(outcome.limit().orElse("")).contains("a run fails in line 4", "out of its object");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int a[3]={1,2,3}; 0:X1=a; ! ADD X1,X1,#8 ! arithmetic of 64 bits beside an array",
        "int a[3]={1,2,3}; int64_t b[2]; 0:X1=a; ! LDR W0,[X1,#8] ! elements of different sizes",
        "int a[3]={1,2,3}; int64_t b[2]; 0:X1=a; ! LDR W0,[X1,X2] ! elements of different sizes",
        "int8_t a[3]; 0:X1=a; ! LDR W0,[X1] ! elements of arrays have 4 or 8 bytes",
      })
  void otherArithmeticOfAddressesIsRefused(String test) {
    String[] parts = test.split(" ! ", -1);
    assertThatThrownBy(() -> states("AArch64", parts[0], parts[1], "0:X0;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(parts[2]);
  }

  @Test
  void aDotOfPowerSetsTheFlags() throws InvalidInputException {
    String program = "li r1,5 | cmpwi r1,4 | andi. r2,r1,2 | bne L | li r3,8 | L:";
    assertThat(states("PPC", "", program, "0:r3;")).containsExactly("0:r3=8;");
  }
}
