// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Blocks whose sizes are computed from choices and from addresses of other blocks: each is filled
 * and keeps its values, and what lies behind it is no part of it.
 */
class RandomBlockSizesTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 4_000 : 150;

  private final SplittableRandom random = new SplittableRandom(Long.getLong("fencepost.seed", 1));

  @Test
  void blocksKeepApart() throws Exception {
    for (int i = 0; i < PROGRAMS; i++) {
      int blocks = 2 + random.nextInt(3);
      int left = random.nextInt(blocks + 2);
      String text = program(blocks, left);
      CheckResult result =
          Checker.check(CheckTask.of("test.c", "sc").withText(text), CheckListener.NONE);
      if (left < blocks) {
        result.assertViolated();
      } else {
        assertThat(result.assertHolds().warnings()).as(text).isEmpty();
      }
    }
  }

  /**
   * A program with some blocks of numbers, and structs between them. Bytes that are no whole number
   * are room for none.
   *
   * @param left the block that an access leaves, if there is one of that number
   */
  private String program(int blocks, int left) {
    StringBuilder text =
        new StringBuilder(
            """
            #include <assert.h>
            #include <fencepost.h>
            #include <stdint.h>
            #include <stdlib.h>
            struct pair { int x, y; };
            int main(void) {
            """);
    for (int i = 0; i < blocks; i++) {
      text.append("  unsigned n%d = %s;\n".formatted(i, size(i)));
      int rest = random.nextInt(3) == 0 ? 1 + random.nextInt(7) : 0;
      text.append("  int *b%1$d = malloc(n%1$d * sizeof(int) + %2$d);\n".formatted(i, rest));
      text.append("  struct pair *p%1$d = malloc(sizeof *p%1$d);\n".formatted(i));
      text.append("  p%1$d->x = p%1$d->y = %2$d;\n".formatted(i, 100 + i));
      text.append("  for (unsigned i = 0; i < n%1$d; i++) b%1$d[i] = %1$d;\n".formatted(i));
      text.append(i == left ? "  b%1$d[n%1$d] = 7;\n".formatted(i) : "");
    }
    for (int i = 0; i < blocks; i++) {
      text.append("  assert(p%1$d->x == %2$d && p%1$d->y == %2$d);\n".formatted(i, 100 + i));
      text.append(
          "  for (unsigned i = 0; i < n%1$d; i++) assert(b%1$d[i] == %1$d);\n".formatted(i));
    }
    return text + "  return 0;\n}\n";
  }

  private String size(int blocks) {
    int few = 1 + random.nextInt(3);
    if (blocks == 0) {
      return "%d + choose(%d)".formatted(few, 1 + random.nextInt(2));
    }
    String first = (random.nextBoolean() ? "b" : "p") + random.nextInt(blocks);
    String second = (random.nextBoolean() ? "b" : "p") + random.nextInt(blocks);
    return switch (random.nextInt(4)) {
      case 0 -> "n%d + %d".formatted(random.nextInt(blocks), random.nextInt(2));
      case 1 -> "((uintptr_t)%s >> 3) %% %d + 1".formatted(first, 1 + random.nextInt(4));
      case 2 -> "(void *)%s < (void *)%s ? %d : %d".formatted(first, second, few, few + 2);
      default ->
          "((uintptr_t)%s ^ (uintptr_t)%s) & 8 ? %d : %d".formatted(first, second, few + 1, few);
    };
  }
}
