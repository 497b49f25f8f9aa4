// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.reference.runahead.Cpu;
import dev.fencepost.reference.runahead.RunAheadMachine;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The machine and the axioms of a processor have the same final states on random chains. */
@Execution(ExecutionMode.CONCURRENT)
class RandomAssemblyTest {
  private static final int PROGRAMS =
      Integer.getInteger("fencepost.chains", Boolean.getBoolean("fencepost.full") ? 40_000 : 400);

  /** A plain machine keeps all writes: larger tests are left out. */
  private static final int MOST_STATES = 20_000;

  @ParameterizedTest
  @CsvSource({"armv8", "riscv", "power"})
  void machineAndAxiomsAgree(String name) throws InvalidInputException {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    CpuModel axioms = CpuModel.all().get(name);
    RandomAssembly.Words words = words(name);
    long seed = Long.getLong("fencepost.seed", 1);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < PROGRAMS && differences.size() < 3; i++) {
      String text = new RandomAssembly(words, new Random(seed * 1_000_003 + i)).text();
      LitmusTest test = LitmusFrontEnd.parse("random.litmus", text);
      List<String> found = LitmusRun.of(test, model).finalStates().texts();
      List<String> allowed = CandidateExecutions.of(test, axioms).texts();
      if (!found.equals(allowed)) {
        List<String> more = new ArrayList<>(found);
        more.removeAll(allowed);
        List<String> missing = new ArrayList<>(allowed);
        missing.removeAll(found);
        differences.add(i + "\n" + text + "too many " + more + "\nmissing " + missing);
      }
    }
    assertThat(differences).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Cpu.class)
  void plainMachineAndAxiomsAgree(Cpu cpu) throws InvalidInputException {
    String name = cpu.name().toLowerCase(Locale.ROOT);
    CpuModel axioms = CpuModel.all().get(name);
    long seed = Long.getLong("fencepost.seed", 1);
    int programs = Math.max(2, PROGRAMS / 20);
    int compared = 0;
    for (int i = 0; i < programs; i++) {
      String text = new RandomAssembly(words(name), new Random(seed * 5_000_011 + i)).text();
      LitmusTest test = LitmusFrontEnd.parse("random.litmus", text);
      List<String> found;
      try {
        found = plainly(test, cpu);
      } catch (IllegalStateException e) {
        continue;
      }
      compared++;
      assertThat(found)
          .as("%d%n%s", i, text)
          .isEqualTo(CandidateExecutions.of(test, axioms).texts());
    }
    assertThat(compared).isGreaterThan(programs / 2);
  }

  /** The final states of the plain machine. */
  private static List<String> plainly(LitmusTest test, Cpu cpu) {
    FinalStates found = new FinalStates(test);
    new RunAheadMachine(test.checked().program(), cpu, MOST_STATES)
        .finals()
        .forEach(f -> found.add(List.of(f.stream().mapToLong(Long::longValue).toArray())));
    return found.texts();
  }

  /** A load takes what an atomic will write before that has read. */
  @ParameterizedTest
  @ValueSource(strings = {"SWP W12,W13,[X3]", "CAS W13,W12,[X3]", "CASA W13,W12,[X3]"})
  void allAgreeOnReadsOfAPendingAtomic(String atomic) throws InvalidInputException {
    String text =
        """
        AArch64 pending
        { 0:X1=x; 0:X2=y; 0:X3=z; 1:X1=x; 1:X2=y; 1:X3=z; }
        P0          | P1                   ;
        LDR W7,[X2] | MOV W12,#2           ;
        MOV W5,#1   | MOV W13,#1           ;
        STR W5,[X1] | %s                   ;
        DMB SY      | LDR W9,[X3]          ;
        STR W5,[X3] | EOR W8,W9,W9         ;
                    | LDR W10,[X1,W8,SXTW] ;
                    | STR W9,[X2]          ;
        locations [0:X7; 1:X9; 1:X10; 1:X13;]
        exists (x=99)
        """
            .formatted(atomic);
    LitmusTest test = LitmusFrontEnd.parse("pending.litmus", text);
    List<String> allowed = CandidateExecutions.of(test, CpuModel.all().get("armv8")).texts();
    MemoryModel model = BuiltInModels.named("armv8").orElseThrow();
    assertThat(LitmusRun.of(test, model).finalStates().texts()).isEqualTo(allowed);
    assertThat(plainly(test, Cpu.ARMV8)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"armv8", "riscv"})
  void partialOrderKeepsFinalStates(String name) throws InvalidInputException {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    RandomAssembly.Words words = words(name);
    long seed = Long.getLong("fencepost.seed", 1);
    for (int i = 0; i < PROGRAMS / 5; i++) {
      String text = new RandomAssembly(words, new Random(seed * 3_000_017 + i)).text();
      LitmusTest test = LitmusFrontEnd.parse("random.litmus", text);
      assertThat(LitmusRun.reduced(test, model).finalStates().texts())
          .as("%d%n%s", i, text)
          .isEqualTo(LitmusRun.of(test, model).finalStates().texts());
    }
  }

  static RandomAssembly.Words words(String name) {
    return switch (name) {
      case "armv8" -> new ArmWords();
      case "riscv" -> new RiscVWords();
      default -> new PowerWords();
    };
  }

  /**
   * Without a law some chain has another final state. The machine itself keeps the others: a write
   * waits for branches and for addresses that may be those of its cell, and an amo is one step; and
   * of the fences of ARMv8 that have all pairs, each is kept by the laws of the others. No chain
   * has a fence of another processor.
   */
  @LongTest
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "armv8 ! a write waits for earlier branches [ctrl; W],"
            + " an access waits for an earlier read-modify-write of its cell,"
            + " a write waits until earlier addresses are known [addr; po; W],"
            + " dmb ish [dmb.full], dsb ishst [DSB-ob]",
        "riscv ! 3: nothing is forwarded from an amo, 11: a write waits for earlier branches,"
            + " 13: a write waits until earlier addresses are known",
        "power ! sync [sync], an access waits until earlier addresses are known [addr; po]"
      })
  void eachLawMatters(String name, String kept) throws InvalidInputException {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    RandomAssembly.Words words = words(name);
    Map<String, MemoryModel> without = new LinkedHashMap<>();
    for (Law law : model.definition().laws()) {
      List<Law> others = new ArrayList<>(model.definition().laws());
      others.remove(law);
      if (!law.name().startsWith("another processor's")) {
        without.put(law.name(), MemoryModel.compile(model.definition().withLaws(others)));
      }
    }
    for (int i = 0; i < 20_000 && without.size() > kept.split(", ", -1).length; i++) {
      String text = new RandomAssembly(words, new Random(i)).text();
      LitmusTest test = LitmusFrontEnd.parse("random.litmus", text);
      List<String> found = LitmusRun.of(test, model).finalStates().texts();
      without
          .values()
          .removeIf(weaker -> !LitmusRun.of(test, weaker).finalStates().texts().equals(found));
    }
    assertThat(without.keySet()).containsExactlyInAnyOrder(kept.split(", ", -1));
  }
}
