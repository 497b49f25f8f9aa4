// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partial-order reduction from the first state on finds what a search without it finds. */
class PartialOrderTest {
  /** With the last steps of the first children, who waits for them starts others. */
  private static final String STARTS_AFTER_A_JOIN =
      """
      #include <assert.h>
      #include <pthread.h>
      int x, y;
      pthread_t a, b;
      void *first_child(void *argument) { x = 1; return 0; }
      void *second_child(void *argument) { y = 1; return 0; }
      void *nothing(void *argument) { return 0; }
      void *first(void *argument) {
        pthread_t child, next;
        pthread_create(&child, 0, first_child, 0);
        pthread_join(child, 0);
        pthread_create(&next, 0, nothing, 0);
        a = next;
        return 0;
      }
      void *second(void *argument) {
        pthread_t child, next;
        pthread_create(&child, 0, second_child, 0);
        pthread_join(child, 0);
        pthread_create(&next, 0, nothing, 0);
        b = next;
        return 0;
      }
      int main(void) {
        pthread_t t, u;
        pthread_create(&t, 0, first, 0);
        pthread_create(&u, 0, second, 0);
        pthread_join(t, 0);
        pthread_join(u, 0);
        pthread_t i = a, j = b;
        assert(i ORDER j);
      }
      """;

  private static final String MARK_BESIDE_A_VIOLATION =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      int x, y;
      void *fails(void *argument) { int r = x; assert(r == 1); return 0; }
      void *marks(void *argument) { int r = y; reachable("here"); y = r + 2; return 0; }
      int main(void) {
        pthread_t t, u;
        pthread_create(&t, 0, fails, 0);
        pthread_create(&u, 0, marks, 0);
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"<", ">"})
  void stepsWithWhichThreadsAreStartedAfterAJoinComeInBothOrders(String order)
      throws InvalidInputException {
    String text = STARTS_AFTER_A_JOIN.replace("ORDER", order);
    assertThat(check(text, false).verdict()).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void whatOthersPassBesideAViolationIsFoundInAnExhaustiveSearch() throws InvalidInputException {
    CheckResult result = check(MARK_BESIDE_A_VIOLATION, true);
    assertThat(result.verdict()).isInstanceOf(Verdict.Violated.class);
    assertThat(result.statistics().reached()).containsExactly("here");
  }

  /**
   * An invariant sees in which order two cells are written: a store that is not fetched yet, or has
   * no value or address yet, may come first.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x = 1; int r = g; y = 1 + r;",
        "int r = z; x = 1; y = r + 1;",
        "int *r = p; x = 1; *r = 1;",
      })
  void storesThatAnInvariantSeesComeInBothOrders(String body) throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        int x, y, z;
        int *p = &y;
        FENCEPOST_GHOST int g;
        FENCEPOST_INVARIANT(first_x, y == 0 || x == 1)
        void *other(void *argument) { z = 1; p = &y; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, other, 0);
          BODY
        }
        """
            .replace("BODY", body);
    for (String model : List.of("pso-full", "pso-no", "rmo-full", "rmo-no")) {
      assertThat(check(text, model, false).verdict())
          .as(model)
          .isInstanceOf(Verdict.Violated.class);
    }
  }

  /** The last store comes after the ghost's, and not after the first one, which is pending. */
  @Test
  void aStoreBehindAGhostMayPassOneBeforeIt() throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <fencepost.h>
        #include <pthread.h>
        int x, y;
        FENCEPOST_GHOST int g;
        void *other(void *argument) {
          int r = y;
          int q = x;
          int k = g;
          assert(r == 0 || q == 1 || k == 0);
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, other, 0);
          x = 1;
          g = 1;
          y = 1;
        }
        """;
    assertThat(check(text, "pso-no", false).verdict()).isInstanceOf(Verdict.Violated.class);
  }

  /** A load may take the older of two stores once the newer one is reflected. */
  @Test
  void modelsThatLetStoresToACellPassEachOtherAreNotReduced(@TempDir Path folder)
      throws IOException, InvalidInputException {
    Path model = folder.resolve("lawless.mcm");
    Files.writeString(model, "model lawless \"no order at all\"\nmulti-copy atomic\n");
    String text =
        """
        #include <assert.h>
        int x;
        int *p = &x;
        int main(void) { int *q = p; x = 1; *q = 2; int r = x; assert(r == 2); }
        """;
    CheckTask task = Fencepost.checkText("threads.c", text).model(model.toString()).task();
    assertThat(Checker.check(task, CheckListener.NONE).verdict())
        .isInstanceOf(Verdict.Violated.class);
    Strategy reduced = task.strategy().withThreads(1).with(List.of(Optimisation.PARTIAL_ORDER));
    assertThatThrownBy(() -> Checker.check(task.withStrategy(reduced), CheckListener.NONE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("does not apply");
  }

  private static CheckResult check(String text, boolean exhaustive) throws InvalidInputException {
    return check(text, "sc", exhaustive);
  }

  private static CheckResult check(String text, String model, boolean exhaustive)
      throws InvalidInputException {
    CheckTask task = Fencepost.checkText("threads.c", text).model(model).threads(1).task();
    Strategy reduced =
        task.strategy().with(List.of(Optimisation.PARTIAL_ORDER)).withExhaustive(exhaustive);
    return Checker.check(task.withStrategy(reduced), CheckListener.NONE);
  }
}
