// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random tests with several exclusive pairs in several threads, beside plain loads and stores: the
 * machine and the axioms have the same final states.
 */
class RandomPairsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int TESTS = Boolean.getBoolean("fencepost.full") ? 2_000 : 400;

  /** So many accesses the axioms can enumerate quickly. */
  private static final int ACCESSES = 8;

  /**
   * How an architecture writes its instructions: an address register, then registers or a number.
   *
   * @param pair a linked load to the first register, and a store-conditional of the second
   */
  private record Words(
      String title, String register, String set, String load, String store, List<String> pair) {

    static Words of(String model) {
      return switch (model) {
        case "armv8" ->
            new Words(
                "AArch64",
                "X",
                "MOV W%d,#%d",
                "LDR W%2$d,[X%1$d]",
                "STR W%2$d,[X%1$d]",
                List.of("LDXR W%2$d,[X%1$d]", "STXR W%4$d,W%3$d,[X%1$d]"));
        case "riscv" ->
            new Words(
                "RISCV",
                "x",
                "li x%d,%d",
                "lw x%2$d,0(x%1$d)",
                "sw x%2$d,0(x%1$d)",
                List.of("lr.w x%2$d,0(x%1$d)", "sc.w x%4$d,x%3$d,0(x%1$d)"));
        default ->
            new Words(
                "PPC",
                "r",
                "li r%d,%d",
                "lwz r%2$d,0(r%1$d)",
                "stw r%2$d,0(r%1$d)",
                List.of("lwarx r%2$d,0,r%1$d", "stwcx. r%3$d,0,r%1$d"));
      };
    }
  }

  @ParameterizedTest
  @CsvSource({"power", "armv8", "riscv"})
  void machineAndAxiomsAgree(String model) throws InvalidInputException {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < TESTS; i++) {
      String text = text(Words.of(model), random.split());
      LitmusTest test = LitmusFrontEnd.parse("pairs.litmus", text);
      LitmusRun run = LitmusRun.of(test, BuiltInModels.named(model).orElseThrow());
      assertThat(run.finalStates().texts())
          .as(text)
          .isEqualTo(CandidateExecutions.of(test, CpuModel.all().get(model)).texts());
    }
  }

  private static String text(Words words, SplittableRandom random) {
    int threads = 2 + random.nextInt(2);
    List<List<String>> columns = new ArrayList<>();
    StringBuilder start = new StringBuilder();
    List<String> observed = new ArrayList<>(List.of("x", "y"));
    for (int i = 0; i < threads; i++) {
      start.append("%1$d:%2$s1=x; %1$d:%2$s2=y; ".formatted(i, words.register));
      columns.add(thread(words, random, i, ACCESSES / threads, observed));
    }
    StringBuilder text = new StringBuilder(words.title + " pairs\n{ " + start + "}\n");
    for (int row = -1; row < columns.stream().mapToInt(List::size).max().orElseThrow(); row++) {
      for (int i = 0; i < threads; i++) {
        List<String> column = columns.get(i);
        String cell = row < 0 ? "P" + i : row < column.size() ? column.get(row) : "";
        text.append(cell).append(i < threads - 1 ? " | " : " ;\n");
      }
    }
    return text + "locations [" + String.join("; ", observed) + ";]\nexists (x=99)\n";
  }

  /** Pairs above all; what was loaded last may be stored. */
  private static List<String> thread(
      Words words, SplittableRandom random, int number, int accesses, List<String> observed) {
    List<String> code = new ArrayList<>();
    int loaded = 0;
    int next = 5;
    for (int left = accesses; left > 0; ) {
      int cell = 1 + random.nextInt(2);
      int value = next++;
      boolean depends = loaded != 0 && random.nextInt(3) == 0;
      int stored = depends ? loaded : value;
      if (!depends) {
        code.add(words.set.formatted(value, 10 * number + value));
      }
      int kind = left == 1 ? 2 + random.nextInt(2) : random.nextInt(4);
      if (kind < 2) {
        loaded = next++;
        int failed = next++;
        for (String word : words.pair) {
          code.add(word.formatted(cell, loaded, stored, failed));
        }
      } else if (kind == 2) {
        code.add(words.store.formatted(cell, stored));
      } else {
        loaded = next++;
        code.add(words.load.formatted(cell, loaded));
      }
      if (kind != 2) {
        observed.add(number + ":" + words.register + loaded);
      }
      left -= kind < 2 ? 2 : 1;
    }
    return code;
  }
}
