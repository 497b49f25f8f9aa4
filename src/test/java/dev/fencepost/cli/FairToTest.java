// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fairness to single threads: wait-freedom and lock-freedom. */
class FairToTest {
  /** Two threads that count for ever, modulo 4. */
  private static final String COUNTER =
      """
      #include <fencepost.h>
      #include <pthread.h>
      #include <stdint.h>
      static int counter, lock;
      static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
      FENCEPOST_GHOST static _Bool busy[2];
      FENCEPOST_LTL(ends, "[] (busy[0] -> <> !busy[0])")
      FENCEPOST_LTL(some_end, "([] <> busy[0] && [] <> !busy[0]) || ([] <> busy[1] && [] <> !busy[1])")
      static void count(void) {
        BODY
      }
      static void *worker(void *number) {
        int self = (int)(intptr_t)number;
        for (;;) {
          busy[self] = 1;
          count();
          busy[self] = 0;
          fence();
        }
        return 0;
      }
      int main(void) {
        pthread_t first, second;
        pthread_create(&first, 0, worker, (void *)(intptr_t)0);
        pthread_create(&second, 0, worker, (void *)(intptr_t)1);
        return 0;
      }
      """;

  private static final String ONE_STEP =
      """
      __VERIFIER_atomic_begin(); counter = counter + 1 & 3; __VERIFIER_atomic_end();
      """;
  private static final String RETRY =
      """
      int seen = counter;
      while (!cas(&counter, seen, seen + 1 & 3))
        seen = counter;
      """;
  private static final String MUTEX =
      """
      pthread_mutex_lock(&mutex);
      counter = counter + 1 & 3;
      pthread_mutex_unlock(&mutex);
      """;
  private static final String SPIN_LOCK =
      """
      while (!cas(&lock, 0, 1))
        ;
      counter = counter + 1 & 3;
      fence();
      lock = 0;
      """;
  private static final String WAITS =
      """
      __VERIFIER_atomic_begin();
      assume(lock == 0);
      lock = 1;
      __VERIFIER_atomic_end();
      counter = counter + 1 & 3;
      fence();
      lock = 0;
      """;

  @TempDir Path folder;

  private CommandRun check(String count, String... options) throws IOException {
    Path file = folder.resolve("m.c");
    Files.writeString(file, COUNTER.replace("BODY", count));
    List<String> args = new ArrayList<>(List.of("check", file.toString(), "--no-trace"));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private boolean holds(String count, String property) throws IOException {
    CommandRun run = check(count, "--model", "sc,tso", "--ltl", property, "--fair-to", "worker");
    assertThat(run.out()).contains("fair to worker");
    assertThat(run.status()).isIn(0, 1);
    return run.status() == 0;
  }

  @Test
  void oneStepIsWaitFree() throws IOException {
    assertThat(holds(ONE_STEP, "ends")).isTrue();
    assertThat(holds(ONE_STEP, "some_end")).isTrue();
  }

  @Test
  void retryingIsLockFreeAndNotWaitFree() throws IOException {
    assertThat(holds(RETRY, "ends")).isFalse();
    assertThat(holds(RETRY, "some_end")).isTrue();
  }

  @Test
  void whoHoldsALockMayStopSoNoLockIsLockFree() throws IOException {
    for (String locked : List.of(MUTEX, SPIN_LOCK, WAITS)) {
      assertThat(holds(locked, "ends")).as(locked).isFalse();
      assertThat(holds(locked, "some_end")).as(locked).isFalse();
    }
    assertThat(check(SPIN_LOCK, "--model", "sc", "--ltl", "some_end", "--fair").status()).isZero();
  }

  @Test
  void threadsHaveTheirNamesInTraces() throws IOException {
    CommandRun second = check(RETRY, "--model", "sc", "--ltl", "ends", "--fair-to", "worker 2");
    assertThat(second.status()).as("the first may stop").isEqualTo(1);
    CommandRun both = check(RETRY, "--model", "sc", "--ltl", "ends", "--fair-to", "main,worker");
    assertThat(both.out()).contains("fair to main, worker");
    CommandRun none = check(RETRY, "--model", "sc", "--ltl", "ends", "--fair-to", "collector");
    assertThat(none.status()).isEqualTo(3);
    assertThat(none.err()).contains("no thread 'collector'", "main, worker");
  }

  private CommandRun withoutProperties(String... options) throws IOException {
    Path file = folder.resolve("plain.c");
    Files.writeString(file, "static int x;\nint main(void) { x = 1; return 0; }\n");
    List<String> args = new ArrayList<>(List.of("check", file.toString(), "--model", "sc,tso"));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  @Test
  void aThreadThatDoesNotExistIsAnErrorWithoutPropertiesToo() throws IOException {
    CommandRun near = withoutProperties("--fair-to", "mian");
    assertThat(near.status()).isEqualTo(3);
    assertThat(near.err()).contains("no thread 'mian'", "did you mean 'main'?");
    assertThat(withoutProperties("--fair-to", "main,NOBODY").status()).isEqualTo(3);
  }

  @Test
  void fairnessWithoutATemporalPropertyIsAWarning() throws IOException {
    for (List<String> option : List.of(List.of("--fair"), List.of("--fair-to", "main"))) {
      CommandRun run = withoutProperties(option.toArray(String[]::new));
      assertThat(run.status()).isZero();
      assertThat(run.out()).contains(option.getFirst() + " changes nothing: no temporal property");
      List<String> strict = new ArrayList<>(option);
      strict.add("--strict");
      assertThat(withoutProperties(strict.toArray(String[]::new)).status()).isEqualTo(2);
    }
    assertThat(withoutProperties().out()).doesNotContain("changes nothing");
    assertThat(check(ONE_STEP, "--model", "sc", "--fair-to", "worker").out())
        .doesNotContain("changes nothing");
  }

  @Test
  void promelaHasFairnessToAllProcessesOnly() throws IOException, InvalidInputException {
    Path file = folder.resolve("m.pml");
    Files.writeString(file, "byte x; ltl p { <> (x == 1) } active proctype P() { x = 1 }");
    CommandRun run = CommandRun.of("check", file.toString(), "--fair-to", "P");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("--fair-to is not for Promela");
    assertThatThrownBy(() -> Fencepost.check(file).fairLtl("p", List.of("P")).run())
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void theResultSaysToWhom() throws IOException {
    CommandRun json =
        check(RETRY, "--model", "sc", "--ltl", "ends", "--fair-to", "worker", "--format", "json");
    assertThat(json.out()).contains("\"fairTo\"");
    Path file = folder.resolve("result.json");
    Files.writeString(file, json.out());
    CommandRun again = CommandRun.of("check", "--repeat", file.toString(), "--no-trace");
    assertThat(again.out()).contains("ltl ends, fair to worker");
    assertThat(again.status()).isEqualTo(1);
  }

  @Test
  void aStateThatRepeatsOnTheWayIsTold() throws IOException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        static int x;
        static void *writer(void *unused) { x = 1; return 0; }
        FENCEPOST_LTL(p, "!({x == 0} && X {x == 0} && X X {x == 0} && <> {x == 1})")
        int main(void) { pthread_t t; pthread_create(&t, 0, writer, 0); for (;;) { } }
        """;
    Path file = folder.resolve("m.c");
    Files.writeString(file, text);
    CommandRun run = CommandRun.of("check", file.toString(), "--model", "sc", "--ltl", "p");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("a thread runs on by itself and nobody sees it");
  }
}
