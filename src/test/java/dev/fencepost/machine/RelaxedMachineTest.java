// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Corners of the machine that once were wrong, or that random programs seldom meet. */
class RelaxedMachineTest {

  private static CheckResult check(String model, String... lines) throws InvalidInputException {
    String text = "#include <fencepost.h>\n#include <pthread.h>\n" + String.join("\n", lines);
    return Fencepost.checkText("test.c", text).model(model).threads(1).run();
  }

  /** Starts the functions a and b and waits for both. */
  private static final String MAIN =
      """
      int main(void) {
        pthread_t t, u;
        pthread_create(&t, NULL, a, NULL);
        pthread_create(&u, NULL, b, NULL);
        pthread_join(t, NULL);
        pthread_join(u, NULL);
        return 0;
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "rmo-no", "rmo-v9"})
  void threadsThatStartWithAChoiceBothRun(String model) throws InvalidInputException {
    CheckResult result =
        check(
            model,
            "static int x, y;",
            "static void *a(void *u) { x = choose(2); if (y) reachable(\"a saw b\"); return u; }",
            "static void *b(void *u) { y = choose(2); if (x) reachable(\"b saw a\"); return u; }",
            MAIN);
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(result.statistics().unreached()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rmo-full", "rmo-no", "rmo-v9"})
  void aLinkIsLostAlsoBehindAnUnknownAddress(String model) throws InvalidInputException {
    CheckResult result =
        check(
            model,
            "static int x;",
            "static int *p = &x;",
            "FENCEPOST_GHOST static int seen, done;",
            "static void *a(void *u) {",
            "  int *q = p; int first = *q; (void)first;",
            "  int linked = load_linked(&x); int ok = store_conditional(&x, 1);",
            "  seen = linked; done = ok; return u; }",
            "static void *b(void *u) { x = 2; return u; }",
            "FENCEPOST_FINAL(atomic, !(done && seen == 0 && x == 1))",
            MAIN);
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @Test
  void aFieldOfANullPointerIsABadAddress() throws InvalidInputException {
    CheckResult result =
        check(
            "sc",
            "struct node { int first, second[2]; };",
            "static struct node x;",
            "static struct node *p;",
            "int main(void) { struct node *q = p; q->second[1] = 1; return x.first; }");
    assertThat(result.verdict()).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void aMarkThatAPropertyReadsIsStillAMark() throws InvalidInputException {
    CheckResult result =
        check(
            "tso",
            "static int x;",
            "static void *a(void *u) { reachable(\"here\"); x = 2; return u; }",
            "static void *b(void *u) { return u; }",
            "FENCEPOST_INVARIANT(order, x < 2 || reached(\"here\"))",
            MAIN);
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(result.statistics().reached()).contains("here");
  }

  @Test
  void anAssumptionInAnAtomicBlockTakesBackWhatFailedBefore() throws InvalidInputException {
    CheckResult result =
        check(
            "sc",
            "#include <assert.h>",
            "static int x;",
            "static void *a(void *u) { __VERIFIER_atomic_begin(); int v = x; assert(v == 1);",
            "  assume(v == 1); __VERIFIER_atomic_end(); reachable(\"taken\"); return u; }",
            "static void *b(void *u) { x = 1; return u; }",
            MAIN);
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(result.statistics().reached()).contains("taken");
  }

  /**
   * Behind a compare-exchange that acquires only if it succeeds, a load may go first if it fails.
   */
  @Test
  void aFailedCompareExchangeHoldsNothingBackIfItsOrderIsRelaxed() throws InvalidInputException {
    String[] program = {
      "#include <stdatomic.h>",
      "#include <assert.h>",
      "static atomic_int lock = 1; static int data;",
      "static void *a(void *u) {",
      "  int expected = 0;",
      "  int ok = atomic_compare_exchange_strong_explicit(&lock, &expected, 1,",
      "      memory_order_acquire, memory_order_relaxed);",
      "  int d = data;",
      "  int seen = expected;",
      "  if (!ok && seen == 2 && d == 0) reachable(\"went first\");",
      "  if (ok && d == 0) reachable(\"acquired too early\");",
      "  return u; }",
      "static void *b(void *u) { data = 1; fence();",
      "  atomic_store_explicit(&lock, choose(2) ? 2 : 0, memory_order_relaxed); return u; }",
      MAIN
    };
    CheckResult result = check("rmo-no", program);
    assertThat(result.statistics().reached()).contains("went first");
    assertThat(result.statistics().unreached()).contains("acquired too early");
  }

  /** The result is assigned last, to the register that has what was expected and observed. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "x86", "armv8", "power"})
  void aCompareExchangeMayOverwriteWhatItExpects(String model) throws InvalidInputException {
    CheckResult result =
        check(
            model,
            "#include <stdatomic.h>",
            "#include <assert.h>",
            "static atomic_int x = 5;",
            "int main(void) {",
            "  int e = 5; e = atomic_compare_exchange_strong(&x, &e, 3); assert(e == 1);",
            "  int f = 4; f = atomic_compare_exchange_strong(&x, &f, 2); assert(f == 0);",
            "  return 0; }");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  /** Other threads may act before a thread drops the run by its assumption. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "rmo-no"})
  void anAssumptionHidesNoViolationThatComesBefore(String model) throws InvalidInputException {
    CheckResult result =
        check(
            model,
            "#include <assert.h>",
            "static int x, flag;",
            "static void *a(void *u) { int r = flag; x = 1; assume(r == 1); return u; }",
            "static void *b(void *u) { assert(x == 0); return u; }",
            MAIN);
    assertThat(result.verdict()).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void anInvariantIsViolatedBeforeAnAssumptionDropsTheRun() throws InvalidInputException {
    CheckResult result =
        check(
            "sc",
            "static int x;",
            "FENCEPOST_INVARIANT(zero, x == 0)",
            "int main(void) { x = 1; assume(0); return 0; }");
    assertThat(result.verdict()).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void threadsStartedInALoopWithAChoiceAreNotForgotten() throws InvalidInputException {
    CheckResult result =
        check(
            "sc",
            "#include <assert.h>",
            "static int x;",
            "static void *a(void *u) { x = 1; return u; }",
            "int main(void) { pthread_t t;",
            "  while (choose(2)) pthread_create(&t, NULL, a, NULL);",
            "  assert(x == 0); return 0; }");
    assertThat(result.verdict()).isNotInstanceOf(Verdict.Holds.class);
  }

  @Test
  void anAssertionThatAlwaysFailsInAnAtomicBlockIsAViolation() throws InvalidInputException {
    CheckResult result =
        check(
            "sc",
            "#include <assert.h>",
            "int main(void) { __VERIFIER_atomic_begin(); assert(0); __VERIFIER_atomic_end();",
            "  return 0; }");
    assertThat(result.verdict()).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void straightCodeBeforeALoopDoesNotMeetTheWindowBound() throws InvalidInputException {
    CheckResult result =
        check(
            "tso",
            "static int c[8], flag;",
            "static void *a(void *u) {",
            "  c[0] = c[1] = c[2] = c[3] = c[4] = c[5] = c[6] = c[7] = 1;",
            "  while (!flag) ; return u; }",
            "static void *b(void *u) { flag = 1; return u; }",
            MAIN);
    assertThat(((Verdict.Holds) result.verdict()).window()).isEmpty();
  }

  @Test
  void whatAnotherLoopLeftInTheWindowCountsForItsBound() throws InvalidInputException {
    CheckResult result =
        check(
            "pso-full",
            "static int c[8], flag;",
            "static void *a(void *u) {",
            "  for (;;) { if (choose(2)) { fence(); c[0] = 1; c[1] = 1; c[2] = 1; c[3] = 1; }",
            "    c[4] = 1; } return u; }",
            "static void *b(void *u) { while (!flag) ; return u; }",
            MAIN);
    assertThat(((Verdict.Holds) result.verdict()).window()).hasValue(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r = d < 32 ? s << d : 0; (void)r;",
        "assert(d >= 32 || (s << d) == 1);",
        "assert(!(d < 32 && (s << d) != 1));",
        "int r = 0; if (d < 32) r = s << d; (void)r;",
        "int z = n; int r = z ? 5 / z : 0; assert(z == 0 || 5 / z > 0); (void)r;",
        "long w = s; w = w << d; (void)w;",
      })
  void whatIsNotTakenDoesNotFail(String statements) throws InvalidInputException {
    assertThat(shifting(statements).verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r = s << d; (void)r;",
        "s << d;",
        "s >>= d;",
        "unsigned w = s; w = w >> d; (void)w;",
        "int r = s << -d - 1; (void)r;",
        "long big = d * 100000000L; int r = s << big; (void)r;",
        "assert((s << d) >= 0);",
      })
  void aShiftBeyondTheWidthOfItsTypeIsAViolation(String statements) throws InvalidInputException {
    assertThat(shifting(statements).verdict()).isInstanceOf(Verdict.Violated.class);
  }

  /** Where nothing is guessed it counts at once: the thread does not stop there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (5 / z) z = 2;",
        "int r = 5 / z; (void)r;",
        "while (5 / z) ;",
        "assert(5 / z);"
      })
  void anErrorInAConditionIsReportedAsSuch(String statements) throws InvalidInputException {
    for (String model : List.of("sc", "rmo-v9", "armv8")) {
      CheckResult result =
          check(
              model,
              "#include <assert.h>",
              "static int n;",
              "int main(void) { int z = n; " + statements + " return z; }");
      assertThat(((Verdict.Violated) result.verdict()).trace().failure().message())
          .as("%s", model)
          .contains("division by zero");
    }
  }

  /** In an atomic block as elsewhere, and where the first cell has another value already. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cas2(&x, q, 0, 0, 1, 1)",
        "cas2(q, &x, 0, 0, 1, 1)",
        "cas2(&x, freed, 0, 0, 1, 1)",
        "cas2(freed, &x, 0, 0, 1, 1)",
        "cas2(&x, &y, 0, 5 / y, 1, 1)",
      })
  void aDoubleSwapLooksAtAllThatItIsGiven(String swap) throws InvalidInputException {
    for (String block : List.of("", "__VERIFIER_atomic_begin();")) {
      CheckResult result =
          check(
              "sc",
              "#include <stdlib.h>",
              "static int x = 1, y, *p;",
              "int main(void) { int *q = p; int *freed = malloc(sizeof(int)); *freed = 3;",
              "  free(freed);",
              block,
              "  int ok = " + swap + "; (void)ok; (void)q;",
              block.replace("begin", "end"),
              "  return y; }");
      assertThat(result.verdict()).as(block).isInstanceOf(Verdict.Violated.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r = *q; (void)r;",
        "*q = 4;",
        "int ok = cas(q, 9, 4); (void)ok;",
        "int ok = cas(q, 3, 4); (void)ok;",
        "int ok = cas2(q, &x, 9, 0, 4, 4); (void)ok;",
        "int ok = cas2(&x, q, 9, 0, 4, 4); (void)ok;",
        "int ok = cas2(&x, q, 0, 3, 4, 4); (void)ok;",
        "int old = __atomic_fetch_add(q, 1, __ATOMIC_RELAXED); (void)old;",
      })
  void whatWasFreedIsNotAccessed(String access) throws InvalidInputException {
    for (String model : List.of("sc", "rmo-nmca-no", "armv8", "power")) {
      for (String block : List.of("", "__VERIFIER_atomic_begin();")) {
        CheckResult result =
            check(
                model,
                "#include <stdlib.h>",
                "static int x;",
                "int main(void) { int *q = malloc(sizeof(int)); *q = 3; free(q);",
                block,
                access,
                block.replace("begin", "end"),
                "  return x; }");
        assertThat(result.verdict()).as("%s %s", model, block).isInstanceOf(Verdict.Violated.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "rmo-no", "rmo-nmca-no", "armv8", "power", "rmo-cumulative"})
  void aBlockComputesAndBranches(String model) throws InvalidInputException {
    CheckResult result =
        check(
            model,
            "#include <assert.h>",
            "#include <stdatomic.h>",
            "static int x = 1; static atomic_int y = 3;",
            "int main(void) { int b, c = 0; int e = 4; __VERIFIER_atomic_begin();",
            "  int a = x; if (a == 1) b = 5; else b = 7;",
            "  while (c < 3) c = c + 1;",
            "  int failed = atomic_compare_exchange_strong(&y, &e, b);",
            "  int done = atomic_compare_exchange_strong(&y, &e, b + c);",
            "  __VERIFIER_atomic_end(); int now = y;",
            "  assert(b == 5 && c == 3 && !failed && e == 3 && done && now == 8); return 0; }");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  /** Fetch guesses that the branch is taken, and comes to what would fail. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r = 5 / z; (void)r;",
        "if (5 / z) z = 2;",
        "assert(z);",
        "assert(5 / z);",
        "int *p = 0; *p = 1;",
        "reachable(\"never\");",
        "pthread_join(z + 7, NULL);",
      })
  void whatIsGuessedWronglyDoesNotCount(String statements) throws InvalidInputException {
    CheckResult result =
        check(
            "rmo-v9",
            "#include <assert.h>",
            "static int x;",
            "int main(void) { int a = x; int z = 0; if (a) { " + statements + " } return z; }");
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(result.statistics().reached()).isEmpty();
  }

  private static CheckResult shifting(String statements) throws InvalidInputException {
    return check(
        "sc",
        "#include <assert.h>",
        "static int n;",
        "int main(void) { int d = n + choose(2) * 43; int s = 1;",
        statements,
        "(void)s; return 0; }");
  }
}
