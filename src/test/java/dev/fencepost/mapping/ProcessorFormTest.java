// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.IrPrinter;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorFormTest {
  private static final String RELAXED = "memory_order_relaxed";

  private static MemoryModel model(String name) throws InvalidInputException {
    List<String> parts = List.of(name.split("[:=]", -1));
    Map<String, String> settings =
        parts.size() == 1 ? Map.of() : Map.of(parts.get(1), parts.get(2));
    return BuiltInModels.named(parts.getFirst(), settings).orElseThrow().model();
  }

  private static LitmusTest test(String first, String second, String condition)
      throws InvalidInputException {
    String text =
        """
        C T
        {}
        P0 (atomic_int* x, atomic_int* y) { %s }
        P1 (atomic_int* x, atomic_int* y) { %s }
        exists (%s)
        """
            .formatted(first, second, condition);
    return LitmusFrontEnd.parse("T.litmus", text);
  }

  private static String store(String cell, String order) {
    return "atomic_store_explicit(%s, 1, memory_order_%s);".formatted(cell, order);
  }

  private static String load(String register, String cell, String order) {
    return "int %s = atomic_load_explicit(%s, memory_order_%s);".formatted(register, cell, order);
  }

  @ParameterizedTest
  @CsvSource({
    "relaxed, relaxed, x86,   FORBIDDEN",
    "relaxed, relaxed, armv8, ALLOWED",
    "relaxed, relaxed, riscv, ALLOWED",
    "release, relaxed, armv8, ALLOWED",
    "relaxed, acquire, riscv, ALLOWED",
    "release, acquire, armv8, FORBIDDEN",
    "release, acquire, riscv, FORBIDDEN",
    "seq_cst, seq_cst, riscv, FORBIDDEN",
    "relaxed, acquire, power, ALLOWED",
    "release, relaxed, power, ALLOWED",
    "release, acquire, power, FORBIDDEN",
    "seq_cst, seq_cst, power, FORBIDDEN",
  })
  void messagesArePassed(String release, String acquire, String name, Outcome outcome)
      throws InvalidInputException {
    LitmusTest test =
        test(
            store("x", "relaxed") + store("y", release),
            load("r0", "y", acquire) + load("r1", "x", "relaxed"),
            "1:r0=1 /\\ 1:r1=0");
    assertThat(LitmusRun.of(test, model(name)).finalStates().outcome()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({
    "release, acquire, x86,   ALLOWED",
    "release, acquire, armv8, ALLOWED",
    "release, acquire, armv8:rcpc=no, FORBIDDEN",
    "seq_cst, relaxed, riscv, ALLOWED",
    "seq_cst, relaxed, riscv:psabi=yes, FORBIDDEN",
    "seq_cst, relaxed, x86,   FORBIDDEN",
    "seq_cst, relaxed, armv8, ALLOWED",
    "seq_cst, seq_cst, x86,   FORBIDDEN",
    "seq_cst, seq_cst, armv8, FORBIDDEN",
    "seq_cst, seq_cst, riscv, FORBIDDEN",
    "seq_cst, acquire, armv8, ALLOWED",
    "seq_cst, seq_cst, power, FORBIDDEN",
    "seq_cst, acquire, power, ALLOWED",
    "release, acquire, power, ALLOWED",
  })
  void storesAreBuffered(String store, String load, String name, Outcome outcome)
      throws InvalidInputException {
    LitmusTest test =
        test(
            store("x", store) + load("r0", "y", load),
            store("y", store) + load("r1", "x", load),
            "0:r0=0 /\\ 1:r1=0");
    assertThat(LitmusRun.of(test, model(name)).finalStates().outcome()).isEqualTo(outcome);
  }

  /** The store of a loop of exclusives holds back no later load. */
  @ParameterizedTest
  @CsvSource({
    "acq_rel, armv8,        FORBIDDEN",
    "acq_rel, armv8:lse=no, ALLOWED",
    "seq_cst, armv8:lse=no, ALLOWED",
    "release, armv8,        ALLOWED",
    "seq_cst, power,        ALLOWED",
  })
  void loadsPassReadModifyWrites(String order, String name, Outcome outcome)
      throws InvalidInputException {
    LitmusTest test =
        test(
            modify("x", order) + load("r0", "y", "relaxed"),
            modify("y", order) + load("r1", "x", "relaxed"),
            "0:r0=0 /\\ 1:r1=0");
    assertThat(LitmusRun.of(test, model(name)).finalStates().outcome()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x86", "armv8", "armv8:lse=no", "riscv", "power"})
  void noModificationIsLost(String name) throws InvalidInputException {
    LitmusTest test = test(modify("x", "relaxed"), modify("x", "relaxed"), "x=2");
    assertThat(LitmusRun.of(test, model(name)).finalStates().texts()).containsExactly("[x]=2;");
  }

  /** Compilers give an atomic whose result is not used a register: it acquires. */
  @ParameterizedTest
  @ValueSource(strings = {"armv8", "armv8:lse=no", "riscv", "power"})
  void readModifyWritesWithoutAResultAcquire(String name) throws InvalidInputException {
    String swap = "atomic_exchange_explicit(y, %s, memory_order_%s);";
    LitmusTest test =
        test(
            store("x", "relaxed") + swap.formatted(1, "release"),
            swap.formatted(2, "acquire") + load("r1", "x", "relaxed"),
            "1:r1=0 /\\ y=2");
    assertThat(LitmusRun.of(test, model(name)).finalStates().outcome())
        .isEqualTo(Outcome.FORBIDDEN);
  }

  private static String modify(String cell, String order) {
    return "atomic_fetch_add_explicit(%s, 1, memory_order_%s);".formatted(cell, order);
  }

  /** A load behind a loop's exit reads the old value, unless the loop acquires. */
  @ParameterizedTest
  @CsvSource({
    "relaxed, x86,   FORBIDDEN",
    "relaxed, armv8, ALLOWED",
    "relaxed, riscv, ALLOWED",
    "acquire, armv8, FORBIDDEN",
    "acquire, riscv, FORBIDDEN",
    "relaxed, power, ALLOWED",
    "acquire, power, FORBIDDEN"
  })
  void loadsRunAheadOfALoop(String order, String name, Outcome outcome)
      throws InvalidInputException {
    String spin = "while (atomic_load_explicit(y, memory_order_%s) == 0) { }".formatted(order);
    LitmusTest test =
        test(
            store("x", "relaxed") + store("y", "release"),
            spin + load("r1", "x", "relaxed"),
            "1:r1=0");
    LitmusRun run = LitmusRun.of(test, model(name));
    assertThat(run.finalStates().outcome()).isEqualTo(outcome);
    assertThat(run.states()).isLessThan(40);
  }

  @ParameterizedTest
  @CsvSource({"x86", "armv8", "riscv", "power"})
  void readModifyWritesAreAtomic(String name) throws InvalidInputException {
    String add = "int r0 = atomic_fetch_add_explicit(x, 1, " + RELAXED + ");";
    LitmusTest test = test(add, add, "0:r0=1 /\\ 1:r0=1 \\/ 0:r0=0 /\\ 1:r0=0");
    assertThat(LitmusRun.of(test, model(name)).finalStates().outcome())
        .isEqualTo(Outcome.FORBIDDEN);
    String cas =
        "int e = 0; int r0 = atomic_compare_exchange_strong_explicit(x, &e, 1, "
            + RELAXED
            + ", "
            + RELAXED
            + ");";
    LitmusTest swap = test(cas, cas, "0:r0=1 /\\ 1:r0=1 \\/ 0:r0=0 /\\ 1:r0=0");
    assertThat(LitmusRun.of(swap, model(name)).finalStates().outcome())
        .isEqualTo(Outcome.FORBIDDEN);
  }

  @ParameterizedTest
  @CsvSource({
    "x86, xchg",
    "armv8, stlr",
    "armv8, ldaddal",
    "armv8:lse=no, ldaxr; stlxr",
    "riscv, 'fence rw,w'",
    "riscv, amoadd.aqrl",
    "power, sync"
  })
  void instructionsAreNamed(String name, String instruction) throws InvalidInputException {
    LitmusTest test = test(store("x", "seq_cst") + modify("y", "seq_cst"), "", "x=1");
    String printed = IrPrinter.print(ProcessorForm.of(test.checked(), model(name)).program());
    assertThat(ProcessorForm.of(test.checked(), model("sc"))).isSameAs(test.checked());
    assertThat(
            ProcessorForm.of(test.checked(), model(name)).program().threads().stream()
                .flatMap(thread -> thread.code().stream())
                .map(i -> i.origin().text()))
        .as(printed)
        .anyMatch(text -> text.contains("[" + instruction + "]"));
  }

  @ParameterizedTest
  @CsvSource({"armv8, dmb ish", "riscv, fence.tso", "power, lwsync"})
  void anAcquireReleaseFenceIsOneInstruction(String name, String instruction)
      throws InvalidInputException {
    LitmusTest test = test("atomic_thread_fence(memory_order_acq_rel);", "", "x=0");
    assertThat(
            ProcessorForm.of(test.checked(), model(name)).program().threads().stream()
                .flatMap(thread -> thread.code().stream())
                .filter(Instruction.Fence.class::isInstance)
                .map(i -> i.origin().text()))
        .singleElement()
        .asString()
        .endsWith("[" + instruction + "]");
  }

  /** The store of a compare-and-swap that fails holds back no later load. */
  @ParameterizedTest
  @ValueSource(strings = {"CAS", "CASA", "CASL", "CASAL"})
  void aFailedSwapHoldsNothingBack(String swap) throws InvalidInputException {
    String text =
        """
        AArch64 T
        { 0:X1=mark; 0:X3=cell; 1:X1=cell; 1:X3=other; 1:X5=mark; other=7; }
         P0          | P1                  ;
         MOV W0,#1   | LDR W0,[X1]         ;
         STR W0,[X1] | MOV W2,W0           ;
         DMB ISH     | MOV W4,#9           ;
         MOV W2,#1   | %s W2,W4,[X3]       ;
         STR W2,[X3] | EOR W6,W2,W2        ;
                     | LDR W7,[X5,W6,SXTW] ;
        exists (1:X0=1 /\\ 1:X2=7 /\\ 1:X7=0)
        """
            .formatted(swap);
    LitmusTest test = LitmusFrontEnd.parse("T.litmus", text);
    assertThat(LitmusRun.of(test, model("armv8")).finalStates().outcome())
        .isEqualTo(Outcome.ALLOWED);
  }
}
