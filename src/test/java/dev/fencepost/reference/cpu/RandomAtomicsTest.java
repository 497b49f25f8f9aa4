// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random threads of ARMv8 whose loads read atomics of their own, most of them without a result,
 * with fences, branches and dependencies between, and sometimes an atomic of a third thread: the
 * machine, with and without partial order, and the axioms have the same final states.
 */
class RandomAtomicsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int TESTS =
      Integer.getInteger("fencepost.chains", Boolean.getBoolean("fencepost.full") ? 10_000 : 300);

  /** Values have few bits, which these do not make more. */
  private static final List<String> ATOMICS =
      List.of("LDSET", "LDSETA", "LDSETL", "LDSETAL", "LDCLR", "SWP", "SWPA");

  private static final List<String> LOADS =
      List.of("LDR", "LDR", "LDR", "LDR", "LDR", "LDR", "LDAR", "LDAPR");

  private static final List<String> FENCES = List.of("DMB LD", "DMB LD", "DMB ST", "DMB SY", "ISB");

  private final List<String> observed = new ArrayList<>();
  private int next;
  private int loaded;

  @Test
  void machineAndAxiomsAgree() throws InvalidInputException {
    MemoryModel model = BuiltInModels.named("armv8").orElseThrow();
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < TESTS; i++) {
      String text = text(random.split());
      LitmusTest test = LitmusFrontEnd.parse("atomics.litmus", text);
      List<String> allowed = CandidateExecutions.of(test, CpuModel.all().get("armv8")).texts();
      assertThat(LitmusRun.of(test, model).finalStates().texts()).as(text).isEqualTo(allowed);
      assertThat(LitmusRun.reduced(test, model).finalStates().texts()).as(text).isEqualTo(allowed);
    }
  }

  private String text(SplittableRandom random) {
    observed.clear();
    observed.addAll(List.of("x", "y"));
    boolean locks = random.nextInt(4) == 0;
    List<List<String>> columns =
        new ArrayList<>(List.of(locks ? lock(random) : reader(random), writer(random)));
    if (locks) {
      columns.add(List.of("MOV W5,#2", "LDSET W5,WZR,[X%d]".formatted(1 + random.nextInt(2))));
    }
    int rows = columns.stream().mapToInt(List::size).max().orElseThrow();
    StringBuilder text = new StringBuilder("AArch64 atomics\n{ ");
    text.append("0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; 2:X1=x; 2:X2=y; }\n");
    text.append(columns.size() == 2 ? "P0 | P1 ;\n" : "P0 | P1 | P2 ;\n");
    for (int row = 0; row < rows; row++) {
      List<String> cells = new ArrayList<>();
      for (List<String> column : columns) {
        cells.add(row < column.size() ? column.get(row) : "");
      }
      text.append(String.join(" | ", cells)).append(" ;\n");
    }
    return text + "locations [" + String.join("; ", observed) + ";]\nexists (x=99)\n";
  }

  private List<String> reader(SplittableRandom random) {
    List<String> code = new ArrayList<>(List.of("MOV W5,#4"));
    next = 6;
    loaded = 0;
    int accesses = 4 + random.nextInt(2);
    for (int i = 0; i < accesses; i++) {
      String cell = address(random, code);
      int kind = random.nextInt(8);
      if (kind < 3) {
        atomic(random, code, cell);
      } else if (kind < 7) {
        code.add(LOADS.get(random.nextInt(LOADS.size())) + " W" + result() + "," + cell);
      } else {
        code.add("STR W5," + cell);
      }
      between(random, code, i);
    }
    return code;
  }

  /** As a lock does it: an atomic, a branch on what is there then, and an acquire. */
  private List<String> lock(SplittableRandom random) {
    List<String> code = new ArrayList<>(List.of("MOV W5,#4"));
    next = 6;
    loaded = 0;
    int cell = 1 + random.nextInt(2);
    atomic(random, code, "[X%d]".formatted(cell));
    code.add("LDR W%d,[X%d]".formatted(result(), cell));
    code.add("CBNZ W%d,L".formatted(loaded));
    code.add("L: MOV W5,#4");
    String acquire = List.of("LDAR W%d", "LDAPR W%d", "SWPA W5,W%d").get(random.nextInt(3));
    code.add(acquire.formatted(result()) + ",[X%d]".formatted(cell));
    between(random, code, 0);
    code.add("LDR W%d,[X%d]".formatted(result(), 3 - cell));
    return code;
  }

  /** What stands between two accesses. */
  private void between(SplittableRandom random, List<String> code, int number) {
    if (random.nextInt(3) == 0) {
      code.add(FENCES.get(random.nextInt(FENCES.size())));
    } else if (loaded != 0 && random.nextInt(4) == 0) {
      code.add("CBNZ W%d,L%d".formatted(loaded, number));
      code.add("L%d: MOV W5,#4".formatted(number));
    }
  }

  /** An atomic, of which every other one has no result. */
  private void atomic(SplittableRandom random, List<String> code, String cell) {
    String operand = loaded != 0 && random.nextInt(3) == 0 ? "W" + loaded : "W5";
    String result = random.nextBoolean() ? "WZR" : "W" + result();
    code.add(
        "%s %s,%s,%s"
            .formatted(ATOMICS.get(random.nextInt(ATOMICS.size())), operand, result, cell));
  }

  /** A cell, in one of four cases by an address that depends on the last load. */
  private String address(SplittableRandom random, List<String> code) {
    int cell = 1 + random.nextInt(2);
    if (loaded == 0 || random.nextInt(4) != 0) {
      return "[X%d]".formatted(cell);
    }
    int zero = next++;
    int address = next++;
    code.add("EOR W%d,W%d,W%2$d".formatted(zero, loaded));
    code.add("ADD X%d,X%d,W%d,SXTW".formatted(address, cell, zero));
    return "[X%d]".formatted(address);
  }

  private int result() {
    loaded = next++;
    observed.add("0:X" + loaded);
    return loaded;
  }

  private static List<String> writer(SplittableRandom random) {
    int first = 1 + random.nextInt(2);
    return List.of(
        "MOV W5,#1",
        "STR W5,[X%d]".formatted(first),
        List.of("DMB SY", "DMB ST", "MOV W6,#1").get(random.nextInt(3)),
        List.of("STR W5,[X%d]", "STR W5,[X%d]", "LDSETL W5,WZR,[X%d]")
            .get(random.nextInt(3))
            .formatted(random.nextInt(4) == 0 ? first : 3 - first));
  }
}
