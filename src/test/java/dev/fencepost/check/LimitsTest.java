// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits hold wherever a check spends its time: each text would take minutes or gigabytes. */
@Timeout(60)
class LimitsTest {
  private static final Bounds BRIEF = Bounds.none().withTime(Duration.ofMillis(300));

  private static String reason(String file, String text, String model, Bounds bounds)
      throws InvalidInputException {
    CheckTask task = CheckTask.of(file, model).withText(text).withBounds(bounds);
    Verdict verdict = Checker.check(task, CheckListener.NONE).verdict();
    assertThat(verdict).isInstanceOf(Verdict.Inconclusive.class);
    return ((Verdict.Inconclusive) verdict).limit();
  }

  /** One visible step, then many local choices: all states come from one successor computation. */
  private static final String CHOICES =
      """
      #include <fencepost.h>
      #include <pthread.h>
      static int x;
      static void *run(void *unused) {
          int sum = x;
          for (int i = 0; i < 40; i++)
              sum = sum * 2 + choose(2);
          x = sum;
          return 0;
      }
      int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, run, 0);
      }
      """;

  @Test
  void timeEndsOneSuccessorComputation() throws InvalidInputException {
    assertThat(reason("choices.c", CHOICES, "sc", BRIEF)).contains("--time");
  }

  @Test
  void memoryEndsOneSuccessorComputation() throws InvalidInputException {
    assertThat(reason("choices.c", CHOICES, "sc", Bounds.none().withMemory(4 << 20)))
        .contains("--memory");
  }

  private static final String CHOICES_IN_A_BLOCK =
      CHOICES
          .replace("int sum = x;", "__VERIFIER_atomic_begin(); int sum = x;")
          .replace("x = sum;", "x = sum; __VERIFIER_atomic_end();");

  @Test
  void timeEndsAnAtomicBlock() throws InvalidInputException {
    assertThat(reason("block.c", CHOICES_IN_A_BLOCK, "sc", BRIEF)).contains("--time");
  }

  @Test
  void anAtomicBlockOfEndlessChoicesEnds() throws InvalidInputException {
    String endless = CHOICES_IN_A_BLOCK.replace("i < 40", "i < 100000");
    assertThat(reason("block.c", endless, "sc", Bounds.none())).contains("500 choices in a row");
  }
}
