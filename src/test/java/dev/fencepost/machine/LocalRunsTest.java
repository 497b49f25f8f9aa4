// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long runs of steps that only the thread itself can see, and windows that are full. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalRunsTest {

  private static CheckResult check(String model, String statements) throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <fencepost.h>
        #include <pthread.h>
        #include <stddef.h>
        static int x, y;
        static void *writer(void *u) { y = 1; x = 1; return u; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, NULL, writer, NULL);
          %s
          return 0;
        }
        """
            .formatted(statements);
    return Fencepost.checkText("test.c", text).model(model).threads(1).run();
  }

  /** Repetition is looked for after some hundred steps, from each state anew. */
  @ParameterizedTest
  @CsvSource({"sc, 60", "sc, 90", "sc, 120", "sc, 160", "sc, 700", "armv8, 120"})
  void aLoopThatCountsComesToItsEnd(String model, int rounds) throws InvalidInputException {
    String loop = "int i = 0; int r = x; while (i < %d) i = i + 1;".formatted(rounds);
    CheckResult result =
        check(model, loop + " if (r) reachable(\"late\"); else reachable(\"early\");");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(result.statistics().reached()).contains("early", "late");
  }

  /** The seventh instance is an assertion on an unknown value, or a mark behind a guess. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (;;) { int r = x; assert(r < 2); assert(r < 3); assert(r < 4); }",
        "for (;;) { int r = x; if (r) y = 2; reachable(\"a\"); reachable(\"b\"); }",
        "for (;;) { int r = x; int s = r + 1; int q = s + r; int p = q + s; assert(p < 100); }",
      })
  void aFullWindowStopsFetch(String loop) throws InvalidInputException {
    assertThat(check("rmo-v9", loop).verdict()).isInstanceOf(Verdict.Holds.class);
  }

  /** The instance that finds no room is an assumption that is hoped for, or a store-conditional. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "rmo-v9 ! for (;;) { int r = x; assume(r < 2); assume(r < 3); assume(r < 4); }",
        "riscv  ! for (;;) { int r = load_linked(&x); store_conditional(&x, r & 1); }",
      })
  void aFullWindowStopsWhatForks(String model, String loop) throws InvalidInputException {
    assertThat(check(model, loop).verdict()).isInstanceOf(Verdict.Holds.class);
  }

  /** The window is full where the last round comes to its fence, which has nothing to wait for. */
  @ParameterizedTest
  @ValueSource(strings = {"y = i; fence_acquire()", "(void)x; fence_named(\"WW\")"})
  void aFenceThatHoldsNothingBackNeedsNoRoom(String round) throws InvalidInputException {
    CheckResult result = check("armv8", "for (int i = 0; i < 6; i++) { " + round + "; }");
    assertThat(result.holds()).isTrue();
    assertThat(result.isBounded()).isFalse();
  }
}
