// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts of random programs are what their runs say, compiled by the machine's C compiler. */
class RandomProgramsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int BATCHES = Boolean.getBoolean("fencepost.full") ? 40 : 1;

  @TempDir Path folder;

  @Test
  void arithmeticAndMemory() throws Exception {
    assertThat(compare(RandomSequentialC::program, 60)).isZero();
  }

  @Test
  void tangledControlFlow() throws Exception {
    int violated = compare(RandomControlC::program, 30);
    assertThat(violated).isBetween(BATCHES, BATCHES * 30 / 2);
  }

  @Test
  void objectsAndInitialisers() throws Exception {
    assertThat(compare(RandomObjectsC::program, 40)).isZero();
  }

  @Test
  void treesOfThreads() throws Exception {
    assertThat(compare(RandomThreadTreesC::program, 70)).isZero();
  }

  /** How many of the programs are violations. */
  private int compare(BiFunction<SplittableRandom, String, String> generator, int size)
      throws Exception {
    Optional<Path> compiler = Sources.compiler();
    assumeTrue(compiler.isPresent(), "no C compiler on this machine: nothing to compare with");
    NativeC compiled = new NativeC(compiler.orElseThrow(), folder);
    for (int batch = 0; batch < BATCHES; batch++) {
      SplittableRandom random = new SplittableRandom(SEED + batch);
      List<String> programs = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        programs.add(generator.apply(random, "p" + i));
      }
      assertThat(compiled.differences(programs)).isEmpty();
    }
    return compiled.violated();
  }
}
