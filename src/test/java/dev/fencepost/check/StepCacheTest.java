// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Statistics;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Steps that look at other threads, or change them, come out the same with the cache and without,
 * and however states are stored.
 */
class StepCacheTest {
  private static final String THREADS =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <fencepost.h>
      pthread_mutex_t mutex;
      int x, y, z;
      int *shared;
      void *child(void *argument) {
        x = 1;
        pthread_mutex_lock(&mutex);
        y = y + 1;
        pthread_mutex_unlock(&mutex);
        shared = malloc(sizeof(int));
        *shared = choose(2);
        return 0;
      }
      int main(void) {
        pthread_t first, second, third;
        pthread_create(&first, 0, child, 0);
        pthread_create(&second, 0, child, 0);
        z = x;
        pthread_join(first, 0);
        pthread_create(&third, 0, child, 0);
        z = y;
        pthread_join(second, 0);
        pthread_join(third, 0);
        assert(y == 3);
      }
      """;

  private static final String LINKS =
      """
      #include <pthread.h>
      #include <fencepost.h>
      int x;
      void *first(void *argument) {
        int old = load_linked(&x);
        store_conditional(&x, old + 1);
        return 0;
      }
      void *second(void *argument) {
        int old = load_linked(&x);
        store_conditional(&x, old + 1);
        x = 0;
        return 0;
      }
      int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, first, 0);
        pthread_create(&b, 0, second, 0);
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-no", "rmo-full", "rmo-no", "armv8", "riscv"})
  void threadsThatStartAndJoinOthers(String model) throws InvalidInputException {
    assertSame(THREADS, model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tso", "rmo-no", "armv8", "riscv"})
  void linksThatOthersBreak(String model) throws InvalidInputException {
    assertSame(LINKS, model);
  }

  /** Verdict, trace, states and transitions stay as they are. */
  private static void assertSame(String text, String model) throws InvalidInputException {
    CheckTask task = Fencepost.checkText("threads.c", text).model(model).threads(1).task();
    CheckResult fast = Checker.check(task, CheckListener.NONE);
    for (Optimisation one : List.of(Optimisation.CACHE, Optimisation.PACKING)) {
      Strategy usual = task.strategy();
      Strategy without = usual.without(List.of(one));
      CheckResult plain = Checker.check(task.withStrategy(without), CheckListener.NONE);
      assertThat(fast.verdict()).isEqualTo(plain.verdict());
      assertThat(counts(fast.statistics())).isEqualTo(counts(plain.statistics()));
    }
    assertThat(fast.statistics().states()).isGreaterThan(10);
  }

  private static List<Long> counts(Statistics statistics) {
    return List.of(statistics.states(), statistics.transitions());
  }
}
