// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fencepost fences --per-call}. */
class FencesPerCallTest {
  /** The function stands in lines 6 to 10, its calls in lines 13 and 17. */
  private static final String CALLS =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      #include <stddef.h>
      static int data, ready, other, flag;
      static void publish(int *cell, int *sign)
      {
          *cell = 1;
          *sign = 1;
      }
      static void log(int *cell, int *sign)
      {
          publish(cell, sign);
      }
      static void *writer(void *unused)
      {
          publish(&data, &ready);
          log(&other, &flag);
          return NULL;
      }
      int main(void)
      {
          pthread_t thread;
          pthread_create(&thread, NULL, writer, NULL);
          if (ready)
              assert(data == 1);
          return 0;
      }
      """;

  private static final String INNER =
      CALLS.replace("if (ready)", "if (flag)").replace("data == 1", "other == 1");

  private static final String BOTH =
      INNER.replace("    return 0;", "    if (ready)\n        assert(data == 1);\n    return 0;");

  private static final String COPY =
      """
       }
      +
      +static void publish_2(int *cell, int *sign)
      +{
      +    *cell = 1;
      +    fence_release();
      +    *sign = 1;
      +}
      """;

  @TempDir Path folder;
  private FencesFolder program;

  @BeforeEach
  void openFolder() {
    program = new FencesFolder(folder);
  }

  private String answer(String text, String... options) {
    return program.answer(
        text,
        Stream.concat(Stream.of("--model", "pso-no", "--per-call"), Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void oneCallGetsACopyOfTheFunction() {
    assertThat(answer(CALLS))
        .contains("fence_release() before line 9 (*sign = 1;), called in line 17, fast path")
        .contains(COPY, "-    publish(&data, &ready);\n+    publish_2(&data, &ready);\n");
    assertThat(program.answer(CALLS, "--model", "pso-no"))
        .contains("fence_release() before line 9 (*sign = 1;), fast path")
        .doesNotContain("called in", "publish_2");
  }

  @Test
  void theChainOfCallsIsNamed() {
    assertThat(answer(INNER))
        .contains("(*sign = 1;), called in line 13, called in line 18, fast path")
        .contains(COPY, "-    publish(cell, sign);\n+    publish_2(cell, sign);\n");
  }

  @Test
  void copiesCallCopies() {
    String twice = INNER.replace("    return NULL;", "    log(&data, &ready);\n    return NULL;");
    assertThat(answer(twice))
        .contains(COPY)
        .contains("+static void log_2(int *cell, int *sign)\n+{\n+    publish_2(cell, sign);\n")
        .contains("+    log_2(&other, &flag);\n     log(&data, &ready);\n");
  }

  @Test
  void whatAllCallsNeedStandsInTheFunction() {
    assertThat(answer(BOTH))
        .contains("answer 1, cost 400:")
        .contains("     *cell = 1;\n+    fence_release();\n     *sign = 1;\n }\n")
        .doesNotContain("publish_2");
  }

  @Test
  void fencesThatAreThereGoWhereACallDoesNotNeedThem() {
    String strong = CALLS.replace("    *sign", "    fence();\n    *sign");
    assertThat(answer(strong, "--weaken"))
        .contains("(fence();), called in line 14, called in line 19: not needed")
        .contains("needed: fence_release() in line 9 (fence();), called in line 18")
        .contains("+static void publish_2(int *cell, int *sign)", "publish_2(");
  }

  @Test
  void ordersDifferFromCallToCall() {
    assertThat(answer(CALLS, "--add", "orders"))
        .contains("+static void publish_2(", "+    __atomic_store_n(&*sign, 1, __ATOMIC_RELEASE);");
  }

  @Test
  void whatCannotBeCopiedHasOnePlaceForAllCalls() {
    String counting = CALLS.replace("    *cell", "    static int calls;\n    calls++;\n    *cell");
    assertThat(answer(counting)).contains("fence_release()").doesNotContain("_2(");
    String macro =
        CALLS
            .replace("static int data", "#define SAY(c, s) publish(c, s)\nstatic int data")
            .replace("    publish(&data", "    SAY(&data");
    assertThat(answer(macro)).contains("fence_release() before line 10").doesNotContain("_2(");
    String pointer =
        CALLS.replace(
            "    publish(&data", "    void (*say)(int *, int *) = publish;\n    say(&data");
    assertThat(answer(pointer)).contains("fence_release() before line 9").doesNotContain("_2(");
  }
}
