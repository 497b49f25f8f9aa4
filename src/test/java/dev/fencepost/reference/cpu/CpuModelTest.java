// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One test for each rule of the models: with it the outcome is forbidden, or without it allowed.
 */
class CpuModelTest {
  private static final Map<String, String> ARCHITECTURES =
      Map.of("x86", "X86", "armv8", "AArch64", "riscv", "RISCV", "power", "PPC");

  /** Registers that hold the addresses of x and y, the numbers 1 and 2, and the address of z. */
  private static final Map<String, List<String>> REGISTERS =
      Map.of(
          "armv8", List.of("X10", "X11", "X12", "X13", "X14"),
          "riscv", List.of("x10", "x11", "x12", "x13", "x14"),
          "power", List.of("r10", "r11", "r12", "r13", "r14"));

  /**
   * Threads stand between bars, instructions end with semicolons.
   *
   * @param answer whether the condition is allowed
   */
  @ParameterizedTest(name = "{0}: {1} exists {2}: {3}")
  @CsvSource(
      delimiter = '!',
      value = {
        // x86: store buffering is all there is.
        "x86 ! MOV [x],$1; MOV EAX,[y] | MOV [y],$1; MOV EAX,[x] ! 0:EAX=0 /\\ 1:EAX=0 ! yes",
        "x86 ! MOV [x],$1; MFENCE; MOV EAX,[y] | MOV [y],$1; MFENCE; MOV EAX,[x] !"
            + " 0:EAX=0 /\\ 1:EAX=0 ! no",
        "x86 ! MOV EBX,$1; XCHG [x],EBX; MOV EAX,[y] | MOV EBX,$1; XCHG [y],EBX; MOV EAX,[x] !"
            + " 0:EAX=0 /\\ 1:EAX=0 ! no",
        "x86 ! MOV [x],$1; MOV [y],$1 | MOV EAX,[y]; MOV EBX,[x] ! 1:EAX=1 /\\ 1:EBX=0 ! no",
        // Message passing with each kind of order on the side of the reader.
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | LDR W0,[X11]; LDR W1,[X10] !"
            + " 1:X0=1 /\\ 1:X1=0 ! yes",
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | LDR W0,[X11]; EOR W2,W0,W0;"
            + " LDR W1,[X10,W2,SXTW] ! 1:X0=1 /\\ 1:X1=0 ! no",
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | LDR W0,[X11]; CBNZ W0,L; L: NOP;"
            + " LDR W1,[X10] ! 1:X0=1 /\\ 1:X1=0 ! yes",
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | LDR W0,[X11]; CBNZ W0,L; L: ISB;"
            + " LDR W1,[X10] ! 1:X0=1 /\\ 1:X1=0 ! no",
        "armv8 ! STR W12,[X10]; STLR W12,[X11] | LDAPR W0,[X11]; LDR W1,[X10] !"
            + " 1:X0=1 /\\ 1:X1=0 ! no",
        // A select orders no later read; a write of the value it has picked, it does.
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | LDR W0,[X11]; CMP W0,#1; MOV W3,#0;"
            + " CSEL W2,W3,WZR,EQ; LDR W1,[X10,W2,SXTW] ! 1:X0=1 /\\ 1:X1=0 ! yes",
        "armv8 ! LDR W0,[X10]; DMB SY; STR W12,[X11] | LDR W0,[X11]; CMP W0,#1;"
            + " CSEL W2,W12,W13,EQ; STR W2,[X10] ! 0:X0=1 /\\ 1:X0=1 ! no",
        "armv8 ! LDR W0,[X10]; DMB SY; STR W12,[X11] | LDR W0,[X11]; CMP W0,#1;"
            + " CSEL W2,W12,W13,EQ; CBNZ W2,L; L: NOP; STR W12,[X10] ! 0:X0=1 /\\ 1:X0=1 ! no",
        // An acquire that reads from an atomic of its thread waits until that has read.
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | SWP W13,W0,[X11]; LDR W2,[X11];"
            + " EOR W3,W2,W2; LDR W1,[X10,W3,SXTW] ! 1:X0=1 /\\ 1:X2=2 /\\ 1:X1=0 ! yes",
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | SWP W13,W0,[X11]; LDAPR W2,[X11];"
            + " LDR W1,[X10] ! 1:X0=1 /\\ 1:X2=2 /\\ 1:X1=0 ! no",
        "armv8 ! STR W12,[X10]; DMB ST; STR W12,[X11] | SWP W13,W0,[X11]; LDAR W2,[X11];"
            + " LDR W1,[X10] ! 1:X0=1 /\\ 1:X2=2 /\\ 1:X1=0 ! no",
        // Store-release and load-acquire keep their order, the weaker load-acquire does not.
        "armv8 ! STLR W12,[X10]; LDAR W0,[X11] | STLR W12,[X11]; LDAR W0,[X10] !"
            + " 0:X0=0 /\\ 1:X0=0 ! no",
        "armv8 ! STLR W12,[X10]; LDAPR W0,[X11] | STLR W12,[X11]; LDAPR W0,[X10] !"
            + " 0:X0=0 /\\ 1:X0=0 ! yes",
        "armv8 ! STR W12,[X10]; DSB ST; LDR W0,[X11] | STR W12,[X11]; DSB ST; LDR W0,[X10] !"
            + " 0:X0=0 /\\ 1:X0=0 ! no",
        // An atomic whose result is dropped is no read for DMB LD.
        "armv8 ! STR W12,[X10]; DMB ST; STR W13,[X11] | LDADD W12,W0,[X11]; DMB LD;"
            + " LDR W1,[X10] ! 1:X0=2 /\\ 1:X1=0 ! no",
        "armv8 ! STR W12,[X10]; DMB ST; STR W13,[X11] | STADD W12,[X11]; DMB LD; LDR W1,[X10]"
            + " ! y=3 /\\ 1:X1=0 ! yes",
        // Nothing depends on the result of a store-exclusive; on RISC-V it waits for the write.
        "armv8 ! LDXR W0,[X10]; STXR W1,W12,[X10]; EOR W2,W1,W1; STR W12,[X11,W2,SXTW] |"
            + " LDR W0,[X11]; DMB SY; LDR W1,[X10] ! 0:X1=0 /\\ 1:X0=1 /\\ 1:X1=0 ! yes",
        "riscv ! lr.w x5,0(x10); sc.w x6,x12,0(x10); xor x7,x6,x6; add x11,x11,x7;"
            + " sw x12,0(x11) | lw x5,0(x11); fence rw,rw; lw x6,0(x10) !"
            + " 0:x6=0 /\\ 1:x5=1 /\\ 1:x6=0 ! no",
        "riscv ! sw x12,0(x10); fence w,w; sw x12,0(x11) | lw x5,0(x11); fence r,r;"
            + " lw x6,0(x10) ! 1:x5=1 /\\ 1:x6=0 ! no",
        "riscv ! sw x12,0(x10); fence.tso; lw x5,0(x11) | sw x12,0(x11); fence.tso;"
            + " lw x5,0(x10) ! 0:x5=0 /\\ 1:x5=0 ! yes",
        "riscv ! lw x5,0(x10); xor x6,x5,x5; ori x6,x6,1; sw x6,0(x11) | lw x5,0(x11);"
            + " beqz x5,L; L: nop; sw x12,0(x10) ! 0:x5=1 /\\ 1:x5=1 ! no",
        "riscv ! lw x5,0(x10); sw x12,0(x11) | lw x5,0(x11); sw x12,0(x10) !"
            + " 0:x5=1 /\\ 1:x5=1 ! yes",
        // POWER: writes reach threads one by one.
        "power ! stw r12,0(r10) | stw r12,0(r11) | lwz r1,0(r10); xor r2,r1,r1; lwzx r3,r2,r11 |"
            + " lwz r1,0(r11); xor r2,r1,r1; lwzx r3,r2,r10 !"
            + " 2:r1=1 /\\ 2:r3=0 /\\ 3:r1=1 /\\ 3:r3=0 ! yes",
        "power ! stw r12,0(r10) | stw r12,0(r11) | lwz r1,0(r10); lwsync; lwz r3,0(r11) |"
            + " lwz r1,0(r11); lwsync; lwz r3,0(r10) !"
            + " 2:r1=1 /\\ 2:r3=0 /\\ 3:r1=1 /\\ 3:r3=0 ! yes",
        "power ! stw r12,0(r10) | stw r12,0(r11) | lwz r1,0(r10); sync; lwz r3,0(r11) |"
            + " lwz r1,0(r11); sync; lwz r3,0(r10) !"
            + " 2:r1=1 /\\ 2:r3=0 /\\ 3:r1=1 /\\ 3:r3=0 ! no",
        "power ! stw r12,0(r10) | lwz r1,0(r10); lwsync; stw r12,0(r11) | lwz r1,0(r11);"
            + " xor r2,r1,r1; lwzx r3,r2,r10 ! 1:r1=1 /\\ 2:r1=1 /\\ 2:r3=0 ! no",
        "power ! stw r12,0(r10); eieio; stw r12,0(r11) | lwz r1,0(r11); cmpwi r1,1; beq L;"
            + " L: isync; lwz r3,0(r10) ! 1:r1=1 /\\ 1:r3=0 ! no",
        // Reads that are in order by more than one step.
        "power ! lwz r1,0(r10); xor r2,r1,r1; lwzx r3,r2,r14; stw r12,0(r11) | lwz r1,0(r11);"
            + " sync; stw r12,0(r10) ! 0:r1=1 /\\ 1:r1=1 ! no",
        "power ! stw r12,0(r10); lwsync; stw r12,0(r11) | lwz r1,0(r11); xor r2,r1,r1;"
            + " stwx r12,r2,r14; lwz r3,0(r14); xor r4,r3,r3; lwzx r5,r4,r10 !"
            + " 1:r1=1 /\\ 1:r3=1 /\\ 1:r5=0 ! no",
        "power ! stw r12,0(r10); lwsync; stw r12,0(r11) | lwz r1,0(r11); xor r2,r1,r1;"
            + " stwx r12,r2,r14; lwz r3,0(r14); xor r4,r3,r3; lwzx r5,r4,r10 | stw r13,0(r14) !"
            + " 1:r1=1 /\\ 1:r3=2 /\\ 1:r5=0 ! no",
        "power ! stw r12,0(r10); lwsync; stw r12,0(r11) | lwz r1,0(r11); xor r2,r1,r1;"
            + " lwzx r6,r2,r14; lwz r3,0(r14); xor r4,r3,r3; lwzx r5,r4,r10 | stw r13,0(r14) !"
            + " 1:r1=1 /\\ 1:r6=0 /\\ 1:r3=2 /\\ 1:r5=0 ! no",
        "power ! stw r12,0(r10); lwsync; stw r12,0(r11) | lwz r1,0(r11); xor r2,r1,r1;"
            + " lwzx r6,r2,r14; lwz r3,0(r14); xor r4,r3,r3; lwzx r5,r4,r10 | stw r13,0(r14) !"
            + " 1:r1=1 /\\ 1:r6=2 /\\ 1:r3=2 /\\ 1:r5=0 ! yes",
        // Nobody else writes between the two of a pair.
        "armv8 ! LDXR W0,[X10]; STR W13,[X10]; STXR W1,W12,[X10] ! 0:X1=0 /\\ x=1 ! yes",
        "armv8 ! LDXR W0,[X10]; STXR W1,W12,[X10] | STR W13,[X10] !"
            + " 0:X0=0 /\\ 0:X1=0 /\\ x=1 ! no",
        "power ! lwarx r1,0,r10; stwcx. r12,0,r10 | stw r13,0(r10) ! 0:r1=0 /\\ x=1 ! no",
        "armv8 ! STR W12,[X10] | STR W12,[X11] | LDR W1,[X10]; EOR W2,W1,W1;"
            + " LDR W3,[X11,W2,SXTW] | LDR W1,[X11]; EOR W2,W1,W1; LDR W3,[X10,W2,SXTW] !"
            + " 2:X1=1 /\\ 2:X3=0 /\\ 3:X1=1 /\\ 3:X3=0 ! no",
      })
  void allowsWhatTheCatFileAllows(String model, String threads, String condition, String answer)
      throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("test.litmus", text(model, threads, condition));
    Outcome outcome = CandidateExecutions.of(test, CpuModel.all().get(model)).outcome();

    assertThat(outcome == Outcome.FORBIDDEN ? "no" : "yes").isEqualTo(answer);
  }

  private static String text(String model, String threads, String condition) {
    List<String[]> columns = new ArrayList<>();
    StringBuilder text = new StringBuilder(ARCHITECTURES.get(model) + " test\n{ ");
    for (String thread : threads.split("\\|", -1)) {
      for (int i = 0; i < REGISTERS.getOrDefault(model, List.of()).size(); i++) {
        text.append(columns.size()).append(':').append(REGISTERS.get(model).get(i));
        text.append('=').append(List.of("x", "y", "1", "2", "z").get(i)).append("; ");
      }
      columns.add(thread.split(";"));
    }
    text.append("}\n");
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? " P" : " | P").append(i);
    }
    int rows = columns.stream().mapToInt(column -> column.length).max().orElseThrow();
    for (int row = 0; row < rows; row++) {
      text.append(";\n");
      for (int i = 0; i < columns.size(); i++) {
        text.append(i == 0 ? " " : " | ");
        text.append(row < columns.get(i).length ? columns.get(i)[row].strip() : "");
      }
    }
    return text.append(";\nexists (").append(condition).append(")\n").toString();
  }
}
