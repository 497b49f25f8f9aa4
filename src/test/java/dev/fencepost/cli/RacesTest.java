// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data races on plain accesses. */
class RacesTest {
  /** Passes a plain value by a flag. */
  private static final String MESSAGE =
      """
      #include <pthread.h>
      #include <stdatomic.h>
      static atomic_int flag;
      static int data, got;
      static void *sender(void *unused) {
        data = 1;
        atomic_store_explicit(&flag, 1, memory_order_release);
        return 0;
      }
      static void *receiver(void *unused) {
        while (!atomic_load_explicit(&flag, ORDER))
          ;
        got = data;
        return 0;
      }
      int main(void) {
        pthread_t s, r;
        pthread_create(&s, 0, sender, 0);
        pthread_create(&r, 0, receiver, 0);
        pthread_join(s, 0);
        pthread_join(r, 0);
        return got < 0;
      }
      """;

  @TempDir private Path folder;

  private CommandRun check(String name, String text, String... options) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    String[] args = new String[options.length + 2];
    args[0] = "check";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return CommandRun.of(args);
  }

  private CommandRun message(String order, String... options) throws IOException {
    return check("message.c", MESSAGE.replace("ORDER", "memory_order_" + order), options);
  }

  @Test
  void anAcquireReceivesWithoutARace() throws IOException {
    CommandRun run = message("acquire", "--model", "c11", "--races", "error");
    assertThat(run.status()).as(run.out()).isZero();
    assertThat(message("acquire", "--model", "c11").out()).doesNotContain("race");
  }

  @Test
  void aRaceIsAWarning() throws IOException {
    CommandRun run = message("relaxed", "--model", "armv8");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("warning: plain accesses race");
  }

  @ParameterizedTest
  @ValueSource(strings = {"armv8", "power"})
  void aRaceIsAViolationOnDemand(String model) throws IOException {
    CommandRun run = message("relaxed", "--model", model, "--races", "error");
    assertThat(run.status()).isOne();
    assertThat(run.out()).contains("a plain load has read a value that another thread had");
  }

  @Test
  void anInitialisationRacesEvenWithAtomics() throws IOException {
    String text =
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static atomic_int x;
        static void *reader(void *unused) {
          atomic_load(&x);
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, reader, 0);
          atomic_init(&x, 1);
          return 0;
        }
        """;
    assertThat(check("init.c", text, "--model", "sc", "--races", "error").status()).isOne();
  }

  /**
   * Where a read-modify-write is two steps, both threads may have the lock until one is dropped.
   */
  @ParameterizedTest
  @ValueSource(strings = {"armv8", "power"})
  void aRaceInARunThatIsDroppedIsNone(String model) throws IOException {
    String text =
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static atomic_int lock;
        static int data;
        static void *worker(void *unused) {
          if (atomic_load_explicit(&lock, memory_order_relaxed))
            return 0;
          if (!atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
            data = 1;
            atomic_store_explicit(&lock, 0, memory_order_release);
          }
          return 0;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, worker, 0);
          worker(0);
          return 0;
        }
        """;
    assertThat(check("lock.c", text, "--model", model).out()).doesNotContain("race:");
    CommandRun run = check("lock.c", text, "--model", model, "--races", "error", "--strict");
    assertThat(run.status()).as(run.out()).isZero();
    String relaxed = text.replace("_release", "_relaxed");
    assertThat(check("lock.c", relaxed, "--model", model).out()).contains("plain accesses race");
    assertThat(check("lock.c", relaxed, "--model", model, "--races", "error").status()).isOne();
  }

  @Test
  void accessesThatMayGoAtOnceAreNamed() throws IOException {
    CommandRun run =
        check(
            "count.c",
            """
            #include <pthread.h>
            static int count;
            static void *worker(void *unused) {
              count = count + 1;
              return 0;
            }
            int main(void) {
              pthread_t a, b;
              pthread_create(&a, 0, worker, 0);
              pthread_create(&b, 0, worker, 0);
              return 0;
            }
            """,
            "--model",
            "sc",
            "--races",
            "error");
    assertThat(run.status()).isOne();
    assertThat(run.out()).contains("data race").contains("write count").contains("count.c:4");
  }

  /** Fetch may come to the accesses before the lock is taken; they may not go. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "rmo-no", "c11", "armv8", "power"})
  void whatALockProtectsDoesNotRace(String model) throws IOException {
    String text =
        """
        #include <pthread.h>
        static pthread_mutex_t mutex;
        static int count;
        static void *worker(void *unused) {
          pthread_mutex_lock(&mutex);
          count = count + 1;
          pthread_mutex_unlock(&mutex);
          return 0;
        }
        int main(void) {
          pthread_t a;
          pthread_create(&a, 0, worker, 0);
          worker(0);
          return 0;
        }
        """;
    CommandRun run = check("lock.c", text, "--model", model, "--races", "error");
    assertThat(run.status()).as(run.out()).isZero();
  }

  @Test
  void programsWithoutAtomicsAreNotAskedForRaces() throws IOException {
    String plain = MESSAGE.replace("atomic_int", "int").replaceAll("atomic_store.*;", "flag = 1;");
    String text = plain.replaceAll("atomic_load[^)]*\\)", "flag");
    assertThat(check("plain.c", text, "--model", "armv8").out())
        .contains("holds")
        .doesNotContain("race");
  }

  @Test
  void otherDemandsAreRefused() throws IOException {
    CommandRun promela = check("m.pml", "active proctype P() { skip }", "--races", "error");
    assertThat(promela.status()).isEqualTo(3);
    assertThat(promela.err()).contains("data races are for C models");
    CommandRun reduced =
        message("acquire", "--model", "sc", "--races", "error", "--with", "partial-order");
    assertThat(reduced.status()).isEqualTo(3);
    assertThat(reduced.err()).contains("partial-order is not sound for data races");
  }

  @Test
  void temporalPropertiesAreLeftOut() throws IOException {
    String text = MESSAGE.replace("int main", "FENCEPOST_LTL(sent, \"<> {flag == 1}\");\nint main");
    String safe = "#include <fencepost.h>\n" + text.replace("ORDER", "memory_order_acquire");
    CommandRun run = check("sent.c", safe, "-m", "sc", "--races", "error");
    assertThat(run.status()).as(run.err() + run.out()).isZero();
    assertThat(run.out()).doesNotContain("ltl");
    assertThat(check("sent.c", safe, "-m", "sc", "--races", "error", "--ltl", "sent").err())
        .contains("--ltl and --races error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "y"})
  void aSwapOfTwoCellsRacesOnBoth(String cell) throws IOException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        static int x, y;
        static void *swap(void *unused) { cas2(&x, &y, 0, 0, 1, 1); return 0; }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, swap, 0);
          CELL = 1;
          return 0;
        }
        """
            .replace("CELL", cell);
    for (String model : new String[] {"sc", "armv8"}) {
      CommandRun run = check("swap.c", text, "--races", "error", "--model", model);
      assertThat(run.status()).as(run.out()).isOne();
    }
  }

  /** What {@code main} does beside a thread where {@code x} is 1. */
  private static final String BESIDE =
      """
      #include <fencepost.h>
      #include <pthread.h>
      static int x = 1, y, got, z;
      static void *other(void *unused) {
        int e = 0;
        OTHER;
        return 0;
      }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, other, 0);
        ACCESS;
        return __atomic_load_n(&z, __ATOMIC_SEQ_CST);
      }
      """;

  private static final String[] MODELS = {"sc", "x86", "pso-no", "armv8", "riscv", "power"};

  private void assertStatus(int status, String other, String access) throws IOException {
    String text = BESIDE.replace("OTHER", other).replace("ACCESS", access);
    for (String model : MODELS) {
      CommandRun run = check("swap.c", text, "--races", "error", "--model", model, "--no-trace");
      assertThat(run.status()).as(run.out() + run.err()).isEqualTo(status);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__atomic_compare_exchange_n(&x, &e, 2, 0, 5, 5)",
        "__atomic_compare_exchange_n(&x, &e, 2, 1, 5, 5)",
        "__sync_bool_compare_and_swap(&x, y, 2)",
        "cas(&x, 0, 2)",
        "cas2(&x, &y, 0, 0, 2, 2)",
        "cas2(&y, &x, 0, 0, 2, 2)"
      })
  void aSwapThatFailsIsARead(String other) throws IOException {
    assertStatus(0, other, "got = x");
    assertStatus(1, other, "x = 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__atomic_compare_exchange_n(&x, &e, 2, 0, 5, 5)",
        "__atomic_compare_exchange_n(&x, &e, 2, 1, 5, 5)",
        "cas2(&x, &y, 1, 0, 2, 2)",
        "cas2(&y, &x, 0, 1, 2, 2)",
        "load_linked(&x); store_conditional(&x, 2)"
      })
  void aSwapThatMaySucceedIsAWrite(String other) throws IOException {
    assertStatus(1, other.replace("__atomic", "e = 1; __atomic"), "got = x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "store_conditional(&x, 2)",
        "load_linked(&y); store_conditional(&x, 2)",
        "load_linked(&x); store_conditional(&x, 1); store_conditional(&y, 2)"
      })
  void aStoreConditionalWithoutALinkAccessesNothing(String other) throws IOException {
    String cell = other.endsWith("&y, 2)") ? "y" : "x";
    assertStatus(0, other, "got = CELL".replace("CELL", cell));
    assertStatus(0, other, "CELL = 1".replace("CELL", cell));
  }

  @Test
  void aSwapThatFailsRacesWithNoReadInAWarning() throws IOException {
    String text =
        BESIDE
            .replace("OTHER", "__atomic_compare_exchange_n(&x, &e, 2, 0, 5, 5)")
            .replace("ACCESS", "got = x");
    CommandRun run = check("swap.c", text, "--model", "armv8,x86,power", "--strict");
    assertThat(run.status()).as(run.out()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x86", "armv8", "riscv", "power"})
  void aRaceOfStepsThatWereMetApartIsAWarning(String model) throws IOException {
    String text =
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static int x;
        static atomic_int a, b;
        static void *other(void *unused) { int r = atomic_load(&a); x = 1; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, other, 0);
          int q = atomic_load(&b);
          int y = x;
          pthread_join(t, 0);
          return 0;
        }
        """;
    CommandRun run = check("apart.c", text, "--model", model);
    assertThat(run.out()).contains("warning: plain accesses race");
  }

  @Test
  void aSwapThatFailsIsNamedARead() throws IOException {
    String text = BESIDE.replace("OTHER", "cas(&x, 0, 2)").replace("ACCESS", "x = 1");
    CommandRun run = check("swap.c", text, "--model", "sc", "--races", "error");
    assertThat(run.out()).contains("main may write x in the step in which other may read it");
  }
}
