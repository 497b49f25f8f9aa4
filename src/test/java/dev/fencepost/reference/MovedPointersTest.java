// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.BlockType;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pointer that leaves its object is noticed, however far it goes, and one that stays is not. */
class MovedPointersTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int MOST_STATES = 20_000;
  private static final List<String> MODELS = List.of("sc", "tso", "pso-no", "rmo-no", "armv8");

  @TempDir Path folder;

  private static final String START = "pthread_create(&t, 0, one, 0);";

  @RepeatedTest(40)
  void leavingAnObjectIsAViolation(RepetitionInfo repetition) throws Exception {
    long seed = SEED * 1_000_000 + repetition.getCurrentRepetition();
    Random random = new Random(seed);
    RandomPointers one = new RandomPointers(random, "one");
    RandomPointers two = new RandomPointers(random, "two");
    boolean leaves = one.leaves() || two.leaves();
    String text =
        RandomPointers.HEADERS
            + one.text()
            + two.text()
            + "int main(void) { pthread_t t; "
            + (random.nextBoolean() ? START + "two(0);" : "two(0);" + START)
            + " return 0; }\n";
    String model = MODELS.get((int) (seed % MODELS.size()));
    CheckTask task =
        CheckTask.of("pointers.c", model)
            .withText(text)
            .withBounds(CheckTask.Bounds.none().withStates(MOST_STATES));

    agrees(Checker.check(task, CheckListener.NONE), leaves, text);
    CheckTask plain = task.withStrategy(task.strategy().unreduced());
    agrees(Checker.check(plain, CheckListener.NONE), leaves, text);
    if (!model.equals("armv8")) {
      CheckedProgram checked = CFrontEnd.translate(SourceUnit.of("pointers.c", text));
      ReferenceResult reference =
          new ReferenceMachine(checked, BuiltInModels.named(model).orElseThrow(), 8)
              .explore(MOST_STATES);
      if (reference.complete()) {
        assertThat(!reference.violations().isEmpty()).as(model + text).isEqualTo(leaves);
      }
    }
  }

  private static void agrees(CheckResult result, boolean leaves, String text) {
    if (!(result.verdict() instanceof Verdict.Inconclusive)) {
      assertThat(result.verdict() instanceof Verdict.Violated)
          .as(result.task().model() + text)
          .isEqualTo(leaves);
    }
  }

  /** What the generator takes for programs without errors, sanitizers do too. */
  @Test
  void sanitizersFindNothingWherePointersStay() throws Exception {
    Path compiler = Path.of("/usr/bin/gcc");
    assumeTrue(Files.exists(compiler), "no gcc on this machine: nothing to compare with");
    StringBuilder text = new StringBuilder(RandomPointers.HEADERS);
    StringBuilder calls = new StringBuilder();
    Random random = new Random(SEED);
    for (int i = 0; i < 100; i++) {
      RandomPointers function = new RandomPointers(random, "f" + i);
      if (!function.leaves()) {
        text.append(function.text());
        calls.append("f" + i + "(0);\n");
      }
    }
    Path source = folder.resolve("all.c");
    Path program = folder.resolve("all");
    Files.writeString(source, text + "int main(void) {\n" + calls + "return 0; }\n");
    String checks = "-fsanitize=address,undefined";
    String[] compile = {
      compiler.toString(), "-w", checks, "-o", program.toString(), source.toString()
    };
    assumeTrue(run(compile) == 0, "this compiler has no sanitizers");
    ProcessBuilder run = new ProcessBuilder(program.toString());
    run.environment().put("ASAN_OPTIONS", "detect_leaks=0");
    run.environment().put("UBSAN_OPTIONS", "halt_on_error=1");
    assertThat(run(run)).as(Files.readString(folder.resolve("log"))).isZero();
  }

  private int run(String... command) throws IOException, InterruptedException {
    return run(new ProcessBuilder(command));
  }

  private int run(ProcessBuilder process) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    return process.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
  }

  /** Loads run ahead of a branch that is never taken: what they do there is no violation. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "rmo-v9", "armv8", "riscv", "power"})
  void guessesThatAreDroppedViolateNothing(String model) throws Exception {
    String text =
        """
        #include <pthread.h>
        int x, n, a[2], b[4], *p = a;
        static void *run(void *unused) { n = 3; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          int r = 0;
          if (x == 1) r = p[n + 3];
          if (n == 3 && x == 1) p[3] = r;
          return 0;
        }
        """;
    CheckResult result = Fencepost.checkText("ahead.c", text).model(model).threads(1).run();
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
    CheckResult left =
        Fencepost.checkText("ahead.c", text.replace("x == 1", "x == 0")).model(model).run();
    assertThat(left.verdict()).isInstanceOf(Verdict.Violated.class);
  }

  /** Random memories and pools: an address has the object that was laid out there. */
  @Test
  void addressesAreInTheirObjects() {
    Random random = new Random(SEED);
    for (int i = 0; i < 500; i++) {
      List<MemoryLocation> memory = new ArrayList<>();
      List<Integer> expected = new ArrayList<>();
      for (int gaps = random.nextInt(3); gaps > 0; gaps--) {
        memory.add(MemoryLocation.gap());
        expected.add(ObjectBounds.NONE);
      }
      for (int object = random.nextInt(4); object >= 0; object--) {
        int first = memory.size();
        for (int cell = random.nextInt(3); cell >= 0; cell--) {
          memory.add(MemoryLocation.of("x", 0));
          expected.add(first);
        }
        memory.add(MemoryLocation.gap());
        expected.add(first);
      }
      List<Integer> sizes = new ArrayList<>(random.ints(0, 6).distinct().limit(3).boxed().toList());
      List<BlockType> types = sizes.stream().map(BlockType::unknown).toList();
      Pool pool = new Pool(random.nextInt(20), types, random.nextBoolean(), random.nextBoolean());
      ObjectBounds objects = new ObjectBounds();
      objects.set(memory, pool);
      for (int cell = 0; cell < memory.size(); cell++) {
        long address = Program.addressOf(cell) + random.nextInt(Program.CELL_BYTES);
        assertThat(objects.objectAt(address)).isEqualTo(expected.get(cell));
      }
      assertThat(objects.objectAt(random.nextInt(Program.CELL_BYTES))).isEqualTo(ObjectBounds.NONE);
      for (int size : sizes) {
        pool.blocks(size, Optional.empty())
            .forEach(block -> isAnObject(memory.size() + (int) block, size, objects));
      }
    }
  }

  private static void isAnObject(int first, int size, ObjectBounds objects) {
    long block = Program.addressOf(first);
    for (int cell = 0; cell <= size; cell++) {
      assertThat(objects.stays(block, block + (long) cell * Program.CELL_BYTES)).isTrue();
    }
    assertThat(objects.stays(block, block - Program.CELL_BYTES)).isFalse();
    assertThat(objects.stays(block, block + (size + 1L) * Program.CELL_BYTES)).isFalse();
  }
}
