// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks on ghost cells: one step at fetch, no fence; and where threads may wait for ever. */
class StrongBlockTest {
  private static CheckResult check(String model, String... lines) throws InvalidInputException {
    String text = "#include <fencepost.h>\n#include <pthread.h>\n#include <assert.h>\n";
    String main =
        """
        int main(void) {
          pthread_t t;
          pthread_create(&t, NULL, a, NULL);
          pthread_create(&t, NULL, b, NULL);
          return 0;
        }
        """;
    return Fencepost.checkText("test.c", text + String.join("\n", lines) + "\n" + main)
        .model(model)
        .threads(1)
        .run();
  }

  private static String handOver(String begin, String end) {
    return "static int x; FENCEPOST_GHOST static int shown, again;"
        + "static void *a(void *u) { x = 1; "
        + begin
        + " shown++; again++; "
        + end
        + " return u; }"
        + "static void *b(void *u) { strong_begin(); assume(shown && again); strong_end();"
        + " assert(x == 1); return u; }";
  }

  @Test
  void isNoFence() throws InvalidInputException {
    String strong = handOver("strong_begin();", "strong_end();");
    assertThat(check("sc", strong).verdict())
        .as("nothing is fetched behind a store that all must wait for")
        .isInstanceOf(Verdict.Holds.class);
    assertThat(check("tso", strong).verdict()).isInstanceOf(Verdict.Violated.class);
    String fenced = handOver("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
    assertThat(check("tso", fenced).verdict()).isInstanceOf(Verdict.Holds.class);
  }

  /** Views of writes that propagate are words. */
  @Test
  void hasNoMoreWritesThanViewsHaveBits() throws InvalidInputException {
    for (int writes : new int[] {30, 70}) {
      String block =
          "static int x, y; static void *a(void *u) { x = 1; y = 1; __VERIFIER_atomic_begin(); "
              + "x++; ".repeat(writes)
              + "__VERIFIER_atomic_end(); y = 2; return u; }"
              + "static void *b(void *u) { int r = x; assert(r < 2 || r == 1 + %d); return u; }"
                  .formatted(writes);
      Verdict verdict = check("power", block).verdict();
      assertThat(verdict)
          .isEqualTo(
              writes < 64
                  ? new Verdict.Holds(OptionalInt.empty())
                  : new Verdict.Inconclusive("more than 64 writes are on their way"));
    }
  }

  @Test
  void waitsForWhatItReads() throws InvalidInputException {
    CheckResult result =
        check(
            "rmo-no",
            "static int x = 1; FENCEPOST_GHOST static int seen;",
            "static void *a(void *u) { int r = x; strong_begin(); seen = r; strong_end();",
            "  return u; }",
            "static void *b(void *u) { return u; }",
            "FENCEPOST_FINAL(seen, seen == 1)");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @Test
  void isOneStep() throws InvalidInputException {
    CheckResult result =
        check(
            "rmo-no",
            "FENCEPOST_GHOST static int x, y;",
            "static void *a(void *u) { strong_begin(); x++; y++; strong_end(); return u; }",
            "static void *b(void *u) { strong_begin(); x++; y++; strong_end(); return u; }",
            "FENCEPOST_INVARIANT(together, x == y)");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  /**
   * The swap acquires if it succeeds, and it always does: a step behind it that goes on the guess
   * that it fails does not count.
   */
  @ParameterizedTest
  @ValueSource(strings = {"g = 1;", "strong_begin(); g = 1; strong_end();"})
  void whatGoesOnAWrongGuessDoesNotCount(String step) throws InvalidInputException {
    CheckResult result =
        check(
            "rmo-no",
            "#include <stdatomic.h>",
            "static atomic_int lock; FENCEPOST_GHOST static int g;",
            "static void *a(void *u) { int e = 0;",
            "  atomic_compare_exchange_strong_explicit(&lock, &e, 1, memory_order_acquire,",
            "      memory_order_relaxed);",
            step,
            "  return u; }",
            "static void *b(void *u) { return u; }",
            "FENCEPOST_INVARIANT(first, g == 0 || lock == 1)");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @Test
  void waitingForEverIsADeadlockButWhereThreadsMayRest() throws InvalidInputException {
    String[] waits = {
      "FENCEPOST_GHOST static int x, y;",
      "static void *a(void *u) { strong_begin(); assume(x); strong_end(); return u; }",
      "static void *b(void *u) { return u; }"
    };
    CheckResult deadlock = check("sc", waits);
    assertThat(deadlock.verdict()).isInstanceOf(Verdict.Violated.class);
    waits[1] = waits[1].replace("strong_begin", "rest_begin");
    assertThat(check("sc", waits).verdict()).isInstanceOf(Verdict.Holds.class);
    CheckResult end = check("sc", waits[0], waits[1], waits[2], "FENCEPOST_FINAL(end, y == 1)");
    assertThat(end.verdict()).as("a rest is an end").isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void mayTouchGhostCellsOnly() {
    assertThatThrownBy(
            () ->
                check(
                    "sc",
                    "static int x;",
                    "static void *a(void *u) { strong_begin(); x = 1; strong_end(); return u; }",
                    "static void *b(void *u) { return u; }"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("touches memory that is not strong")
        .hasMessageContaining("FENCEPOST_GHOST");
  }
}
