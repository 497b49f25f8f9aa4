// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.BlockType;
import dev.fencepost.ir.Pool;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A pointer that leaves its block is noticed, and one that stays there never is. */
class AllocatedBlocksTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int MOST_STATES = 20_000;
  private static final List<String> MODELS = List.of("sc", "tso", "pso-no", "rmo-no");

  /**
   * A program that allocates blocks and accesses them, and whether some access leaves its block.
   */
  private static final class Program {
    private final Random random;
    private final boolean frees;
    private final StringBuilder text = new StringBuilder();
    private int blocks;
    private boolean leaves;

    Program(long seed) {
      random = new Random(seed);
      frees = random.nextInt(3) == 0;
      text.append("#include <pthread.h>\n#include <stdlib.h>\nstruct three { int a, b, c; };\n");
      text.append("static int *shared, number[4] = {0, 1, 2, 3};\n");
      function("static void *one(void *unused) {", "");
      function("static void *two(void *unused) {", "");
      String starts =
          "pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);";
      function("int main(void) {", starts);
    }

    private void function(String head, String first) {
      text.append(head).append('\n').append(first).append('\n');
      for (int i = random.nextInt(2); i >= 0; i--) {
        block();
      }
      text.append("return 0;\n}\n");
    }

    private void block() {
      int size = 1 + random.nextInt(3);
      String name = "p" + blocks++;
      String given =
          switch (random.nextInt(6)) {
            case 0 -> "calloc(" + size + ", sizeof(int))";
            case 2 -> "malloc(number[" + size + "] * sizeof(int))";
            case 3 -> "calloc(number[" + size + "], sizeof(int))";
            case 1 ->
                size == 3 ? "malloc(sizeof(struct three))" : "malloc(" + size + " * sizeof(char))";
            default -> "malloc(" + size + " * sizeof(int))";
          };
      text.append("int *").append(name).append(" = ").append(given).append(";\n");
      for (int i = random.nextInt(3); i > 0; i--) {
        int index = random.nextInt(12) == 0 ? (frees || random.nextBoolean() ? size : -1) : 0;
        index = index == 0 ? random.nextInt(size) : index;
        index += index == size ? random.nextInt(3) : 0;
        leaves |= index < 0 || index >= size;
        String place = name + "[" + index + "]";
        text.append(
            switch (random.nextInt(4)) {
              case 0 -> "int r" + blocks + "_" + i + " = " + place + ";\n";
              case 1 -> "__atomic_fetch_add(&" + place + ", 1, 5);\n";
              case 2 -> "*(" + name + " + " + index + ") = " + i + ";\n";
              default -> place + " = " + i + ";\n";
            });
      }
      if (random.nextInt(3) == 0 && !frees) {
        text.append("shared = ").append(name).append(";\n");
      }
      text.append(frees && random.nextBoolean() ? "free(" + name + ");\n" : "");
    }
  }

  @RepeatedTest(40)
  void leavingABlockIsAViolation(RepetitionInfo repetition) throws Exception {
    long seed = SEED * 1_000_000 + repetition.getCurrentRepetition();
    Program program = new Program(seed);
    String text = program.text.toString();
    String model = MODELS.get((int) (seed % MODELS.size()));
    CheckTask task =
        CheckTask.of("blocks.c", model)
            .withText(text)
            .withBounds(CheckTask.Bounds.none().withStates(MOST_STATES));

    CheckResult reduced = Checker.check(task, CheckListener.NONE);
    agrees(reduced, program);
    CheckTask plain = task.withStrategy(task.strategy().unreduced());
    agrees(Checker.check(plain, CheckListener.NONE), program);
    CheckedProgram checked = CFrontEnd.translate(SourceUnit.of("blocks.c", text));
    ReferenceResult reference =
        new ReferenceMachine(checked, BuiltInModels.named(model).orElseThrow(), 8)
            .explore(MOST_STATES);
    if (reference.complete()) {
      assertThat(!reference.violations().isEmpty()).as(model + text).isEqualTo(program.leaves);
    }
  }

  /** A size of which the analysis knows nothing may be any, if the pool is small. */
  @Test
  void leavingABlockOfAnUnknownSizeIsAViolation() throws Exception {
    String text =
        """
        #include <stdlib.h>
        static long k = 1;
        int main(void) {
          for (int i = 0; i < 100; i++) k = k * 3 + i;
          long n = (k & 255) % 5 + 1;
          int *p = malloc(n * sizeof(int)), *q = malloc(n * sizeof(int));
          q[0] = 1; p[n INDEX] = 2;
          return q[0] == 1 ? 0 : *(int *)0;
        }
        """;
    assertThat(checked(text.replace("INDEX", "- 1"), "64").word()).isEqualTo("holds");
    assertThat(checked(text.replace("INDEX", ""), "64").word()).isEqualTo("violated");
    assertThat(checked(text.replace("INDEX", "+ 1"), "64").word()).isEqualTo("violated");
    assertThatThrownBy(() -> checked(text.replace("INDEX", "- 1"), "1000"))
        .hasMessageContaining("blocks may have too many sizes for a pool of 1000 cells");
  }

  private static Verdict checked(String text, String pool) throws Exception {
    return Fencepost.checkText("size.c", text)
        .model("sc")
        .define("FENCEPOST_POOL", pool)
        .run()
        .verdict();
  }

  private static void agrees(CheckResult result, Program program) {
    if (!(result.verdict() instanceof Verdict.Inconclusive)) {
      assertThat(result.verdict() instanceof Verdict.Violated)
          .as(result.task().model() + program.text)
          .isEqualTo(program.leaves);
    }
  }

  /** Random pools and sequences of sizes: no two blocks share a cell, and gaps are in none. */
  @Test
  void blocksAreApart() {
    Random random = new Random(SEED);
    for (int i = 0; i < 2_000; i++) {
      List<Integer> sizes = new ArrayList<>(random.ints(0, 6).distinct().limit(3).boxed().toList());
      List<BlockType> types = sizes.stream().map(BlockType::unknown).toList();
      Pool pool = new Pool(random.nextInt(30), types, true, random.nextBoolean());
      BitSet taken = new BitSet();
      Map<String, Integer> names = new HashMap<>();
      int used = 0;
      int size = random.nextInt(7);
      while (used + pool.header() + size <= pool.cells()) {
        int block = pool.block(pool.region(size, Optional.empty()), used);
        assertThat(pool.blocks(size, Optional.empty())).contains((long) block);
        used += pool.header() + size;
        for (int cell = block - pool.header(); cell < block + size; cell++) {
          assertThat(taken.get(cell)).as(pool + " " + cell).isFalse();
          assertThat(pool.isGap(cell)).isFalse();
          assertThat(pool.isTaken(cell, used)).isTrue();
          assertThat(names.put(pool.location(cell).name(), cell)).isNull();
          taken.set(cell);
        }
        assertThat(!sizes.contains(size) || pool.isGap(block + size)).isTrue();
        size = random.nextInt(7);
      }
      assertThat(taken.length()).isLessThanOrEqualTo(pool.extent());
    }
  }
}
