// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Properties that say whose memory they read, where each thread has its own. */
class ObserverTest {
  private static final String WRITERS =
      """
      #include <fencepost.h>
      #include <pthread.h>
      #include <stddef.h>
      static int x;
      FENCEPOST_GHOST static int ghost;
      static int helper(void) { return 0; }
      static void *one(void *unused) { x = 1; return NULL; }
      static void *two(void *unused) { x = 2; return NULL; }
      int main(void) {
        pthread_t a, b;
        pthread_create(&a, NULL, one, NULL);
        pthread_create(&b, NULL, two, NULL);
        return 0;
      }
      """;

  @TempDir Path folder;

  private CommandRun check(String property, String models) throws IOException {
    Path file = Files.writeString(folder.resolve("writers.c"), WRITERS + property + "\n");
    return CommandRun.of("check", file.toString(), "--model", models);
  }

  @Test
  void aFinalConditionComparesWhatThreadsSee() throws IOException {
    CommandRun run =
        check(
            "FENCEPOST_FINAL(agree, observed_by(one, x) == observed_by(two, x))",
            "rmo-nmca-no,rmo-coherent-no,tso");
    assertThat(run.out())
        .containsPattern("rmo-nmca-no +violated")
        .containsPattern("rmo-coherent-no +holds")
        .containsPattern("tso +holds")
        .containsPattern("x@one = [12], x@two = [12]");
  }

  @Test
  void anInvariantSeesAStoreWhenItReachesItsObserver() throws IOException {
    String first = "FENCEPOST_INVARIANT(first, observed_by(%s, x) == 0 || observed_by(%s, x) != 0)";
    assertThat(check(first.formatted("two", "one"), "tso-nmca,tso").out())
        .containsPattern("tso-nmca +violated")
        .containsPattern("tso +holds");
    assertThat(check(first.formatted("two", "two"), "tso-nmca").status()).isZero();
  }

  @Test
  void withoutAnObserverAPropertyIsRefusedWhereMemoriesDiffer() throws IOException {
    CommandRun run = check("FENCEPOST_FINAL(end, x == 1 || x == 2)", "rmo-nmca-no");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err())
        .contains("writers.c:15:22: error: under rmo-nmca-no each thread has a memory of its own")
        .contains("hint: observed_by(thread, x)");
    assertThat(check("FENCEPOST_FINAL(end, x == 1 || x == 2)", "rmo-no").status()).isZero();
    assertThat(check("FENCEPOST_FINAL(end, ghost == 0)", "rmo-nmca-no").status()).isZero();
  }

  @Test
  void anObserverIsAFunctionThatAThreadRuns() throws IOException {
    CommandRun run = check("FENCEPOST_FINAL(end, observed_by(nobody, x) == 1)", "tso");
    assertThat(run.err()).contains("the observer must be the name of a function");
    run = check("FENCEPOST_FINAL(end, observed_by(helper, x) == 1)", "tso");
    assertThat(run.err()).contains("no thread runs 'helper'");
    run = check("static int seen(void) { return observed_by(one, x); }", "tso");
    assertThat(run.err()).contains("observed_by() stands outside of a property");
    assertThat(run.status()).isEqualTo(3);
  }

  private CommandRun litmus(String initial, String condition) throws IOException {
    Path file = folder.resolve("observers.litmus");
    Files.writeString(
        file,
        """
        C observers
        {%s}
        P0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
        P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
        exists (%s)
        """
            .formatted(initial, condition));
    return CommandRun.of(
        "litmus", file.toString(), "--model", "rmo-nmca-no,rmo-coherent-no", "--witness");
  }

  @Test
  void aLitmusConditionNamesTheObserver() throws IOException {
    assertThat(litmus("", "[x]@P0=1 /\\ x@1=2").out())
        .contains("* [x]@P0=1; [x]@P1=2;", "observers Sometimes 1 3", "observers Never 0 2");
    assertThat(litmus("", "x@P2=1").err()).contains("there is no thread for [x]@P2");
    assertThat(litmus("x@P1=1;", "x=1").err()).contains("one value for all threads");
  }
}
